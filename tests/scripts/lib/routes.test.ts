import { expect, it } from 'vitest'
import { consoleRoutes } from '../../../scripts/lib/routes.ts'
import { SCREENS } from '../../../src/domain/common/screens.ts'

const routes = consoleRoutes()
const paths = routes.map(({ path }) => path)

it('finds the pages and the paths that are rewritten to them', () => {
  const found = [
    '/',
    '/leads',
    '/leads/:leadId',
    '/conversations',
    '/conversations/:conversationId',
    '/sign-up',
  ]
  expect(paths).toEqual(expect.arrayContaining(found))
})

it('omits pages that nobody opens by their own path', () => {
  expect(paths).not.toContain('/404')
  expect(paths).not.toContain('/lead')
})

it('only the sign-up screen is open to signed-out visitors', () => {
  expect(routes.filter(({ isGuarded }) => !isGuarded).map(({ path }) => path)).toEqual(['/sign-up'])
})

it('every screen has a page', () => {
  expect(paths).toEqual(expect.arrayContaining(SCREENS.map(({ path }) => path)))
})
