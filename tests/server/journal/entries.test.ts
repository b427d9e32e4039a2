import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { eraseOrganization } from '../../../server/erasure/erase-organization.ts'
import { createApiKey, revokeApiKey } from '../../../src/contract/api-keys.ts'
import { closeCalendarFeed, openCalendarFeed } from '../../../src/contract/calendar-setup.ts'
import { deleteConversation, eraseVisitor } from '../../../src/contract/conversations.ts'
import { createLead, deleteLead } from '../../../src/contract/leads.ts'
import { eraseOrganizationData } from '../../../src/contract/privacy.ts'
import { createWebhook, deleteWebhook } from '../../../src/contract/webhooks.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const { db } = server.deps
const params = { orgId: FRESH }

beforeEach(() => db.deleteFrom('journal_entries').execute())

/** The kinds and subjects of the entries, in order. */
const entries = async () =>
  (await db.selectFrom('journal_entries').select(['kind', 'subject']).orderBy('at').execute()).map(
    ({ kind, subject }) => [kind, subject],
  )
const kinds = async () => (await entries()).map(([kind]) => kind)

async function hash(text: string): Promise<string> {
  const { salt } = await db.selectFrom('journal_salt').select('salt').executeTakeFirstOrThrow()
  return createHash('sha256').update(`${salt} ${text}`).digest('hex')
}

async function visitor() {
  const session = await beginChat(server, FRESH)
  for (const message of ['Lawn mowing', 'Zoe Quill', '614-555-0173', '12 Elm Street, Columbus'])
    await sayInChat(server, session, message)
  const lead = await leadOfChat(server, FRESH, session)
  return { conversationId: session.conversation_id, leadId: lead?.id ?? '' }
}

