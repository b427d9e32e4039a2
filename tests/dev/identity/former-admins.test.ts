import { beforeEach, describe, expect, it } from 'vitest'
import { addMember } from '../../../dev/identity/membership.ts'
import { createApiKey, revokeApiKey } from '../../../src/contract/api-keys.ts'
import { openCalendarFeed } from '../../../src/contract/calendar-setup.ts'
import {
  dismissFormerAdmin,
  type FormerAdmin,
  listFormerAdmins,
} from '../../../src/contract/former-admins.ts'
import { getSetupStatus } from '../../../src/contract/organizations.ts'
import { createWebhook, deleteWebhook } from '../../../src/contract/webhooks.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { sharedServer, TEST_NOW } from '../../support/server.ts'
import { Browser, PASSWORD } from './support.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const { db } = server.deps
const { console: consoleOrigin } = server.deps.config.origins
const members = `/organizations/${FRESH}/memberships`

const owner = new Browser(async (path, init) =>
  server.app.console.request(`${consoleOrigin}/__clerk${path}`, init),
)
await owner.signIn('owner@fieldhand.test', PASSWORD)

beforeEach(async () => {
  server.clock.set(TEST_NOW)
  for (const table of ['api_keys', 'webhook_endpoints', 'calendar_feeds', 'former_admins'] as const) {
    await db.deleteFrom(table).execute()
  }
  await join('org:admin')
})

/** Makes the rival a member with this role. */
async function join(role: 'org:admin' | 'org:member') {
  await db
    .deleteFrom('identity_memberships')
    .where('organization_id', '=', FRESH)
    .where('user_id', '=', 'user_rival')
    .execute()
  const member = { organizationId: FRESH, userId: 'user_rival', role, now: server.clock.now() }
  await db.transaction().execute((tx) => addMember(tx, member))
}

type User = 'owner' | 'rival'

async function createKey(as: User, name = 'Zapier', expires_at: string | null = null): Promise<string> {
  const body = { name, scopes: ['leads:read' as const], expires_at }
  return (await call(server, createApiKey, { params, body, as })).body.key.id
}

async function createHook(as: User, name = 'hook'): Promise<string> {
  const body = { url: `http://localhost:4000/${name}`, events: ['lead.created' as const] }
  return (await call(server, createWebhook, { params, body, as })).body.id
}

const openFeed = (as: User, renew = false) => call(server, openCalendarFeed, { params, body: { renew }, as })

const shown = async (): Promise<FormerAdmin[]> => (await call(server, listFormerAdmins, { params })).body
const setup = async () => (await call(server, getSetupStatus, { params })).body
const counted = async (): Promise<number> => (await setup()).former_admins
const remove = () => owner.delete(`${members}/user_rival`)
const setRole = (role: string) => owner.patch(`${members}/user_rival`, { role })

describe('an admin who is removed', () => {
  it('is shown to the other admins with the keys, webhooks, and feed that still work', async () => {
    const key = await createKey('rival')
    await createKey('owner', 'Ours')
    await createKey('rival', 'Expired', new Date(TEST_NOW.getTime() + HOUR_MS).toISOString())
    const revoked = await createKey('rival', 'Revoked')
    await call(server, revokeApiKey, { params: { ...params, keyId: revoked } })
    const hook = await createHook('rival', 'theirs')
    await createHook('owner', 'ours')
    await openFeed('rival')
    await openFeed('owner')
    server.clock.advance(DAY_MS)
    expect([await shown(), await counted()]).toEqual([[], 0])
    expect((await remove()).status).toBe(200)
    expect(await shown()).toEqual([
      {
        user_id: 'user_rival',
        name: 'Riley Vale',
        since: server.clock.now().toISOString(),
        keys: [{ id: key, name: 'Zapier', hint: expect.stringMatching(/^\w{4}$/) }],
        webhooks: [{ id: hook, url: 'http://localhost:4000/theirs' }],
        has_feed: true,
      },
    ])
    expect(await setup()).toMatchObject({
      former_admins: 1,
      last_former_admin_at: server.clock.now().toISOString(),
    })
    expect((await call(server, listFormerAdmins, { params, as: 'rival' })).status).toBe(403)
    expect((await call(server, listFormerAdmins, { params: { orgId: RIVAL }, as: 'rival' })).body).toEqual([])
  })

  it('is no longer shown once nothing of that works, or another admin has dismissed it', async () => {
    const key = await createKey('rival')
    const hook = await createHook('rival')
    await openFeed('rival')
    await remove()
    const there = async () =>
      (await shown()).map(({ keys, webhooks, has_feed }) => [keys.length, webhooks.length, has_feed])
    await call(server, revokeApiKey, { params: { ...params, keyId: key } })
    expect(await there()).toEqual([[0, 1, true]])
    await openFeed('owner', true)
    expect(await there()).toEqual([[0, 1, false]])
    await call(server, deleteWebhook, { params: { ...params, webhookId: hook } })
    expect([await there(), await counted()]).toEqual([[], 0])

    await join('org:admin')
    await createKey('rival')
    await remove()
    expect(await there()).toEqual([[1, 0, false]])
    const dismissed = { params: { ...params, userId: 'user_rival' } }
    expect((await call(server, dismissFormerAdmin, { ...dismissed, as: 'rival' })).status).toBe(403)
    expect(await there()).toHaveLength(1)
    for (const _ of ['once', 'again']) {
      expect((await call(server, dismissFormerAdmin, dismissed)).status).toBe(204)
      expect([await there(), await counted()]).toEqual([[], 0])
    }
  })

  it('is not shown without having created anything, nor after coming back as an admin', async () => {
    await createKey('owner')
    await remove()
    expect(await shown()).toEqual([])
    await join('org:admin')
    await createKey('rival')
    await remove()
    expect(await shown()).toHaveLength(1)
    await join('org:member')
    expect(await shown()).toHaveLength(1)
    await setRole('org:admin')
    expect(await shown()).toEqual([])
  })

  it('is shown with webhooks and a feed from before their creators were recorded', async () => {
    await createHook('owner')
    await openFeed('owner')
    await db.updateTable('webhook_endpoints').set({ created_by: null }).execute()
    await db.updateTable('calendar_feeds').set({ created_by: null }).execute()
    await remove()
    expect(await shown()).toMatchObject([
      { keys: [], webhooks: [{ url: 'http://localhost:4000/hook' }], has_feed: true },
    ])
  })
})

describe('an admin who becomes a member', () => {
  it('is shown once, even if the person then leaves', async () => {
    await createKey('rival')
    await setRole('org:member')
    expect(await shown()).toMatchObject([{ user_id: 'user_rival', keys: [{ name: 'Zapier' }] }])
    await call(server, dismissFormerAdmin, { params: { ...params, userId: 'user_rival' } })
    await remove()
    expect(await shown()).toEqual([])
  })
})
