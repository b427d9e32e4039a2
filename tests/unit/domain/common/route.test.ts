import { expect, test } from 'vitest'
import { routeOf } from '../../../../src/domain/common/route.ts'

test.each([
  ['/', '/'],
  ['/leads', '/leads'],
  ['/leads/lead_1', '/lead'],
  ['/leads/a%2Fb', '/lead'],
  ['/leads/', '/leads/'],
  ['/leads/lead_1/notes', '/leads/lead_1/notes'],
  ['/conversations', '/conversations'],
  ['/conversations/conv_1', '/conversations'],
  ['/agent', '/agent'],
])('%s is the page %s', (path, route) => {
  expect(routeOf(path)).toBe(route)
})
