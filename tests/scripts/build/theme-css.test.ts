import { expect, test } from 'vitest'
import { withoutTokens } from '../../../scripts/build/theme-css.ts'

test('tokens become their values, and the colors of the themes stay variables', () => {
  const css = 'a{padding:var(--space-1) calc(var(--space-3) - 1px);color:var(--color-text)}'
  expect(withoutTokens(css)).toBe('a{padding:4px calc(12px - 1px);color:var(--color-text)}')
})

test('a step that its scale does not have is refused', () => {
  expect(() => withoutTokens('a{gap:var(--space-7)}')).toThrow('has no token space-7')
})