describe('the journal has an entry for', () => {
  it('an erased lead, visitor, and conversation', async () => {
    const one = await visitor()
    await call(server, deleteLead, { params: { ...params, leadId: one.leadId } })
    expect(await entries()).toEqual([
      ['conversation_erased', one.conversationId],
      ['lead_erased', one.leadId],
    ])
    const two = await visitor()
    await call(server, eraseVisitor, { params: { ...params, conversationId: two.conversationId } })
    expect((await entries()).slice(2)).toEqual([
      ['conversation_erased', two.conversationId],
      ['lead_erased', two.leadId],
    ])
    const three = await visitor()
    await call(server, deleteConversation, { params: { ...params, conversationId: three.conversationId } })
    expect((await entries()).slice(4)).toEqual([['conversation_erased', three.conversationId]])
  })

  it('a revoked key, a removed webhook, and a replaced or removed calendar feed', async () => {
    const key = await call(server, createApiKey, { params, body: { name: 'Zapier', scopes: ['leads:read'] } })
    const keyId = key.body.key.id
    const body = { url: 'http://localhost:4000/hook', events: ['lead.created' as const] }
    const webhook = await call(server, createWebhook, { params, body })
    const tokenOf = ({ url }: { url: string }) => /feed_\w+/.exec(url)?.[0] ?? ''
    const first = await call(server, openCalendarFeed, { params, body: {} })
    await call(server, openCalendarFeed, { params, body: {} })
    expect(await entries()).toEqual([])
    for (const _ of ['once', 'again']) await call(server, revokeApiKey, { params: { ...params, keyId } })
    await call(server, deleteWebhook, { params: { ...params, webhookId: webhook.body.id } })
    const second = await call(server, openCalendarFeed, { params, body: { renew: true } })
    await call(server, closeCalendarFeed, { params })
    expect(await entries()).toEqual([
      ['api_key_revoked', keyId],
      ['webhook_deleted', webhook.body.id],
      ['calendar_feed_deleted', await hash(tokenOf(first.body))],
      ['calendar_feed_deleted', await hash(tokenOf(second.body))],
    ])
  })

  it('an opt-out and its reversal, without the address or number', async () => {
    const at = server.clock.now()
    const mail = { organization_id: FRESH, email: 'zoe@example.test', at }
    for (const _ of ['once', 'again']) {
      await db
        .insertInto('email_opt_outs')
        .values(mail)
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    await db.insertInto('sms_opt_outs').values({ phone: '+16145550173', at }).execute()
    await db.deleteFrom('sms_opt_outs').execute()
    await db.deleteFrom('email_opt_outs').execute()
    expect(await entries()).toEqual([
      ['mail_opt_out', await hash(`${FRESH} zoe@example.test`)],
      ['text_opt_out', await hash('+16145550173')],
      ['text_opt_out_ended', await hash('+16145550173')],
      ['mail_opt_out_ended', await hash(`${FRESH} zoe@example.test`)],
    ])
  })

  it('the ends and beginnings of memberships, admins, and people who are notified', async () => {
    const member = { organization_id: FRESH, user_id: 'user_2abcdefghijklmnopqrstuvwxyz' }
    const times = { created_at: server.clock.now(), updated_at: server.clock.now() }
    await db
      .insertInto('identity_users')
      .values({ id: member.user_id, email: 'x@example.test', email_id: 'x', ...times })
      .execute()
    const row = { id: 'orgmem_x', ...member, role: 'org:admin', ...times }
    await db.insertInto('identity_memberships').values(row).execute()
    const own = () => db.updateTable('identity_memberships').where('id', '=', 'orgmem_x')
    await own().set({ role: 'org:member' }).execute()
    await own().set({ role: 'org:admin' }).execute()
    await db.deleteFrom('identity_memberships').where('id', '=', 'orgmem_x').execute()
    const all = ['membership_begun', 'admin_appointed', 'admin_removed', 'admin_appointed']
    const expected = [...all, 'membership_ended', 'admin_removed']
    expect(await entries()).toEqual(expected.map((kind) => [kind, member.user_id]))
    await db.deleteFrom('journal_entries').execute()

    const reported = { ...member, role: 'org:admin', changed_at: times.created_at }
    await db
      .insertInto('members')
      .values({ id: 'one', ...reported })
      .execute()
    await db
      .insertInto('members')
      .values({ id: 'two', ...reported })
      .execute()
    const end = (id: string) =>
      db.updateTable('members').set({ removed_at: times.created_at }).where('id', '=', id).execute()
    await db.deleteFrom('journal_entries').execute()
    await end('one')
    expect(await entries()).toEqual([])
    await end('two')
    await end('two')
    expect(await kinds()).toEqual(['membership_ended', 'admin_removed'])
    await db.deleteFrom('members').execute()
    await db.deleteFrom('journal_entries').execute()

    const people = (...ids: string[]) => JSON.stringify({ people: ids.map((id) => ({ id, name: id })) })
    const store = (fields: string) =>
      db
        .insertInto('notification_settings')
        .values({ organization_id: FRESH, fields, updated_at: times.created_at })
        .onConflict((same) => same.column('organization_id').doUpdateSet({ fields }))
        .execute()
    await store(people('escalation', 'ann'))
    await store(people('escalation', 'person_0123456789abcdef'))
    await store('{"people": 7}')
    await db.deleteFrom('notification_settings').execute()
    const [escalation, ann] = [await hash('escalation'), await hash('ann')]
    expect(await entries()).toEqual([
      ['person_added', escalation],
      ['person_added', ann],
      ['person_removed', ann],
      ['person_added', 'person_0123456789abcdef'],
      ['person_removed', escalation],
      ['person_removed', 'person_0123456789abcdef'],
    ])
  })

  it('an id that a client has chosen, as a hash', async () => {
    const body = { id: '614-555-0173', contact_name: 'Ada' }
    await call(server, createLead, { params, body })
    await call(server, deleteLead, { params: { ...params, leadId: body.id } })
    expect(await entries()).toEqual([['lead_erased', await hash(body.id)]])
  })

  it('erased data of an organization, and an erased organization', async () => {
    const { leadId } = await visitor()
    const body = { organization_name: 'Fresh Cut Co' }
    expect((await call(server, eraseOrganizationData, { params, body })).status).toBe(204)
    expect(await entries()).toEqual(expect.arrayContaining([['lead_erased', leadId]]))
    const found = await db.selectFrom('journal_entries').select(['kind', 'organization']).execute()
    expect(found).toContainEqual({ kind: 'organization_data_erased', organization: FRESH })
    expect(new Set(found.map(({ organization }) => organization))).toEqual(new Set([FRESH]))
    await db.transaction().execute((tx) => eraseOrganization(tx, GREEN))
    expect(await entries()).toContainEqual(['organization_erased', GREEN])
  })
})

it('has no entry for what is rolled back', async () => {
  const { leadId } = await visitor()
  const attempt = db.transaction().execute(async (tx) => {
    await tx.deleteFrom('leads').where('id', '=', leadId).execute()
    await sql`select 1 / 0`.execute(tx)
  })
  await expect(attempt).rejects.toThrow('division by zero')
  expect(await entries()).toEqual([])
})
