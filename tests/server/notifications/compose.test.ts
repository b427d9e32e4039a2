import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { compose } from '../../../server/notifications/compose/compose.ts'
import type { NotificationKind } from '../../../src/contract/notifications.ts'
import { openTestDatabase } from '../../support/database.ts'
import { addNotification } from '../../support/notification-row.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

/** A Friday, 10 in the morning in New York. */
const NOW = new Date('2026-11-20T15:00:00Z')
const START = '2026-11-23T20:00:00.000Z'
const WHEN = 'Monday, November 23 at 3:00 PM EST'
const CONFIG = {
  origins: {
    console: 'https://app.fieldhand.test',
    api: 'https://api.fieldhand.test',
    widget: 'https://widget.fieldhand.test',
  },
}

let database: Awaited<ReturnType<typeof openTestDatabase>>
const db = () => database.db

beforeAll(async () => {
  database = await openTestDatabase()
}, 60_000)
afterAll(() => database.close())

beforeEach(async () => {
  await db().deleteFrom('organizations').execute()
  await db().insertInto('organizations').values({ id: 'org', name: 'Org', created_at: NOW }).execute()
  await setProfile({})
})

const setProfile = (fields: object) =>
  db()
    .insertInto('profiles')
    .values({
      organization_id: 'org',
      fields: JSON.stringify({
        business_name: 'Green Acres',
        phone: '6145550100',
        email: 'hello@greenacres.test',
        ...fields,
      }),
      updated_at: NOW,
    })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet(({ ref }) => ({ fields: ref('excluded.fields') })),
    )
    .execute()

const addVisitor = (fields: Partial<Parameters<typeof addToldVisitor>[1]> = {}) =>
  addToldVisitor(db(), { organization: 'org', now: NOW, ...fields })

type Fields = Omit<Partial<Parameters<typeof addNotification>[1]>, 'data'> & {
  data?: object
  booking?: string
}

