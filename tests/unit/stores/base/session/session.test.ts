import { expect, test } from 'vitest'
import { afterSignIn, signUpAddress } from '../../../../../src/stores/base/session/session.ts'

const ORIGIN = 'https://console.fieldhand.test'

test('the path to the sign-up screen contains the current page', () => {
  const from = new URL('/leads?status=new&q=a%26b#row', ORIGIN)
  const signUp = new URL(signUpAddress(from), ORIGIN)
  expect(signUp.pathname).toBe('/sign-up')
  expect(afterSignIn(signUp)).toBe('/leads?status=new&q=a%26b#row')
})

test.each([
  ['/sign-up', '/'],
  ['/sign-up#/', '/'],
  ['/sign-up?redirect_url=%2Fagent', '/agent'],
  ['/sign-up?mode=sign-in#/?redirect_url=%2Fbilling', '/billing'],
  ['/sign-up#/?redirect_url=https%3A%2F%2Felsewhere.test%2F', '/'],
  ['/sign-up#/?redirect_url=%2F%2Felsewhere.test', '/'],
  ['/sign-up#/?redirect_url=%2Fsign-up', '/'],
])('a signed-in user who opens %s is redirected to %s', (address, path) => {
  expect(afterSignIn(new URL(address, ORIGIN))).toBe(path)
})
