import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { beginImport, finishImport, importRows, undoImport } from '../../../src/contract/lead-imports.ts'
import { createLead, deleteLead, listLeads, setLeadStatus, updateLead } from '../../../src/contract/leads.ts'
import {
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type WebhookDelivery,
} from '../../../src/contract/webhooks.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { call, clear, FRESH, GREEN } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import type { Received } from '../../support/receiver.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

let server: WebhookServer
beforeAll(async () => {
  server = await startWebhookServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  await server.deps.db.deleteFrom('webhook_endpoints').execute()
  await clear(server, FRESH)
  server.receiver.received.length = 0
  server.receiver.answer = { status: 200, text: 'thanks' }
})

const params = { orgId: FRESH }

/** Distributes what happened, and returns the messages once there are `count`. */
async function receive(count: number) {
  await server.webhooks.look()
  await eventually(() => expect(server.receiver.received).toHaveLength(count))
  return server.receiver.received.map(({ body }) => JSON.parse(body))
}

async function deliveriesOf(webhookId: string): Promise<WebhookDelivery[]> {
  const { body } = await call(server, listWebhookDeliveries, { params: { ...params, webhookId } })
  return body.deliveries
}

const makeLead = async (fields: object) => (await call(server, createLead, { params, body: fields })).body

