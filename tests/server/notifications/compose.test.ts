import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { compose } from '../../../server/notifications/compose/compose.ts'
import type { NotificationKind } from '../../../src/contract/notifications.ts'
import { openTestDatabase } from '../../support/database.ts'
import { addNotification } from '../../support/notification-row.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const START = '2026-11-23T20:00:00.000Z'
const CONFIG = {
  origins: {
    console: 'https://app.fieldhand.test',
    api: 'https://api.fieldhand.test',
    widget: 'https://widget.fieldhand.test',
  },
}
const OWNERS = ['new_lead', 'needs_person', 'booking_made', 'booking_moved', 'booking_canceled'] as const

let database: Awaited<ReturnType<typeof openTestDatabase>>
const db = () => database.db

beforeAll(async () => {
  database = await openTestDatabase()
  await db().insertInto('organizations').values({ id: 'org', name: 'Org', created_at: NOW }).execute()
  await db()
    .insertInto('profiles')
    .values({
      organization_id: 'org',
      fields: JSON.stringify({
        business_name: 'Green Acres',
        phone: '6145550100',
        email: 'hello@greenacres.test',
        primary_color: '#2e7d32',
      }),
      updated_at: NOW,
    })
    .execute()
}, 60_000)
afterAll(() => database.close())

beforeEach(async () => {
  await db().deleteFrom('leads').execute()
  await db().deleteFrom('conversations').execute()
})

interface Visitor {
  name?: string | null
  start?: string | null
  canceled?: boolean
  words?: string
}

/** A visitor with a conversation of two messages and a lead with an estimate call. */
async function addVisitor({ name = 'Ada Hedgerow', start = START, canceled = false, words }: Visitor = {}) {
  const conversation = newId('conv')
  const lead = newId('lead')
  await db()
    .insertInto('conversations')
    .values({
      id: conversation,
      organization_id: 'org',
      state: JSON.stringify({}),
      status: 'needs_person',
      needs: 'asked',
      last_message_at: NOW,
      last_excerpt: 'Hi',
      last_author: 'visitor',
      created_at: NOW,
      updated_at: NOW,
    })
    .execute()
  const said = ['incoming', 'outgoing', 'note'] as const
  await db()
    .insertInto('messages')
    .values(
      said.map((message_type, position) => ({
        id: newId('msg'),
        organization_id: 'org',
        conversation_id: conversation,
        position,
        message_type,
        author: message_type === 'incoming' ? ('visitor' as const) : ('agent' as const),
        author_name: null,
        content: [words ?? 'A tree fell on my fence', 'We can help', 'Internal remark'][position] ?? '',
        client_id: null,
        created_at: NOW,
      })),
    )
    .execute()
  await db()
    .insertInto('leads')
    .values({
      id: lead,
      organization_id: 'org',
      conversation_id: conversation,
      status: 'new',
      source: 'chat',
      prospect_name: name,
      prospect_email: 'ada@hedgerow.test',
      prospect_phone: '614-555-0142',
      service_interest: 'Tree Services',
      property_address: '12 Elm Street, Columbus, OH 43215',
      converted_to_booking_id: newId('booking'),
      booking_start_time: start,
      booking_status: canceled ? 'cancelled' : 'scheduled',
      created_at: NOW,
      updated_at: NOW,
    })
    .execute()
  return { lead, conversation }
}

type Fields = Partial<Parameters<typeof addNotification>[1]>

async function say(kind: NotificationKind, fields: Fields = {}, now = NOW) {
  const row = await addNotification(db(), { organization_id: 'org', kind, created_at: NOW, ...fields })
  return { row, composed: await compose(db(), CONFIG, row, now) }
}

async function mail(kind: NotificationKind, fields: Fields = {}, now = NOW) {
  const { row, composed } = await say(kind, fields, now)
  if (composed === null || 'canceled' in composed || composed.channel !== 'email') {
    throw new Error(`no mail: ${JSON.stringify(composed)}`)
  }
  return { row, ...composed }
}

const toVisitor = { audience: 'visitor', recipient: 'ada@hedgerow.test' } as const
const about = (start: string, previous?: string) => ({ data: JSON.stringify({ start, previous }) })

describe('a mail to the business', () => {
  it('names the lead, links to it, and is answered to the lead', async () => {
    const { lead } = await addVisitor()
    const { row, ...sent } = await mail('new_lead', { lead_id: lead })
    expect(sent.subject).toBe('New lead: Ada Hedgerow, Tree Services')
    expect(sent.replyTo).toEqual({ name: 'Ada Hedgerow', address: 'ada@hedgerow.test' })
    const link = `https://app.fieldhand.test/leads/${lead}?notification=${row.id}`
    expect(sent.text).toContain(`Open lead: ${link}`)
    expect(sent.html).toContain(`href="${link}"`)
    expect(sent.html).toContain('href="tel:+16145550142"')
    expect(sent.text).toContain('A tree fell on my fence')
    expect(sent.text).not.toContain('Internal remark')
    expect(sent.text).toContain(`/api/v1/notifications/unsubscribe/${row.token}`)
  })
})

it.each(OWNERS)('%s exists in each channel', async (kind) => {
  const { lead, conversation } = await addVisitor()
  for (const channel of ['email', 'sms', 'push'] as const) {
    const { composed } = await say(kind, {
      channel,
      ...(kind === 'needs_person' ? { conversation_id: conversation } : { lead_id: lead }),
      ...about(START),
    })
    expect(composed).toMatchObject({ channel, text: expect.stringContaining('Ada Hedgerow') })
  }
})

it.each(['confirmation', 'confirmation_moved', 'reminder'] as const)('%s tells of the call', async (kind) => {
  const { lead } = await addVisitor()
  const sent = await mail(kind, { lead_id: lead, ...toVisitor, ...about(START) })
  expect(sent.text).toContain('Monday, November 23 at 3:00 PM EST')
  expect(sent.fromName).toBe('Green Acres')
})

it('transcript, digest, summary, test', async () => {
  const { conversation } = await addVisitor()
  expect((await mail('transcript', { conversation_id: conversation, ...toVisitor })).text).toContain(
    'You, Nov 20, 10:00 AM',
  )
  expect(
    (await mail('lead_digest', { data: JSON.stringify({ since: '2026-11-20T00:00:00Z' }) })).subject,
  ).toBe('1 new lead: Ada Hedgerow')
  expect((await mail('daily_summary', { data: JSON.stringify({ day: '2026-11-20' }) })).subject).toContain(
    'Friday, November 20',
  )
  expect((await mail('test')).text).toContain('This is a test from Fieldhand')
})
