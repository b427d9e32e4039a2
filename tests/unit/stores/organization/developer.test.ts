import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { openSecret } from '../../../../server/webhooks/secret.ts'
import { configure } from '../../../../src/api/client.ts'
import { fetchWebhooks } from '../../../../src/api/webhooks.ts'
import { $apiKeys, createKey, revokeKey } from '../../../../src/stores/organization/api-keys.ts'
import {
  $deliveries,
  $shownSecret,
  addWebhook,
  dropWebhook,
  loadOlderDeliveries,
  newWebhookId,
  replaceSecret,
  showWebhook,
} from '../../../../src/stores/organization/webhooks.ts'
import { FRESH } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
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
  await eventually(() => expect($apiKeys.get().data).toBeDefined())
  network.plan(async (request) => {
    await server.app.api.fetch(request)
    throw new TypeError('fetch failed')
  })
  await expect(createKey({ name: 'Lost', scopes: ['leads:read'] })).rejects.toThrow('could not be reached')
  await eventually(() => expect(lost()).toMatchObject({ revoked_at: null }))
  await revokeKey(lost()?.id ?? '')
  await eventually(() => expect(lost()?.revoked_at).not.toBeNull())
})

it('an endpoint that another tab has removed is removed', async () => {
  await expect(dropWebhook('webhook_unknown')).resolves.toBeUndefined()
})

it('the deliveries load page by page, and none disappears if a new one is sent', async () => {
  const { db } = server.deps
  const webhookId = newWebhookId()
  await addWebhook(webhookId, { url: 'https://example.com/hook', events: ['lead.created'] })
  onTestFinished(async () => {
    showWebhook(null)
    await db.deleteFrom('webhook_endpoints').execute()
  })
  const deliver = async (count: number) => {
    const made = { organization_id: FRESH, endpoint_id: webhookId, type: 'test', body: '{}' }
    for (let at = 0; at < count; at += 1) {
      const row = { ...made, id: newWebhookId(), status: 'failed' as const, created_at: server.clock.now() }
      await db.insertInto('webhook_deliveries').values(row).execute()
    }
  }
  const shown = (count: number) =>
    eventually(() => expect(new Set($deliveries.get().rows.map(({ id }) => id)).size).toBe(count))
  await deliver(45)
  showWebhook(webhookId)
  onTestFinished($deliveries.listen(() => {}))
  await shown(20)
  await loadOlderDeliveries()
  await shown(40)
  await deliver(1)
  await $deliveries.get().refetch()
  await shown(41)
  await loadOlderDeliveries()
  await shown(46)
  expect($deliveries.get().hasMore).toBe(false)
})

describe('the secret of an endpoint', () => {
  const lost = async (request: Request) => {
    await server.app.api.fetch(request)
    throw new TypeError('fetch failed')
  }
  const stored = () =>
    server.deps.db.selectFrom('webhook_endpoints').select(['secret', 'old_secret']).executeTakeFirstOrThrow()
  const shown = () => $shownSecret.get()
  let id: string

  beforeEach(async () => {
    id = newWebhookId()
    onTestFinished($shownSecret.listen(() => {}))
    onTestFinished(async () => {
      showWebhook(null)
      await server.deps.db.deleteFrom('webhook_endpoints').execute()
    })
    await addWebhook(id, { url: 'https://example.com/hook', events: ['lead.created'] })
    showWebhook(id)
  })

  it('is shown until the endpoint is left, and then never again', async () => {
    expect(shown()).toMatch(/^whsec_/)
    const [listed] = await fetchWebhooks(FRESH)
    expect(listed).toMatchObject({ secret: null, secret_hint: shown()?.replace(/=+$/, '').slice(-4) })
    showWebhook(null)
    showWebhook(id)
    expect(shown()).toBeNull()
  })

  it('is replaced once and shown, if the first response was lost', async () => {
    const before = await stored()
    network.planFor('POST', lost)
    await expect(replaceSecret(id)).rejects.toThrow('could not be reached')
    await replaceSecret(id)
    const after = await stored()
    expect(after.old_secret).toBe(before.secret)
    expect(shown()).toBe(openSecret(server.deps.secrets, id, after.secret))
  })

  it('is not replaced if the server refuses', async () => {
    const before = await stored()
    network.planFor('POST', faults.forbidden)
    await expect(replaceSecret(id)).rejects.toThrow('Not yours')
    expect(await stored()).toEqual(before)
  })
})
