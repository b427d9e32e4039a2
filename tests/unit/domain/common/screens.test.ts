import { expect, it } from 'vitest'
import { SCREENS } from '../../../../src/domain/common/screens.ts'

it('has a menu item above each screen that names one', () => {
  const items = SCREENS.filter(({ inMenu }) => inMenu).map(({ path }) => path)
  for (const { under } of SCREENS) if (under) expect(items).toContain(under)
})

it('lists each screen once, with a shortcut of its own', () => {
  expect(new Set(SCREENS.map(({ path }) => path)).size).toBe(SCREENS.length)
  expect(new Set(SCREENS.map(({ key }) => key)).size).toBe(SCREENS.length)
})
