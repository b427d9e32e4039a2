import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { eraseOrganization } from '../../../server/erasure/erase-organization.ts'
import {
  ACCOUNT_TABLES,
  DATA_TABLES,
  SECRET_TABLES,
  TRACE_TABLES,
} from '../../../server/erasure/organization-tables.ts'
import { createGuard } from '../../../server/http/auth.ts'
import { widgetRoutes } from '../../../server/widget/routes.ts'
import { recordCall } from '../../../src/contract/activity.ts'
import { deleteConversation, eraseVisitor, exportConversation } from '../../../src/contract/conversations.ts'
import { deleteLead, setLeadStatus, updateLead } from '../../../src/contract/leads.ts'
import { getOrganization } from '../../../src/contract/organizations.ts'
import { eraseOrganizationData, exportOrganization } from '../../../src/contract/privacy.ts'
import { createTask } from '../../../src/contract/tasks.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call } from '../../support/api.ts'
import { fillHubspot } from '../../support/fill-hubspot.ts'
import { notify } from '../../support/notifications.ts'
import { columnsContaining } from '../../support/search-tables.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, leadOfChat, leadsOf, readChat, sayInChat, sendInChat } from '../../support/visitor.ts'
import { replyTo } from '../conversations/support.ts'

const FRESH = 'org_freshcut'
const NAME = 'Zebulon Quackenbush'
const PHONE = '614-555-0173'
const SAID = 'the gnome guards the gate'

const server = await sharedServer()

/** A visitor who leaves name, phone, and address, and books a call. */
async function bookedVisitor(): Promise<ChatSession> {
  const session = await beginChat(server, FRESH)
  for (const message of ['Lawn mowing', NAME, PHONE, '12 Elm Street, Columbus', 'Mon, Nov 23, 8:00 AM', SAID])
    await sayInChat(server, session, message)
  return session
}

