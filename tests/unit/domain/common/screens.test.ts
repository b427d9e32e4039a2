import { expect, it } from 'vitest'
import { SCREENS } from '../../../../src/domain/common/screens.ts'

it('lists each screen once, with a shortcut of its own', () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length)
  expect(new Set(SCREENS.map(({ key }) => key)).size).toBe(SCREENS.length)
})
