import { beforeEach, describe, expect, it } from 'vitest'
import type { Occasion } from '../../../server/kernel/occasion.ts'
import { deliver } from '../../../server/notifications/deliver.ts'
import { plan } from '../../../server/notifications/plan.ts'
import { getContactLimits } from '../../../src/contract/contact-limits.ts'
import { call, FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { addNotification } from '../../support/notification-row.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'
import { beginChat, leadOfChat, sayInChat } from '../../support/visitor.ts'

const PHONE = '+16145550142'
const server = await sharedServer()
const { deps } = server
const { db } = deps

beforeEach(async () => {
  for (const table of ['notifications', 'sms_opt_outs', 'sms_consents', 'landlines', 'leads'] as const)
    await db.deleteFrom(table).execute()
})

const limitsOf = async (leadId: string, orgId = GREEN) =>
  (await call(server, getContactLimits, { params: { orgId, leadId } })).body

const NONE = { no_texts: null, no_texts_since: null, no_contact: false }

describe('what limits the contact with a lead', () => {
  it('is an opt-out of its number, or that it has a landline', async () => {
    const { lead_id } = await addToldVisitor(db, { organization: GREEN, now: deps.clock() })
    expect(await limitsOf(lead_id)).toEqual(NONE)
    const at = deps.clock()
    await db.insertInto('landlines').values({ phone: PHONE, at }).execute()
    const since = { no_texts_since: at.toISOString() }
    expect(await limitsOf(lead_id)).toEqual({ ...NONE, ...since, no_texts: 'landline' })
    await db.insertInto('sms_opt_outs').values({ phone: PHONE, at }).execute()
    expect(await limitsOf(lead_id)).toEqual({ ...NONE, ...since, no_texts: 'opted_out' })
  })

  it('is nothing for a lead without a number, and unknown for another organization’s lead', async () => {
    const lead = { prospect_phone: null }
    const { lead_id } = await addToldVisitor(db, { organization: GREEN, now: deps.clock(), lead })
    expect(await limitsOf(lead_id)).toEqual(NONE)
    const params = { orgId: RIVAL, leadId: lead_id }
    expect((await call(server, getContactLimits, { params, as: 'rival' })).status).toBe(404)
  })
})

describe('a visitor who asks in the chat not to be contacted', () => {
  async function bookedVisitor() {
    const session = await beginChat(server, FRESH)
    for (const message of [
      ...['Lawn mowing', 'Ada Hedgerow', '614-555-0142', '12 Elm Street, Columbus'],
      'Mon, Nov 23, 8:00 AM',
    ])
      await sayInChat(server, session, message)
    const lead = await leadOfChat(server, FRESH, session)
    return { session, id: lead?.id ?? '' }
  }

  it('gets no more texts, and the team is told and sees it at the lead', async () => {
    const announced: Occasion[] = []
    deps.notifier = {
      announce: async (_: unknown, occasion: Occasion) => void announced.push(occasion),
      wake: () => {},
    } as unknown as NonNullable<typeof deps.notifier>
    const { session, id } = await bookedVisitor()
    const at = deps.clock()
    const consent = { organization_id: FRESH, phone: PHONE, at }
    await db
      .insertInto('sms_consents')
      .values({ ...consent, source: 'visitor', lead_id: id })
      .execute()
    const member = { ...consent, phone: '+16145550177', source: 'user_member', lead_id: null }
    await db.insertInto('sms_consents').values(member).execute()
    const text = {
      organization_id: FRESH,
      channel: 'sms',
      audience: 'visitor',
      lead_id: id,
      created_at: at,
    } as const
    const waiting = await addNotification(db, { ...text, kind: 'reminder', recipient: PHONE })
    const mail = await addNotification(db, {
      ...text,
      kind: 'reminder',
      channel: 'email',
      recipient: 'a@b.example',
    })
    announced.length = 0

    const { messages } = await sayInChat(server, session, 'OMG do NOT text me')
    const said = messages.map(({ content }) => content).join(' ')
    expect(said).toContain("I've noted for the team that you don't wish to be contacted.")
    expect(said).toContain('Your estimate call is still booked')
    expect(await limitsOf(id, FRESH)).toEqual({ ...NONE, no_contact: true })
    expect(announced).toMatchObject([{ kind: 'needs_person', needs: 'opt_out' }])
    const consents = await db.selectFrom('sms_consents').select('phone').execute()
    expect(consents).toEqual([{ phone: member.phone }])
    const statuses = await db
      .selectFrom('notifications')
      .select(['id', 'status'])
      .orderBy('position')
      .execute()
    expect(statuses).toEqual([
      { id: waiting.id, status: 'canceled' },
      { id: mail.id, status: 'canceled' },
    ])
    // Anyone can name any number in a chat.
    expect(await db.selectFrom('sms_opt_outs').select('phone').execute()).toEqual([])

    await sayInChat(server, session, 'contact me after all')
    expect(await limitsOf(id, FRESH)).toEqual(NONE)
  })

  it('gets no confirmation, no reminder, no conversation by email, and no texts to any number, until the visitor wants them', async () => {
    deps.senders = recordingSenders().senders
    deps.notifier = { announce: async () => undefined, wake: () => undefined } as never
    const { session, id } = await bookedVisitor()
    await sayInChat(server, session, 'my email is ada@hedgerow.example')
    const at = deps.clock()
    // The same number, agreed to in an earlier chat.
    await db
      .insertInto('sms_consents')
      .values({ organization_id: FRESH, phone: PHONE, at, source: 'visitor', lead_id: null })
      .execute()
    await sayInChat(server, session, 'stop texting me')
    expect(await db.selectFrom('sms_consents').select('phone').execute()).toEqual([])

    const { start } = { start: '2026-11-23T13:00:00.000Z' }
    const moved = async () => {
      const occasion = {
        kind: 'booking_moved',
        organizationId: FRESH,
        leadId: id,
        start,
        service: 'Fieldhand',
      } as const
      const now = deps.clock()
      await db.transaction().execute((tx) => plan(tx, deps, { ...occasion, at: now.toISOString() }, now))
      const rows = await db
        .selectFrom('notifications')
        .select('kind')
        .where('audience', '=', 'visitor')
        .where('status', '=', 'queued')
        .execute()
      return rows.map(({ kind }) => kind)
    }
    await db.updateTable('leads').set({ booking_start_time: start }).where('id', '=', id).execute()
    expect(await moved()).toEqual([])

    const about = { organization_id: FRESH, lead_id: id, audience: 'visitor', created_at: at } as const
    const late = await addNotification(db, { ...about, kind: 'reminder', recipient: 'ada@hedgerow.example' })
    await deliver(deps, late.id)
    const row = await db.selectFrom('notifications').selectAll().where('id', '=', late.id).executeTakeFirst()
    expect(row).toMatchObject({
      status: 'canceled',
      reason: 'The visitor asked in the chat not to be contacted',
    })
    const answer = await server.fetchApi(
      `/api/v1/widget/conversations/${session.conversation_id}/transcript`,
      {
        as: null,
        method: 'POST',
        headers: { Authorization: `Bearer ${session.visitor_token}` },
        body: JSON.stringify({ email: 'ada@hedgerow.example' }),
      },
    )
    expect([answer.status, (await answer.json()).message]).toEqual([
      409,
      expect.stringContaining('not to contact'),
    ])

    await sayInChat(server, session, 'contact me after all')
    server.clock.advance(1_000)
    expect(await moved()).toContain('confirmation_moved')
  })
})