async function say(kind: NotificationKind, { data = {}, booking: _, ...fields }: Fields = {}, now = NOW) {
  const row = await addNotification(db(), {
    organization_id: 'org',
    kind,
    created_at: NOW,
    ...fields,
    data: JSON.stringify(data),
  })
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
const call = { data: { start: START } }

describe('a mail to the business', () => {
  it('names the lead, links to it, and is answered to the lead', async () => {
    const { booking: _, ...visitor } = await addVisitor()
    const { row, ...sent } = await mail('new_lead', visitor)
    expect(sent.subject).toBe('New lead: Ada Hedgerow, Tree Services')
    expect(sent.replyTo).toEqual({ name: 'Ada Hedgerow', address: 'ada@hedgerow.test' })
    const link = `https://app.fieldhand.test/leads/${visitor.lead_id}?notification=${row.id}`
    expect(sent.text).toContain(`Open lead: ${link}\n`)
    expect(sent.html).toContain(`href="${link}"`)
    expect(sent.html).toContain('href="tel:+16145550142"')
    expect(sent.text).toContain('Address: 12 Elm Street, Columbus, OH 43215\n')
    expect(sent.text).toContain('Ada Hedgerow, Nov 20, 10:00 AM\nA tree fell on my fence\n')
    expect(sent.text + sent.html).not.toContain('Internal remark')
    expect(sent.text).toContain('Settings: https://app.fieldhand.test/agent#escalation\n')
    expect(sent.text).toContain(
      `Unsubscribe: https://api.fieldhand.test/api/v1/notifications/unsubscribe/${row.token}\n`,
    )
  })

  it.each([
    'not an address',
    'a@b.test\r\nBcc: c@d.test',
    'a@b.test, c@d.test',
    'a\u0007@b.test',
    '\u202ea@b.test',
    null,
  ])('has no Reply-To for the address %j', async (prospect_email) => {
    const visitor = await addVisitor({ lead: { prospect_email } })
    expect((await mail('new_lead', visitor)).replyTo).toBeNull()
  })

  it('quotes a visitor who needs a person, and links to the conversation', async () => {
    const visitor = await addVisitor()
    const { row, ...sent } = await mail('needs_person', visitor)
    expect(sent.subject).toBe('Ada Hedgerow asks for a person')
    expect(sent.text).toContain(
      `https://app.fieldhand.test/conversations/${visitor.conversation_id}?notification=${row.id}\n`,
    )
    await db().updateTable('conversations').set({ needs: 'emergency' }).execute()
    expect((await mail('needs_person', visitor)).subject).toBe('Emergency: Ada Hedgerow')
    await db()
      .updateTable('conversations')
      .set({ status: 'person', needs: null, taken_by: 'user', taken_by_name: 'Olive', taken_at: NOW })
      .execute()
    expect((await say('needs_person', visitor)).composed).toEqual({
      canceled: 'A member has taken care of it meanwhile',
    })
  })

  it('names a visitor without a lead by the page', async () => {
    const { conversation_id } = await addVisitor()
    await db().deleteFrom('leads').execute()
    await db().updateTable('conversations').set({ page: '/prices' }).execute()
    const sent = await mail('needs_person', { conversation_id })
    expect(sent.subject).toBe('Visitor on /prices asks for a person')
    expect(sent.replyTo).toBeNull()
  })

  it('says what happened to a call, and what has happened since', async () => {
    const visitor = await addVisitor()
    const booked = await mail('booking_made', { ...visitor, ...call })
    expect(booked.subject).toBe('Booked: Ada Hedgerow, Mon, Nov 23, 3:00 PM EST')
    expect(booked.text).toContain(`Ada Hedgerow booked an estimate call for ${WHEN}.\n`)
    const moved = await mail('booking_moved', {
      ...visitor,
      data: { start: '2026-11-24T20:00:00.000Z', previous: START },
    })
    expect(moved.text).toContain(`It has been moved since, to ${WHEN}.\n`)
    expect(moved.text).toContain(`\nWas: ${WHEN}\n`)
    await db().updateTable('leads').set({ booking_status: 'cancelled' }).execute()
    expect((await mail('booking_made', { ...visitor, ...call })).text).toContain(
      'It has been canceled since.',
    )
    const canceled = await mail('booking_canceled', { ...visitor, ...call })
    expect(canceled.text).toContain(`Ada Hedgerow canceled the estimate call on ${WHEN}.\n`)
  })

  it('is not written about what is erased', async () => {
    const { booking: _, ...visitor } = await addVisitor()
    const row = await addNotification(db(), {
      organization_id: 'org',
      kind: 'new_lead',
      created_at: NOW,
      ...visitor,
    })
    await db().deleteFrom('leads').execute()
    expect(await compose(db(), CONFIG, row, NOW)).toBeNull()
    await db().deleteFrom('organizations').execute()
    expect(await compose(db(), CONFIG, { ...row, lead_id: null, kind: 'test' }, NOW)).toBeNull()
  })
})

describe('a message of another channel', () => {
  it('calls the lead from a push message', async () => {
    const visitor = await addVisitor()
    const { row, composed } = await say('new_lead', { ...visitor, channel: 'push', recipient: null })
    const path = `/leads/${visitor.lead_id}?notification=${row.id}`
    expect(composed).toMatchObject({ channel: 'push' })
    expect(composed && 'payload' in composed && JSON.parse(composed.payload)).toEqual({
      token: row.token,
      title: 'New lead: Ada Hedgerow',
      body: 'Tree Services · (614) 555-0142',
      path,
      call_path: `${path}&call=1`,
      tag: `lead-${visitor.lead_id}`,
    })
  })

  it('offers no call without a number', async () => {
    const visitor = await addVisitor({ lead: { prospect_phone: null } })
    const { composed } = await say('needs_person', { ...visitor, channel: 'push' })
    expect(composed && 'payload' in composed && JSON.parse(composed.payload)).toMatchObject({
      body: '“A tree fell on my fence”',
      call_path: null,
      tag: `conversation-${visitor.conversation_id}`,
    })
  })

  it('is a text message with the business first, and for visitors with the way out', async () => {
    const { booking, ...visitor } = await addVisitor()
    const text = async (kind: NotificationKind, fields: Fields) => {
      const { row, composed } = await say(kind, { ...visitor, ...call, ...fields, channel: 'sms' })
      return composed && 'text' in composed && composed.text.replace(row.id, 'ID')
    }
    expect(await text('new_lead', {})).toBe(
      `Green Acres: New lead Ada Hedgerow, Tree Services. (614) 555-0142. https://app.fieldhand.test/leads/${visitor.lead_id}?notification=ID`,
    )
    expect(await text('confirmation', toVisitor)).toBe(
      `Green Acres: Your estimate call is booked for Mon, Nov 23, 3:00 PM EST. https://widget.fieldhand.test/booking/${booking} Reply STOP to opt out.`,
    )
  })
})

describe('a mail to a visitor', () => {
  it('confirms the call from the business, with an invitation', async () => {
    const { booking, ...visitor } = await addVisitor()
    const sent = await mail('confirmation', { ...visitor, ...toVisitor, ...call })
    expect(sent.fromName).toBe('Green Acres')
    expect(sent.replyTo).toEqual({ name: 'Green Acres', address: 'hello@greenacres.test' })
    expect(sent.subject).toBe('Your estimate call with Green Acres: Mon, Nov 23, 3:00 PM EST')
    expect(sent.text).toContain('Hi Ada,\n')
    expect(sent.text).toContain(`See your booking: https://widget.fieldhand.test/booking/${booking}\n`)
    expect(sent.text).toContain(`/unsubscribe/${sent.row.token}`)
    const file = sent.invite?.content.replaceAll('\r\n ', '')
    expect(sent.invite?.method).toBe('REQUEST')
    expect(file).toContain('METHOD:REQUEST\r\n')
    expect(file).toContain(`UID:${booking}@fieldhand\r\n`)
    expect(file).toContain('DTSTART:20261123T200000Z\r\n')
    expect(file).toContain('ORGANIZER;CN="Green Acres":mailto:hello@greenacres.test\r\n')
    expect(file).toMatch(/ATTENDEE;CN="Ada Hedgerow";[^\r]*:mailto:ada@hedgerow\.test\r\n/)
  })

  it('keeps the uid and raises the sequence with each change', async () => {
    const visitor = await addVisitor()
    const versions = [
      await mail('confirmation', { ...visitor, ...toVisitor, ...call }),
      await mail('confirmation_moved', {
        ...visitor,
        ...toVisitor,
        ...call,
        created_at: new Date(NOW.getTime() + 1_000),
      }),
    ]
    await db().updateTable('leads').set({ booking_status: 'cancelled' }).execute()
    versions.push(
      await mail('confirmation_canceled', {
        ...visitor,
        ...toVisitor,
        ...call,
        created_at: new Date(NOW.getTime() + 2_000),
      }),
    )
    const valuesOf = (name: string) =>
      versions.map(({ invite }) => new RegExp(`^${name}:(.*)\r$`, 'm').exec(invite?.content ?? '')?.[1])
    expect(new Set(valuesOf('UID')).size).toBe(1)
    expect(valuesOf('METHOD')).toEqual(['REQUEST', 'REQUEST', 'CANCEL'])
    expect(valuesOf('STATUS')).toEqual(['CONFIRMED', 'CONFIRMED', 'CANCELLED'])
    const [first, ...later] = valuesOf('SEQUENCE').map(Number)
    expect(later).toEqual([Number(first) + 1, Number(first) + 2])
    const own = await mail('confirmation_canceled', {
      ...visitor,
      ...toVisitor,
      data: { start: START, sequence: 7 },
    })
    expect(own.invite?.content).toContain('SEQUENCE:7\r\n')
  })

  it('reminds in the words of the business’s time, also across a clock change', async () => {
    const visitor = await addVisitor()
    const reminded = async (start: string, now: string) => {
      await db().updateTable('leads').set({ booking_start_time: start }).execute()
      const { subject } = await mail('reminder', { ...visitor, ...toVisitor, data: { start } }, new Date(now))
      return subject
    }
    const prefix = 'Reminder: your estimate call with Green Acres is'
    expect(await reminded(START, '2026-11-22T20:00:00Z')).toBe(`${prefix} tomorrow at 3:00 PM (Eastern)`)
    expect(await reminded(START, '2026-11-23T18:00:00Z')).toBe(`${prefix} today at 3:00 PM (Eastern)`)
    // The clocks go forward on March 8 and back on November 1.
    expect(await reminded('2026-03-08T19:00:00Z', '2026-03-07T20:00:00Z')).toBe(
      `${prefix} tomorrow at 3:00 PM (Eastern)`,
    )
    expect(await reminded('2026-03-09T03:30:00Z', '2026-03-08T04:30:00Z')).toBe(
      `${prefix} tomorrow at 11:30 PM (Eastern)`,
    )
    expect(await reminded('2026-11-02T04:30:00Z', '2026-11-01T04:30:00Z')).toBe(
      `${prefix} today at 11:30 PM (Eastern)`,
    )
  })

  it('is withdrawn if the call was canceled or moved, or is over', async () => {
    const visitor = await addVisitor()
    const kinds = ['confirmation', 'confirmation_moved', 'reminder'] as const
    const reasons = async (data: object, now = NOW) =>
      Promise.all(
        kinds.map(async (kind) => {
          const { composed } = await say(kind, { ...visitor, ...toVisitor, data }, now)
          return composed && 'canceled' in composed ? composed.canceled : null
        }),
      )
    expect(await reasons({ start: START })).toEqual([null, null, null])
    expect(await reasons({ start: '2026-11-24T20:00:00.000Z' })).toEqual(
      kinds.map(() => 'The call was moved'),
    )
    expect(await reasons({ start: START }, new Date('2026-11-23T20:30:00Z'))).toEqual(
      kinds.map(() => 'The call is over'),
    )
    expect(await reasons({ start: START }, new Date(START))).toEqual([null, null, 'The call has begun'])
    const canceled = { ...visitor, ...toVisitor, ...call }
    expect((await say('confirmation_canceled', canceled)).composed).toEqual({
      canceled: 'The call was booked again',
    })
    await db().updateTable('leads').set({ booking_status: 'cancelled' }).execute()
    expect(await reasons({ start: START })).toEqual(kinds.map(() => 'The call was canceled'))
    expect((await say('confirmation_canceled', canceled)).composed).toMatchObject({ channel: 'email' })
  })

  it('contains the conversation without notes, and nothing to unsubscribe from', async () => {
    const { conversation_id } = await addVisitor()
    const sent = await mail('transcript', { conversation_id, ...toVisitor })
    expect(sent.text).toContain('You, Nov 20, 10:00 AM\nA tree fell on my fence\n')
    expect(sent.text).toContain('Assistant, Nov 20, 10:00 AM\nWe can help\n')
    expect(sent.text + sent.html).not.toContain('Internal remark')
    expect(sent.text).not.toContain('unsubscribe')
  })

  it('contains the end of a very long conversation', async () => {
    const { conversation_id } = await addVisitor()
    const fill = (from: number, content: string) =>
      db()
        .insertInto('messages')
        .values(
          Array.from({ length: 300 }, (_, index) => ({
            id: newId('msg'),
            organization_id: 'org',
            conversation_id,
            position: from + index,
            message_type: 'incoming' as const,
            author: 'visitor' as const,
            content,
            created_at: NOW,
          })),
        )
        .execute()
    const text = async () => (await mail('transcript', { conversation_id, ...toVisitor })).text
    await fill(3, 'short')
    expect(await text()).toContain('Here is our conversation.')
    await fill(303, 'short')
    const cut = await text()
    expect(cut).toContain('Here is the end of our conversation.')
    expect(cut.match(/^short$/gm)).toHaveLength(500)
    await fill(603, 'x'.repeat(4_000))
    expect((await text()).match(/^x{4000}$/gm)).toHaveLength(50)
  })
})

describe('a digest', () => {
  it('counts the leads that its recipient was not told of, and lists the first 20', async () => {
    const told = await addVisitor({ lead: { prospect_name: 'Told Already', booking_start_time: null } })
    await addNotification(db(), {
      organization_id: 'org',
      kind: 'new_lead',
      created_at: NOW,
      lead_id: told.lead_id,
    })
    await addVisitor({
      lead: { prospect_name: 'Too Early', booking_start_time: null, created_at: '2026-11-20T14:59:59Z' },
    })
    await db()
      .insertInto('leads')
      .values(
        Array.from({ length: 4_995 }, (_, index) => ({
          id: newId('lead'),
          organization_id: 'org',
          status: 'new',
          source: 'chat',
          prospect_name: `Visitor ${index}`,
          service_interest: 'Mowing',
          property_address: '1 Oak Street, Columbus, OH 43215',
          created_at: new Date(NOW.getTime() + index),
          updated_at: NOW,
        })),
      )
      .execute()
    const sent = await mail('lead_digest', { data: { since: NOW.toISOString() } })
    expect(sent.subject).toBe('4,995 new leads: Visitor 0, Visitor 1, Visitor 2, …')
    expect(sent.text).toContain('- Visitor 0, 10:00 AM, Mowing, Columbus\n')
    expect(sent.text.match(/^- Visitor \d+,/gm)).toHaveLength(20)
    expect(sent.text).toContain('and 4,975 more: https://app.fieldhand.test/leads\n')
    expect(sent.text).not.toMatch(/Told Already|Too Early/)
    const other = await mail('lead_digest', {
      data: { since: NOW.toISOString() },
      recipient: 'other@fieldhand.test',
    })
    expect(other.subject).toMatch(/^4,996 new leads/)
    const until = { since: NOW.toISOString(), until: new Date(NOW.getTime() + 2).toISOString() }
    expect((await mail('lead_digest', { data: until })).subject).toBe('2 new leads: Visitor 0, Visitor 1')
  })

  it('is withdrawn without leads', async () => {
    expect((await say('lead_digest', { data: { since: NOW.toISOString() } })).composed).toEqual({
      canceled: 'No new leads were left to tell of',
    })
  })
})

describe('a daily summary', () => {
  const summary = (day: string) => mail('daily_summary', { data: { day } })

  it('counts the day in the business’s time zone', async () => {
    const { lead_id } = await addVisitor({ lead: { booking_start_time: '2026-11-21T20:00:00Z' } })
    const activity = (at: string) => ({
      organization_id: 'org',
      id: newId('event'),
      lead_id,
      type: 'booked',
      at,
      actor_kind: 'visitor',
      actor_id: null,
      data: JSON.stringify({}),
    })
    // Friday begins at 5:00 in UTC.
    await db()
      .insertInto('lead_activity')
      .values([
        activity('2026-11-20T05:00:00Z'),
        activity('2026-11-20T04:59:59Z'),
        activity('2026-11-21T05:00:00Z'),
      ])
      .execute()
    const sent = await summary('2026-11-20')
    expect(sent.subject).toBe('Friday, November 20: 1 new lead, 1 booked call, 1 waiting')
    expect(sent.text).toContain(
      'New leads: 1\nConversations: 1\nBooked calls: 1\nWaiting for a person now: 1\nCalls tomorrow: 1\n',
    )
    expect(sent.text).toContain('- Ada Hedgerow, 3:00 PM, Tree Services, Columbus\n')
    expect(sent.text).toContain(
      'See who waits: https://app.fieldhand.test/conversations?needs_person=true&notification=',
    )
    await db().updateTable('conversations').set({ status: 'agent', needs: null }).execute()
    expect((await summary('2026-11-19')).subject).toBe('Thursday, November 19: 1 booked call')
  })

  it('says briefly that nothing happened', async () => {
    const sent = await summary('2026-11-20')
    expect(sent.subject).toBe('Friday, November 20: a quiet day')
    expect(sent.text).not.toContain('New leads')
  })
})

it('sends a test that says so', async () => {
  const sent = await mail('test')
  expect(sent.text).toContain('This is a test from Fieldhand. Messages for Green Acres reach you here.')
  expect(sent.text).not.toContain('unsubscribe')
})