describe('events', () => {
  it('tells of a lead that is created, updated, and deleted, signed as Standard Webhooks', async () => {
    vi.useFakeTimers({ now: server.clock.now(), toFake: ['Date'] })
    const { secret } = await server.endpoint(FRESH)
    const lead = await makeLead({ prospect_name: 'Zoë Quill', prospect_phone: '614-555-0173' })
    const [created] = await receive(1)
    expect(created).toEqual({
      type: 'lead.created',
      timestamp: server.clock.now().toISOString(),
      organization_id: FRESH,
      data: { lead },
    })
    await call(server, updateLead, { params: { ...params, leadId: lead.id }, body: { budget: '$200' } })
    const [, updated] = await receive(2)
    expect(updated).toMatchObject({ type: 'lead.updated', data: { lead: { id: lead.id, budget: '$200' } } })
    expect(updated.data.changed).toEqual(['answered_at', 'budget'])
    await call(server, deleteLead, { params: { ...params, leadId: lead.id } })
    const [, , deleted] = await receive(3)
    expect(deleted).toMatchObject({ type: 'lead.deleted', data: { lead_id: lead.id } })

    const ids = new Set<unknown>()
    for (const { headers, body } of server.receiver.received) {
      expect(headers['content-type']).toBe('application/json')
      const signed = headers as Record<string, string>
      expect(new Webhook(secret).verify(body, signed)).toEqual(JSON.parse(body))
      expect(() => new Webhook(secret).verify(`${body} `, signed)).toThrow('No matching signature found')
      ids.add(headers['webhook-id'])
    }
    expect(ids.size).toBe(3)
    vi.useRealTimers()
  })

  it('tells of a chat that becomes a lead and books, moves, and cancels a call', async () => {
    await server.endpoint(FRESH)
    const chat = await beginChat(server, FRESH)
    const messages = ['Lawn mowing', 'Ada Byron', '614-555-0188', '12 Elm Street, Columbus']
    for (const message of messages) await sayInChat(server, chat, message)
    await sayInChat(server, chat, 'Mon, Nov 23, 8:00 AM')
    await sayInChat(server, chat, 'I need to reschedule the call')
    await sayInChat(server, chat, 'Tuesday at 10 am')
    await sayInChat(server, chat, 'yes')
    await sayInChat(server, chat, 'please cancel it')
    await server.webhooks.look()
    const types = () => server.receiver.received.map(({ body }) => JSON.parse(body).type)
    const calls = ['booking.confirmed', 'booking.changed', 'booking.cancelled']
    await eventually(() => expect(types()).toEqual(expect.arrayContaining(calls)))
    const told = server.receiver.received.map(({ body }) => JSON.parse(body))
    const of = (type: string) => told.filter((each) => each.type === type).map(({ data }) => data)
    expect(of('lead.created')).toHaveLength(1)
    expect(of('booking.confirmed')).toMatchObject([
      { lead: { prospect_name: 'Ada Byron' }, previous_start_time: null },
    ])
    const [{ start_time }] = of('booking.confirmed') as [{ start_time: string }]
    expect(start_time).toMatch(/^2026-11-23T\d\d:00:00\.000Z$/)
    expect(of('booking.changed')).toMatchObject([{ previous_start_time: start_time }])
    expect(of('booking.cancelled')).toMatchObject([{ start_time: null }])
    // The transaction that creates a lead does not also update it.
    const created = told.find(({ type }) => type === 'lead.created').data.lead
    for (const { lead, changed } of of('lead.updated')) {
      expect(lead.id).toBe(created.id)
      expect(changed.length).toBeGreaterThan(0)
    }
  })

  it('tells when a conversation needs a person', async () => {
    await server.endpoint(FRESH, { events: ['conversation.needs_person'] })
    const chat = await beginChat(server, FRESH)
    await sayInChat(server, chat, 'I would like to talk to a person please')
    const [told] = await receive(1)
    expect(told).toMatchObject({
      type: 'conversation.needs_person',
      data: { conversation: { id: chat.conversation_id, status: 'needs_person', needs: 'asked' } },
    })
  })

  it('sends only the events of an endpoint, and none of another organization', async () => {
    await server.endpoint(FRESH, { events: ['lead.deleted'] })
    await server.endpoint(GREEN, { url: `${server.receiver.origin}/green` })
    const lead = await makeLead({ contact_name: 'Only deleted' })
    await call(server, deleteLead, { params: { ...params, leadId: lead.id } })
    const [told] = await receive(1)
    expect(told.type).toBe('lead.deleted')
  })

  it('notes nothing without an endpoint, nor what is rolled back', async () => {
    await makeLead({ contact_name: 'Nobody is told' })
    expect(await server.deps.db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
    await server.endpoint(FRESH)
    const failing = server.deps.db.transaction().execute(async (tx) => {
      await tx.updateTable('leads').set({ budget: '$1' }).where('organization_id', '=', FRESH).execute()
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    expect(await server.deps.db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
  })
})

it('an import of leads, and undoing it, tell nobody', async () => {
  await server.endpoint(FRESH)
  const zone = { timezone: 'America/New_York', date_order: 'mdy' as const }
  const rows = [{ row: 2, cells: { prospect_name: 'Ann', prospect_email: 'ann@example.com' } }]
  const file = { id: 'import-1', file_name: 'leads.csv', file_hash: 'a'.repeat(64), rows: 1 }
  const { body: begun } = await call(server, beginImport, { params, body: file })
  const imported = { ...params, importId: begun.id }
  await call(server, importRows, { params: imported, body: { ...zone, rows } })
  await call(server, finishImport, { params: imported })
  const leads = async () => (await call(server, listLeads, { params })).body
  expect(await leads()).toHaveLength(1)
  await call(server, undoImport, { params: imported })
  expect(await leads()).toHaveLength(0)
  await server.webhooks.look()
  expect(await server.deps.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
})

describe('a delivery', () => {
  it('keeps the request and the answer, and is resent with the same id and body', async () => {
    const { id: webhookId } = await server.endpoint(FRESH)
    server.receiver.answer = { status: 500, text: `broken\0 ${'x'.repeat(10_000)}` }
    await makeLead({ contact_name: 'Ada' })
    await receive(1)
    await eventually(async () => {
      expect(await deliveriesOf(webhookId)).toMatchObject([
        { type: 'lead.created', status: 'waiting', attempts: 1, response_status: 500, error: null },
      ])
    })
    const [failed] = (await deliveriesOf(webhookId)) as [WebhookDelivery]
    expect(failed.response_body).toHaveLength(2_048)
    expect(failed.response_body).toMatch(/^broken\uFFFD xxx/)
    expect(failed.duration_ms).toBeGreaterThanOrEqual(0)
    expect(JSON.parse(failed.body).data.lead.contact_name).toBe('Ada')

    server.receiver.answer = { status: 204 }
    const resend = { params: { ...params, webhookId, deliveryId: failed.id } }
    const { body: resent } = await call(server, resendWebhookDelivery, resend)
    expect(resent).toMatchObject({ id: failed.id, status: 'delivered', response_status: 204 })
    const [first, second] = server.receiver.received
    expect(second?.body).toBe(first?.body)
    expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id'])
    expect((await call(server, listWebhooks, { params })).body).toMatchObject([
      { failing_since: null, delivered_at: server.clock.now().toISOString() },
    ])
  })

  it('is signed with both secrets for 24 hours after a rotation', async () => {
    const { id: webhookId, secret: old } = await server.endpoint(FRESH)
    const { body: rotated } = await call(server, rotateWebhookSecret, { params: { ...params, webhookId } })
    expect(rotated.secret).not.toBe(old)
    const signatures = async () => {
      await call(server, testWebhook, { params: { ...params, webhookId } })
      const { headers, body } = server.receiver.received.at(-1) as Received
      const signature = String(headers['webhook-signature'])
      const sign = (secret: string) =>
        new Webhook(secret).sign(
          String(headers['webhook-id']),
          new Date(Number(headers['webhook-timestamp']) * 1_000),
          body,
        )
      return { signature, now: sign(rotated.secret), before: sign(old) }
    }
    const during = await signatures()
    expect(during.signature.split(' ')).toEqual([during.now, during.before])
    const began = server.clock.now()
    server.clock.advance(24 * HOUR_MS)
    const after = await signatures()
    expect(after.signature).toBe(after.now)
    server.clock.set(began)
  })

  it('of a test tells how it went, also while the endpoint is paused', async () => {
    const { id: webhookId } = await server.endpoint(FRESH)
    await call(server, updateWebhook, { params: { ...params, webhookId }, body: { is_paused: true } })
    const { body: tested } = await call(server, testWebhook, { params: { ...params, webhookId } })
    expect(tested).toMatchObject({ type: 'test', status: 'delivered', response_body: 'thanks', attempts: 1 })
    server.receiver.answer = { status: 302, headers: { Location: `${server.receiver.origin}/other` } }
    const { body: redirected } = await call(server, testWebhook, { params: { ...params, webhookId } })
    expect(redirected).toMatchObject({ status: 'failed', response_status: 302 })
    // Redirects are not followed.
    expect(server.receiver.received.map(({ path }) => path)).toEqual(['/hook', '/hook'])
  })

  it('is removed with its endpoint', async () => {
    const { id: webhookId } = await server.endpoint(FRESH)
    await makeLead({ contact_name: 'Ada' })
    await receive(1)
    expect((await call(server, deleteWebhook, { params: { ...params, webhookId } })).status).toBe(204)
    expect(await server.deps.db.selectFrom('webhook_deliveries').selectAll().execute()).toEqual([])
  })

  it('is listed 20 at a time, newest first', async () => {
    const { id: webhookId } = await server.endpoint(FRESH)
    for (let count = 0; count < 22; count += 1) await makeLead({ contact_name: `Lead ${count}` })
    await receive(22)
    const { body: first } = await call(server, listWebhookDeliveries, { params: { ...params, webhookId } })
    const query = { cursor: first.cursor }
    const { body: rest } = await call(server, listWebhookDeliveries, {
      params: { ...params, webhookId },
      query,
    })
    const names = [...first.deliveries, ...rest.deliveries].map(
      ({ body }: WebhookDelivery) => JSON.parse(body).data.lead.contact_name,
    )
    expect(first.deliveries).toHaveLength(20)
    expect(names).toEqual(Array.from({ length: 22 }, (_, index) => `Lead ${21 - index}`))
    expect(rest.cursor).toBeNull()
    const invalid = { params: { ...params, webhookId }, query: { cursor: 'last' } }
    expect((await call(server, listWebhookDeliveries, invalid)).status).toBe(400)
  })
})

describe('a paused endpoint', () => {
  it('gets what happened meanwhile when it is resumed, if it is not older than three days', async () => {
    const { id: webhookId } = await server.endpoint(FRESH, { events: ['lead.created'] })
    const pause = (is_paused: boolean) =>
      call(server, updateWebhook, { params: { ...params, webhookId }, body: { is_paused } })
    expect((await pause(true)).body.status).toBe('paused')
    const began = server.clock.now()
    await makeLead({ contact_name: 'Too old' })
    await server.webhooks.look()
    server.clock.advance(DAY_MS)
    await makeLead({ contact_name: 'Kept' })
    await server.webhooks.look()
    expect((await deliveriesOf(webhookId)).map(({ status }) => status)).toEqual(['held', 'held'])
    server.clock.advance(2 * DAY_MS)
    expect((await pause(false)).body.status).toBe('active')
    const [told] = await receive(1)
    expect(told.data.lead.contact_name).toBe('Kept')
    await eventually(async () => {
      expect(await deliveriesOf(webhookId)).toMatchObject([
        { status: 'delivered' },
        { status: 'failed', attempts: 0, error: 'It was held for more than 3 days.' },
      ])
    })
    server.clock.set(began)
  })
})

describe('an endpoint that answers 410 Gone', () => {
  it('is disabled at once, and can be turned on again', async () => {
    const { id: webhookId } = await server.endpoint(FRESH)
    server.receiver.answer = { status: 410 }
    await makeLead({ contact_name: 'Ada' })
    await receive(1)
    const webhook = async () => (await call(server, listWebhooks, { params })).body[0]
    await eventually(async () => {
      expect(await webhook()).toMatchObject({
        status: 'disabled',
        disabled_reason: 'The receiver answered 410 Gone: it wants no more events.',
      })
    })
    expect(await deliveriesOf(webhookId)).toMatchObject([{ status: 'failed', response_status: 410 }])
    await makeLead({ contact_name: 'Nobody is told' })
    expect(await server.deps.db.selectFrom('webhook_events').selectAll().execute()).toEqual([])
    server.receiver.answer = { status: 200 }
    await call(server, updateWebhook, { params: { ...params, webhookId }, body: { is_paused: false } })
    await makeLead({ contact_name: 'Grace' })
    const told = await receive(2)
    expect(told[1].data.lead.contact_name).toBe('Grace')
  })
})

describe('erasing', () => {
  it('a lead removes its deliveries, and what waits to be told of it', async () => {
    const { id: webhookId } = await server.endpoint(FRESH, { events: ['lead.created', 'lead.updated'] })
    const lead = await makeLead({ contact_name: 'Zebulon' })
    await receive(1)
    await call(server, setLeadStatus, { params: { ...params, leadId: lead.id }, query: { status: 'lost' } })
    await call(server, deleteLead, { params: { ...params, leadId: lead.id } })
    await server.webhooks.look()
    expect(await deliveriesOf(webhookId)).toEqual([])
    expect(server.receiver.received).toHaveLength(1)
  })
})
