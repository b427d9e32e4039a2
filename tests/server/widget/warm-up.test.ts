import { createRequire } from 'node:module'
import { expect, it } from 'vitest'
import { warmUp } from '../../../server/widget/warm-up.ts'

it('loads the table of ZIP codes before a visitor needs it', async () => {
  const { cache } = createRequire(import.meta.url)
  const isLoaded = () => Object.keys(cache).some((path) => path.includes('/zipcodes/'))
  await warmUp(new Date('2026-11-20T15:00:00Z'))
  expect(isLoaded()).toBe(true)
})
