import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $apiKeys, createKey, revokeKey } from '../../../../src/stores/organization/api-keys.ts'
import { dropWebhook } from '../../../../src/stores/organization/webhooks.ts'
import { FRESH } from '../../../server/api/support.ts'
import { connectConsole } from '../../../support/console.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>

beforeEach(() => {
  network = connectConsole(server)
  signInTo(FRESH)
})
afterEach(() => {
  signOutNow()
  configure()
})

it('a response without the key is not shown as one', async () => {
  network.plan(async (request) => {
    const text = await (await server.app.api.fetch(request)).text()
    return new Response(text.slice(0, 20))
  })
  await expect(createKey({ name: 'Cut', scopes: ['leads:read'] })).rejects.toThrow(
    'The server did not send the key.',
  )
})

it('a key whose creation was not answered is listed and can be revoked', async () => {
  onTestFinished($apiKeys.listen(() => {}))
  const lost = () => $apiKeys.get().data?.find(({ name }) => name === 'Lost')
  await vi.waitFor(() => expect($apiKeys.get().data).toBeDefined(), 10_000)
  network.plan(async (request) => {
    await server.app.api.fetch(request)
    throw new TypeError('fetch failed')
  })
  await expect(createKey({ name: 'Lost', scopes: ['leads:read'] })).rejects.toThrow('could not be reached')
  await vi.waitFor(() => expect(lost()).toMatchObject({ revoked_at: null }), 10_000)
  await revokeKey(lost()?.id ?? '')
  await vi.waitFor(() => expect(lost()?.revoked_at).not.toBeNull(), 10_000)
})

it('an endpoint that another tab has removed is removed', async () => {
  await expect(dropWebhook('webhook_unknown')).resolves.toBeUndefined()
})
