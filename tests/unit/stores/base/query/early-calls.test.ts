import { expect, it } from 'vitest'
import { ENDPOINTS } from '../../../../../server/api/endpoints.ts'
import { earlyCalls } from '../../../../../src/stores/base/query/early-calls.ts'

const ROUTES = [
  '/',
  '/leads',
  '/lead',
  '/conversations',
  '/agent',
  '/playground',
  '/integrations',
  '/organization',
  '/billing',
]

it.each(ROUTES)('%s asks early only what members read with the organization alone, each once', (route) => {
  const paths = earlyCalls(route)
  expect(paths.length).toBeGreaterThan(0)
  expect(new Set(paths).size).toBe(paths.length)
  for (const path of paths) {
    expect(path.match(/:\w+/g)).toEqual([':orgId'])
    const endpoint = ENDPOINTS.find((each) => each.path === path.split('?')[0] && each.method === 'GET')
    expect(endpoint?.access).toBe('member')
  }
})

it('other pages ask nothing', () => {
  expect(earlyCalls('/sign-up')).toEqual([])
  expect(earlyCalls('/404')).toEqual([])
})
