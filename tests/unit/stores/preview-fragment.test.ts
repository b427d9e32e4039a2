import { afterEach, beforeEach, expect, it } from 'vitest'
import { configure } from '../../../src/api/client.ts'
import { queryClient } from '../../../src/stores/base/query/client.ts'
import { previewFragment } from '../../../src/stores/playground/playground.ts'
import { connectConsole } from '../../support/console.ts'
import { sharedServer } from '../../support/server.ts'
import { signInTo, signOutNow } from '../../support/session.ts'

const GREEN = 'org_greenacres'

const server = await sharedServer({ now: new Date() })
beforeEach(() => {
  connectConsole(server)
  signInTo(GREEN)
})
afterEach(() => {
  queryClient.clear()
  signOutNow()
  configure()
})

const subscription = (subscription_status: string) =>
  server.deps.db.updateTable('organizations').set({ subscription_status }).where('id', '=', GREEN).execute()

it.each(['active', 'canceled'])(
  'contains a pass that opens the chat while the plan is %s',
  async (status) => {
    await subscription(status)
    const fragment = await previewFragment(GREEN)
    expect(fragment).toMatch(/^#pass=[\w-]{43}$/)
    const config = `/api/v1/widget/${GREEN}/config`
    const isOpen = (await server.fetchApi(config, { as: null })).status === 200
    expect(isOpen).toBe(status === 'active')
    expect((await server.fetchApi(config + fragment.replace('#', '?'), { as: null })).status).toBe(200)
  },
)

it('is empty if the API issues no passes', async () => {
  await subscription('canceled')
  configure({
    baseUrl: 'http://localhost:3001',
    getToken: () => server.tokenFor('owner@fieldhand.test'),
    fetch: async (request) =>
      request.method === 'POST' ? new Response(null, { status: 404 }) : server.app.api.fetch(request),
  })
  expect(await previewFragment(GREEN)).toBe('')
})
