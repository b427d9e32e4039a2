import { expect, it } from 'vitest'
import { withStylesInHead } from '../../../scripts/build/style-in-head.ts'

it('a style before an island moves to the end of the head, and the others stay', () => {
  const page = (head: string, header: string) =>
    `<head><style>@layer base;</style>${head}</head><body><header><h1>Leads</h1>${header}</header></body>`
  const island = '<astro-island></astro-island>'
  const style = '<style>astro-island{display:contents}</style>'
  expect(withStylesInHead(page('', style + island))).toBe(page(style, island))
  expect(withStylesInHead(page('', island))).toBe(page('', island))
})
