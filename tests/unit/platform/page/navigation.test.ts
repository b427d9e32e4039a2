import { expect, test } from 'vitest'
import { safeRedirect } from '../../../../src/platform/page/navigation.ts'

const ORIGIN = 'https://console.fieldhand.test'

test.each([
  ['/leads?status=new#top', '/leads?status=new#top'],
  [`${ORIGIN}/agent`, '/agent'],
  [null, '/'],
  ['', '/'],
  ['https://elsewhere.test/leads', '/'],
  ['//elsewhere.test/leads', '/'],
  ['/\\elsewhere.test', '/'],
  ['/.//elsewhere.test', '/'],
  ['/leads/..//elsewhere.test', '/'],
  ['/%2e//elsewhere.test', '/'],
  [`${ORIGIN}//elsewhere.test`, '/'],
  ['javascript:alert(1)', '/'],
  ['http://[', '/'],
  ['/sign-up?mode=sign-in', '/'],
])('%j navigates to %j', (target, path) => {
  expect(safeRedirect(target, ORIGIN)).toBe(path)
})
