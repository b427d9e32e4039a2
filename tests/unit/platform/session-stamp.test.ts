import { expect, test } from 'vitest'
import { sessionStamp } from '../../../src/platform/session-stamp.ts'

test.each([
  ['', null],
  ['theme=dark', null],
  ['__client_uat=0; __client_uat_x=0', null],
  ['__client_uat_x=17; __client_uat=0', '__client_uat=0;__client_uat_x=17'],
])('%j returns %j', (cookies, stamp) => {
  expect(sessionStamp(cookies)).toBe(stamp)
})

test('the order of cookies does not matter', () => {
  expect(sessionStamp('__client_uat=1; __client_uat_x=2')).toBe(
    sessionStamp('__client_uat_x=2; __client_uat=1'),
  )
})
