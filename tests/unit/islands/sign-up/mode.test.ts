import { expect, test } from 'vitest'
import { signUpMode } from '../../../../src/islands/sign-up/mode.ts'

test.each([
  ['', false, 'sign-up'],
  ['', true, 'sign-in'],
  ['mode=sign-in', false, 'sign-in'],
  ['mode=sign-up', true, 'sign-up'],
  ['mode=nonsense', true, 'sign-in'],
  ['__clerk_ticket=x&__clerk_status=sign_up', true, 'sign-up'],
  ['__clerk_ticket=x&__clerk_status=sign_in', false, 'sign-in'],
] as const)('?%s, signed in here before: %s, shows %s', (search, returning, mode) => {
  expect(signUpMode(new URLSearchParams(search), returning)).toBe(mode)
})