/** Counts a message of the visitor in the database, like servers on PostgreSQL. */
async function countInDatabase({ conversation_id, visitor_token }: ChatSession): Promise<void> {
  const deps = { ...server.deps, config: { ...server.deps.config, databaseUrl: 'postgres://shared' } }
  await widgetRoutes({ deps, guard: createGuard(deps, server.standIns.identity) }).request(
    `/api/v1/widget/conversations/${conversation_id}/messages`,
    {
      method: 'POST',
      headers: { Authorization: `Bearer ${visitor_token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ client_id: 'counted', content: SAID }),
    },
  )
}

/** The columns that contain any of the texts. */
async function held(...texts: (string | null | undefined)[]): Promise<string[]> {
  const found = await Promise.all(texts.map((text) => columnsContaining(server.deps.db, text ?? 'missing')))
  return [...new Set(found.flat())].toSorted()
}

describe('erasing a lead', () => {
  it('erases its conversation, its booking, and all data of its visitor', async () => {
    const session = await bookedVisitor()
    await countInDatabase(session)
    const lead = await leadOfChat(server, FRESH, session)
    const { visitor_token_hash: hash } = await server.deps.db
      .selectFrom('conversations')
      .select('visitor_token_hash')
      .where('id', '=', session.conversation_id)
      .executeTakeFirstOrThrow()
    const traces = [
      ...['Zebulon', 'Quackenbush', '555-0173', 'Elm Street', SAID],
      ...[session.conversation_id, lead?.id, lead?.converted_to_booking_id, hash],
    ]
    expect(await held(...traces)).toEqual(
      expect.arrayContaining([
        'conversations.state',
        'lead_activity.lead_id',
        'leads.booking_url',
        'messages.content',
        'messages.trace',
        'rate_limits.key',
      ]),
    )

    const params = { orgId: FRESH, leadId: lead?.id ?? '' }
    expect((await call(server, deleteLead, { params })).status).toBe(204)
    // Other devices learn from the id what to remove.
    expect(await held(...traces)).toEqual(['lead_removals.lead_id'])
  })

  it('leaves the visitor nothing to read, continue, or look up', async () => {
    const session = await bookedVisitor()
    const lead = await leadOfChat(server, FRESH, session)
    const page = () => server.app.widget.request(new URL(lead?.booking_url ?? '').pathname)
    expect((await page()).status).toBe(200)
    await call(server, deleteLead, { params: { orgId: FRESH, leadId: lead?.id ?? '' } })
    expect((await readChat(server, session)).status).toBe(404)
    expect((await sendInChat(server, session, 'Hello?')).status).toBe(404)
    expect((await page()).status).toBe(404)
    expect(await leadOfChat(server, FRESH, session)).toBeUndefined()
  })

  it('takes precedence over concurrent messages', async () => {
    const session = await bookedVisitor()
    const lead = await leadOfChat(server, FRESH, session)
    const [erased, ...sent] = await Promise.all([
      call(server, deleteLead, { params: { orgId: FRESH, leadId: lead?.id ?? '' } }),
      ...['jane@example.test', '614-555-0174'].map((content) => sendInChat(server, session, content)),
    ])
    expect(erased?.status).toBe(204)
    for (const { status } of sent) expect([200, 404]).toContain(status)
    expect(await held(session.conversation_id, NAME, 'jane@example.test')).toEqual([])
  })

  it('of another organization is refused and erases nothing', async () => {
    const session = await bookedVisitor()
    const lead = await leadOfChat(server, FRESH, session)
    const params = { orgId: 'org_rivalmowing', leadId: lead?.id ?? '' }
    expect((await call(server, deleteLead, { params, as: 'rival' })).status).toBe(404)
    expect((await readChat(server, session)).status).toBe(200)
  })
})

describe('erasing a conversation', () => {
  it('erases its messages and notes, ends its chat, and keeps the lead', async () => {
    const session = await bookedVisitor()
    const { id } = (await leadOfChat(server, FRESH, session)) ?? { id: '' }
    await countInDatabase(session)
    const note = 'the gate code is zebra'
    expect((await replyTo(server, session, note, { message_type: 'note' })).status).toBe(200)
    const params = { orgId: FRESH, conversationId: session.conversation_id }
    const exported = await call(server, exportConversation, { params })
    expect(exported.body.messages.map(({ content }: { content: string }) => content)).toContain(note)
    expect(exported.body.transcript).toContain(`Olivia Greene (internal note)\n${note}\n`)
    expect(exported.body.transcript).toContain(`Visitor\n${SAID}\n`)
    expect((await call(server, deleteConversation, { params })).status).toBe(204)
    expect(await held(note, session.conversation_id)).toEqual([])
    expect((await readChat(server, session)).status).toBe(404)
    expect((await call(server, deleteConversation, { params })).status).toBe(404)
    const kept = await leadsOf(server, FRESH)
    const lead = kept.find((each) => each.id === id)
    expect(lead).toMatchObject({ conversation_id: null, prospect_phone: '(614) 555-0173' })
    await call(server, deleteLead, { params: { orgId: FRESH, leadId: id } })
  })
})

describe('erasing a visitor', () => {
  /** Fills every table with a visitor's words, each beginning with `word`. Returns the words and the chat. */
  async function everywhere(word: string) {
    const session = await beginChat(server, FRESH)
    const said = ['Lawn mowing', `${word}name Doe`, `${word}mail@example.test`, '614-555-0188']
    for (const message of [...said, `1 ${word}road Street, Columbus`, `${word}extra`])
      await sayInChat(server, session, message)
    await sayInChat(server, session, 'Mon, Nov 23, 8:00 AM')
    await countInDatabase(session)
    const leadId = (await leadOfChat(server, FRESH, session))?.id ?? ''
    const params = { orgId: FRESH, leadId }
    await replyTo(server, session, `${word}reply`)
    await replyTo(server, session, `${word}note`, { message_type: 'note' })
    const due_at = '2026-11-23T15:00:00.000Z'
    await call(server, createTask, { params, body: { text: `${word}task`, due_at } })
    await call(server, recordCall, { params, body: { outcome: 'answered' } })
    await call(server, updateLead, { params, body: { notes: `${word}lead` } })
    await call(server, setLeadStatus, { params, query: { status: 'lost', loss_reason: `${word}lost` } })
    return { session, leadId }
  }

  it('leaves nothing of the visitor in any table, and everything of the others', async () => {
    const { session, leadId } = await everywhere('xylo')
    const other = await everywhere('quartz')
    const tables = [
      'conversations.state',
      'lead_activity.data',
      'leads.prospect_name',
      'messages.content',
      'messages.trace',
      'tasks.text',
    ]
    const kept = await held('quartz')
    expect(await held('xylo')).toEqual(expect.arrayContaining(tables))
    const params = { orgId: FRESH, conversationId: session.conversation_id }
    const theirs = { orgId: 'org_rivalmowing', conversationId: session.conversation_id }
    expect((await call(server, eraseVisitor, { params: theirs, as: 'rival' })).status).toBe(404)
    expect((await call(server, eraseVisitor, { params })).status).toBe(204)
    // Other devices learn from the id what to remove.
    expect(await held('xylo', session.conversation_id, leadId)).toEqual(['lead_removals.lead_id'])
    expect(await held('quartz')).toEqual(kept)
    expect((await readChat(server, session)).status).toBe(404)
    expect((await readChat(server, other.session)).status).toBe(200)
    expect((await call(server, eraseVisitor, { params })).status).toBe(404)
  })

  it('erases a chat that has made no lead', async () => {
    const session = await beginChat(server, FRESH)
    await sayInChat(server, session, 'xylophone')
    const params = { orgId: FRESH, conversationId: session.conversation_id }
    expect((await call(server, eraseVisitor, { params })).status).toBe(204)
    expect(await held('xylophone', session.conversation_id)).toEqual([])
  })
})

describe('the data of an organization', () => {
  const params = { orgId: FRESH }
  const name = 'Fresh Cut Co'

  /** Fills every table of the organization. Returns texts that occur nowhere else. */
  async function fill(): Promise<string[]> {
    const { db, clock } = server.deps
    const owned = { organization_id: FRESH }
    const now = clock()
    const session = await bookedVisitor()
    await countInDatabase(session)
    const order = { order_index: 0 }
    await db
      .insertInto('faqs')
      .values({ id: 'f', ...owned, question: 'zq?', answer: 'zanswer', ...order })
      .execute()
    await db
      .insertInto('qualification_questions')
      .values({ id: 'q', ...owned, question_text: 'zquestion', ...order })
      .execute()
    await db
      .insertInto('profiles')
      .values({ ...owned, fields: JSON.stringify({ phone: 'zphone' }), updated_at: now })
      .execute()
    await db
      .insertInto('onboarding_steps')
      .values({ ...owned, step: 1, completed_at: now })
      .execute()
    await db
      .insertInto('integration_connections')
      .values({ ...owned, provider: 'hubspot', account: 'zaccount', connected_at: now })
      .execute()
    await fillHubspot(db, FRESH, now)
    await db
      .insertInto('oauth_states')
      .values({ state: 'zstate', ...owned, user_id: 'user', provider: 'hubspot', expires_at: now })
      .execute()
    await db
      .insertInto('preview_passes')
      .values({ hash: 'zpass', ...owned, user_id: 'user', issued_at: now, expires_at: now })
      .execute()
    await db
      .insertInto('members')
      .values({ id: 'zmember', ...owned, user_id: 'zuser', role: 'org:admin', changed_at: now })
      .execute()
    await db
      .insertInto('notification_settings')
      .values({ ...owned, fields: JSON.stringify({ people: [{ name: 'zperson' }] }), updated_at: now })
      .execute()
    const keys = { p256dh: 'zkey', auth: 'zauth' }
    const device = { id: 'zdevice', user_id: 'user', endpoint: 'https://push.test/', name: 'zbrowser' }
    await db
      .insertInto('push_devices')
      .values({ ...device, ...owned, ...keys, alerts: '[]', created_at: now })
      .execute()
    await notify(server, {
      id: 'zsent',
      organization_id: FRESH,
      text: 'ztext',
      html: 'zhtml',
      token: 'ztoken',
      recipient: 'z@example.test',
    })
    await db
      .insertInto('email_opt_outs')
      .values({ ...owned, email: 'z@example.test', at: now })
      .execute()
    await db
      .insertInto('sms_consents')
      .values({ ...owned, phone: '+16145550177', source: 'visitor', at: now })
      .execute()
    const line = {
      id: 'CAz',
      phone: '+16145550179',
      number: '',
      is_own: true,
      ticket_hash: 'zticket',
      summary: 'zcalled',
    }
    await db
      .insertInto('calls')
      .values({
        ...{ ...owned, ...line, conversation_id: session.conversation_id, state: '{}' },
        ...{ connection: null, started_at: now, active_at: now, seconds: null, outcome: null },
      })
      .execute()
    const number = { phone: '+15005550007', account_sid: 'AC1', number_sid: 'PN1', sealed: 'zsealednumber' }
    await db
      .insertInto('own_numbers')
      .values({ ...owned, ...number, connected_at: now })
      .execute()
    await db
      .insertInto('sms_opt_outs')
      .values({ ...owned, phone: '+16145550178', at: now })
      .execute()
    return [
      ...['+15005550007', '+16145550178', '+16145550179', 'zcalled'],
      ...[session.conversation_id, NAME, '555-0173', SAID, 'zanswer', 'zquestion', 'zphone', 'zaccount'],
      ...['zperson', 'zbrowser', 'ztext', 'z@example.test', '+16145550177', 'zdetail'],
    ]
  }

  it('is covered by export and erasure in every table', async () => {
    const { rows } = await sql<{ table: string }>`select table_name as table from information_schema.columns
      where table_schema = 'public' and column_name = 'organization_id' and table_name not like 'identity_%'`.execute(
      server.deps.db,
    )
    const known = [...Object.keys({ ...DATA_TABLES, ...ACCOUNT_TABLES }), ...SECRET_TABLES, ...TRACE_TABLES]
    expect(rows.map(({ table }) => table).toSorted()).toEqual(known.toSorted())
  })

  it('is exported as JSON without secrets, to its admins only', async () => {
    const texts = await fill()
    const answer = await call(server, exportOrganization, { params })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      exported_at: server.clock.now().toISOString(),
      organization: { id: FRESH, name },
      integration_connections: [{ account: 'zaccount' }],
      members: [{ user_id: 'zuser' }],
    })
    expect(answer.body.messages).toContainEqual(
      expect.objectContaining({ trace: expect.objectContaining({ maker: 'script' }) }),
    )
    const text = JSON.stringify(answer.body)
    for (const each of texts) expect(text).toContain(each)
    for (const secret of [
      'visitor_token_hash',
      'zstate',
      'zpass',
      'ztoken',
      'zkey',
      'zauth',
      'zhtml',
      'zsealed',
      'zticket',
    ])
      expect(text).not.toContain(secret)
    expect((await call(server, exportOrganization, { params, as: 'rival' })).status).toBe(403)
  })

  it('is exported completely, however many leads and messages there are', async () => {
    const { db } = server.deps
    const now = server.clock.now()
    const lead = { organization_id: FRESH, status: 'new', source: 'manual', created_at: now, updated_at: now }
    const ids = Array.from({ length: 12_001 }, (_, index) => `many-${index}`)
    for (let from = 0; from < ids.length; from += 5_000) {
      const some = ids.slice(from, from + 5_000).map((id) => ({ id, ...lead }))
      await db.insertInto('leads').values(some).execute()
    }
    const { body } = await call(server, exportOrganization, { params })
    const exported = new Set(body.leads.map(({ id }: { id: string }) => id))
    expect(exported.size).toBe(body.leads.length)
    expect(ids.filter((id) => !exported.has(id))).toEqual([])
  })

  it('is exported at most twice at the same time, also if a download is canceled', async () => {
    const begin = () => server.fetchApi(exportOrganization.path.replace(':orgId', FRESH))
    const [first, second] = [await begin(), await begin()]
    const third = await begin()
    expect([first.status, second.status, third.status]).toEqual([200, 200, 409])
    expect(await third.json()).toEqual({
      message: 'Your data is being exported already. Please wait until that is complete',
    })
    await first.body?.cancel()
    await second.text()
    for (let count = 0; count < 3; count += 1) {
      const head = await server.fetchApi(exportOrganization.path.replace(':orgId', FRESH), { method: 'HEAD' })
      expect(head.status).toBe(200)
    }
    expect((await call(server, exportOrganization, { params })).status).toBe(200)
  })

  it('can only be erased by an admin who types its name', async () => {
    const { db } = server.deps
    const erase = (organization_name: string, as: 'owner' | 'rival' = 'owner') =>
      call(server, eraseOrganizationData, { params, body: { organization_name }, as })
    expect((await erase(name, 'rival')).status).toBe(403)
    expect((await erase('Fresh Cut')).body.message).toContain('Nothing was erased')
    await db
      .updateTable('identity_memberships')
      .set({ role: 'org:member' })
      .where('organization_id', '=', FRESH)
      .execute()
    expect((await erase(name)).body.message).toBe(
      'Only admins of this organization can do this. Please ask one of them',
    )
    expect((await call(server, exportOrganization, { params })).status).toBe(403)
    await db
      .updateTable('identity_memberships')
      .set({ role: 'org:admin' })
      .where('organization_id', '=', FRESH)
      .execute()
    expect(await held(NAME)).not.toEqual([])

    const organization = await call(server, getOrganization, { params })
    expect((await erase(name)).status).toBe(204)
    const settings = ['zanswer', 'zquestion', 'zphone', 'zaccount', 'zstate', 'zpass', 'zperson', 'zbrowser']
    expect(
      await held(NAME, '555-0173', SAID, ...settings, 'zcalled', 'ztext', 'z@example.test', '+16145550177'),
    ).toEqual([])
    expect((await call(server, getOrganization, { params })).body).toEqual(organization.body)
    expect((await call(server, exportOrganization, { params })).body).toMatchObject({
      leads: [],
      messages: [],
      visitor_presence: [],
    })
  })
})

describe('erasing an organization that its identity provider has deleted', () => {
  it('deletes all of its data and no other data', async () => {
    const { db } = server.deps
    const session = await bookedVisitor()
    await countInDatabase(session)
    const others = () => db.selectFrom('leads').select('id').where('organization_id', '!=', FRESH).execute()
    const kept = await others()

    await eraseOrganization(db, FRESH)
    const product = (await held(FRESH, NAME, '555-0173', SAID)).filter(
      (column) => !column.startsWith('identity_'),
    )
    expect(product).toEqual([])
    expect(await others()).toEqual(kept)
    expect((await readChat(server, session)).status).toBe(404)
    await expect(eraseOrganization(db, FRESH)).resolves.toBeUndefined()
  })

  it('runs in a given transaction', async () => {
    const { db } = server.deps
    const attempt = db.transaction().execute(async (tx) => {
      await eraseOrganization(tx, 'org_greenacres')
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await held('org_greenacres')).toContain('leads.organization_id')
  })
})
