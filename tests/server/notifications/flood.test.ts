import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eraseConversations } from '../../../server/erasure/erase-conversations.ts'
import { eraseOrganizationData } from '../../../server/erasure/erase-organization.ts'
import { DAILY_PARTS } from '../../../server/notifications/channels/config.ts'
import { segmentsOf } from '../../../server/notifications/compose/fit-text.ts'
import { deliver } from '../../../server/notifications/deliver.ts'
import { visitorLimit } from '../../../server/notifications/flood.ts'
import { optIntoMail, optOutOfMail, unsubscribedOf } from '../../../server/notifications/opt-outs.ts'
import { countAnswer, countSent } from '../../../server/notifications/sent-messages.ts'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type Person,
  putNotificationSettings,
} from '../../../src/contract/notification-settings.ts'
import { DAY_MS, HOUR_MS } from '../../../src/domain/time/durations.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { confirmEveryone } from '../../support/confirmed.ts'
import { addNotification } from '../../support/notification-row.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const server = await sharedServer()
const { deps } = server
const { db } = deps
const VICTIM = 'victim@example.test'
const ann = {
  ...{ id: 'ann', name: 'Ann', email: 'ann@fresh.example', phone: '+16145550123', sms_consent: true },
  choices: {
    needs_person: ['email', 'sms'],
    new_lead: ['email', 'sms'],
    booking: ['email', 'sms'],
    daily_summary: [],
  },
} satisfies Person

let sent: ReturnType<typeof recordingSenders>['sent']

beforeEach(() => {
  const recording = recordingSenders()
  sent = recording.sent
  deps.senders = recording.senders
})
afterEach(async () => {
  for (const table of ['notifications', 'sent_messages'] as const) await db.deleteFrom(table).execute()
})

type Fields = Partial<Parameters<typeof addNotification>[1]>

/** Sends `times` messages about different visitors, and returns how each one ended. */
async function flood(times: number, fields: Fields, organization = FRESH): Promise<string[]> {
  const outcomes: string[] = []
  for (let time = 0; time < times; time += 1) {
    const now = server.clock.now()
    const lead = { converted_to_booking_id: null, booking_start_time: null, booking_status: null }
    const { lead_id, conversation_id } = await addToldVisitor(db, { organization, now, lead })
    const { id } = await addNotification(db, {
      organization_id: organization,
      kind: 'transcript',
      created_at: now,
      lead_id,
      conversation_id,
      ...fields,
    })
    await deliver(deps, id)
    const row = await db
      .selectFrom('notifications')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    outcomes.push(row.reason ?? row.status)
  }
  return outcomes
}

it('a stranger can have only ten emails a day sent to one address, from all businesses together', async () => {
  const toVictim: Fields = { audience: 'visitor', recipient: VICTIM }
  expect(new Set(await flood(9, toVictim))).toEqual(new Set(['sent']))
  expect(await flood(2, { ...toVictim, recipient: 'Victim@Example.test' }, GREEN)).toEqual([
    'sent',
    'The recipient has already received 10 messages today',
  ])
  expect(await flood(1, { ...toVictim, recipient: 'other@example.test' })).toEqual(['sent'])
  expect(sent).toHaveLength(11)
  server.clock.advance(DAY_MS)
  expect(await flood(1, toVictim)).toEqual(['sent'])
})

it.each([
  ['an invisible character', 'victim.nobody@g\u00admail.com'],
  ['compatibility characters', 'victim.nobody@ｇｍａｉｌ.com'],
  ['dots, a tag, and another name of the service', 'v.i.c.t.i.m.nobody+lawn@googlemail.com'],
])('the limit of an address holds for the same mailbox with %s', async (_, disguised) => {
  const toVictim: Fields = { audience: 'visitor', recipient: 'victim.nobody@gmail.com' }
  await flood(9, toVictim)
  expect(await flood(2, { ...toVictim, recipient: disguised })).toEqual([
    'sent',
    'The recipient has already received 10 messages today',
  ])
})

it('an opt-out holds for the same address with invisible or compatibility characters', async () => {
  const at = server.clock.now()
  await db
    .insertInto('email_opt_outs')
    .values({ organization_id: FRESH, email: 'victim@gmail.com', at })
    .execute()
  const disguises = ['victim@g\u00admail.com', 'Victim@ＧＭＡＩＬ.com', 'victim@gmail.com.']
  expect(await unsubscribedOf(db, FRESH, disguises)).toEqual(disguises)
  const outcomes = await flood(1, { audience: 'visitor', recipient: disguises[0] as string })
  expect(outcomes).toEqual(['The address has unsubscribed'])
  await db.deleteFrom('email_opt_outs').execute()
})

it('an opt-out holds for all addresses of the mailbox, until its reader undoes it', async () => {
  const aliases = ['Ann.Lee@gmail.com', 'annlee+lawn@gmail.com', 'a.n.n.lee@googlemail.com']
  const now = server.clock.now()
  await optOutOfMail(db, null, 'ann.lee@gmail.com', now)
  expect(await unsubscribedOf(db, FRESH, [...aliases, 'ann@gmail.com'])).toEqual(aliases)
  await optIntoMail(db, FRESH, 'ann.lee@gmail.com', now)
  expect(await unsubscribedOf(db, FRESH, aliases)).toEqual([])
})

it('the limit of an address outlasts the erasure of the conversations and of the organization’s data', async () => {
  const toVictim: Fields = { audience: 'visitor', recipient: VICTIM }
  await flood(10, toVictim)
  const conversations = await db
    .selectFrom('conversations')
    .select('id')
    .where('organization_id', '=', FRESH)
    .execute()
  await db.transaction().execute((tx) =>
    eraseConversations(
      tx,
      conversations.map(({ id }) => id),
    ),
  )
  const enough = ['The recipient has already received 10 messages today']
  expect(await flood(1, toVictim, GREEN)).toEqual(enough)
  await eraseOrganizationData(db, FRESH)
  expect(await flood(1, toVictim)).toEqual(enough)
})

it('a trial sends mail to thirty visitors’ addresses a day, and a customer to three hundred', async () => {
  const now = server.clock.now()
  const trial = { subscription_status: 'trialing', plan: 'starter_alpha_' }
  await db
    .updateTable('organizations')
    .set({ ...trial, trial_ends_at: new Date(now.getTime() + 14 * DAY_MS) })
    .where('id', '=', FRESH)
    .execute()
  const to = (recipient: string): Fields => ({ audience: 'visitor', recipient })
  const already = async (from: number, most: number) => {
    for (let each = from; each < most; each += 1) {
      const row = { organization_id: FRESH, channel: 'email', audience: 'visitor', kind: 'reminder' } as const
      await countSent(db, { ...row, recipient: `visitor${each}@example.test` }, now)
    }
  }
  await already(0, 29)
  expect(await flood(1, to('new@example.test'))).toEqual(['sent'])
  const over = 'The business has already sent messages to 30 visitors’ addresses today'
  expect(await flood(1, to('newer@example.test'))).toEqual([over])
  // Who has already received mail today gets more, and numbers are counted on their own.
  expect(await flood(1, to('visitor3@example.test'))).toEqual(['sent'])
  await eraseOrganizationData(db, FRESH)
  expect(await flood(1, to('newer@example.test'))).toEqual([over])
  await db
    .updateTable('organizations')
    .set({ subscription_status: 'active' })
    .where('id', '=', FRESH)
    .execute()
  expect(await flood(1, to('newer@example.test'))).toEqual(['sent'])
  await already(100, 400)
  expect(await flood(1, to('newest@example.test'))).toEqual([over.replace('30', '300')])
  server.clock.advance(DAY_MS)
  expect(await flood(1, to('newest@example.test'))).toEqual(['sent'])
})

it('a trial answers the texts of more than thirty numbers a day, up to three hundred', async () => {
  const now = server.clock.now()
  const trial = { subscription_status: 'trialing', plan: 'starter_alpha_' }
  await db
    .updateTable('organizations')
    .set({ ...trial, trial_ends_at: new Date(now.getTime() + 14 * DAY_MS) })
    .where('id', '=', FRESH)
    .execute()
  const number = (place: number) => `+1614555${String(place).padStart(4, '0')}`
  const answered = async (from: number, most: number) => {
    for (let each = from; each < most; each += 1) {
      const row = { organization_id: FRESH, channel: 'sms', audience: 'visitor', kind: 'text' } as const
      await countSent(db, { ...row, recipient: number(each) }, now)
    }
  }
  // The visitor has asked, so quiet hours don't delay the agent's message.
  const data = JSON.stringify({ asked: true, from: 1, to: 1, part: 0 })
  const answer: Fields = { audience: 'visitor', channel: 'sms', kind: 'text', recipient: number(9_000), data }
  await answered(0, 30)
  expect(await flood(1, answer)).toEqual(['sent'])
  // Answers leave the other texts their share.
  const nobody = { organization_id: FRESH, lead_id: null, conversation_id: null }
  const toOther = { ...nobody, channel: 'sms', kind: 'reminder', recipient: number(9_002) } as const
  expect(await visitorLimit(deps, toOther, now)).toBeNull()
  await answered(30, 300)
  expect(await flood(1, { ...answer, recipient: number(9_001) })).toEqual([
    'The business has already sent messages to 300 visitors’ numbers today',
  ])
})

it('messages about a visitor go to three addresses', async () => {
  const now = server.clock.now()
  const { lead_id, conversation_id } = await addToldVisitor(db, { organization: FRESH, now })
  const outcomes = []
  for (const mailbox of ['a', 'b', 'a', 'c', 'd']) {
    const recipient = `${mailbox}@example.test`
    outcomes.push(...(await flood(1, { audience: 'visitor', recipient, lead_id, conversation_id })))
  }
  const over = 'Messages about this visitor have already gone to 3 addresses'
  expect(outcomes).toEqual(['sent', 'sent', 'sent', 'sent', over])
})

/** The messages that are sent beyond a limit, as a digest. */
async function digests(): Promise<string[]> {
  const waiting = await db
    .selectFrom('notifications')
    .select(['id', 'due_at'])
    .where('kind', '=', 'held_digest')
    .where('status', '=', 'queued')
    .execute()
  const before = sent.length
  for (const { id, due_at } of waiting) {
    if (due_at && due_at > server.clock.now()) server.clock.set(due_at)
    await deliver(deps, id)
  }
  return sent.slice(before).map((message) => ('text' in message ? message.text : ''))
}

async function saveAnn(): Promise<void> {
  await call(server, putNotificationSettings, {
    params: { orgId: FRESH },
    body: { people: [...DEFAULT_NOTIFICATION_SETTINGS.people, ann] },
  })
  await confirmEveryone(db, FRESH, server.clock.now())
}

it('visitors who keep moving their call cause twenty texts an hour, and then one digest of the others', async () => {
  await saveAnn()
  const toOwner: Fields = {
    ...{ kind: 'booking_moved', channel: 'sms', person_id: ann.id, recipient: ann.phone },
    data: JSON.stringify({ start: '2026-11-23T20:00:00.000Z' }),
  }
  const outcomes = await flood(22, toOwner)
  const reason = 'In a digest later: the recipient has already received 20 of these texts within an hour'
  expect(outcomes.slice(19)).toEqual(['sent', reason, reason])
  expect(await flood(1, { ...toOwner, kind: 'new_lead' })).toEqual(['sent'])
  const byEmail = await flood(22, { ...toOwner, channel: 'email', recipient: ann.email })
  expect(new Set(byEmail)).toEqual(new Set(['sent']))
  const texts = await digests()
  expect(texts).toHaveLength(1)
  expect(texts[0]).toMatch(/2 notifications together\. Estimate moved: Ada Hedgerow/)
  server.clock.advance(HOUR_MS)
  expect(await flood(1, toOwner)).toEqual(['sent'])
})

it('a person gets a hundred notifications a day from all businesses, and then digests that lose nothing', async () => {
  await saveAnn()
  const old = new Date(server.clock.now().getTime() - 30 * DAY_MS)
  await db.updateTable('organizations').set({ subscription_status: 'active', created_at: old }).execute()
  const toAnn: Fields = { kind: 'new_lead', person_id: ann.id, recipient: ann.email }
  await sentEarlier(99, { recipient: ann.email.toUpperCase(), organization_id: GREEN })
  expect(await flood(1, toAnn)).toEqual(['sent'])
  const reason = 'In a digest later: the recipient has already received 100 notifications today'
  expect(await flood(3, toAnn)).toEqual([reason, reason, reason])
  // Somebody who waits or is in danger isn't held.
  expect(await flood(2, { ...toAnn, kind: 'needs_person' })).toEqual(['sent', 'sent'])
  const [text, ...others] = await digests()
  expect(others).toEqual([])
  expect(text).toContain('3 notifications')
  expect(text?.match(/New lead: Ada Hedgerow, \(614\) 555-0142, /g)).toHaveLength(3)
  server.clock.advance(DAY_MS)
  expect(await flood(1, toAnn)).toEqual(['sent'])
})

it('a new trial sends a hundred notifications a day, an old one two hundred', async () => {
  await saveAnn()
  const now = server.clock.now()
  const trial = { subscription_status: 'trialing', plan: 'starter_alpha_' }
  await db
    .updateTable('organizations')
    .set({ ...trial, created_at: now, trial_ends_at: new Date(now.getTime() + 14 * DAY_MS) })
    .where('id', '=', FRESH)
    .execute()
  await sentEarlier(100, { recipient: 'others@fresh.example', organization_id: FRESH })
  const toAnn: Fields = { kind: 'new_lead', person_id: ann.id, recipient: ann.email }
  expect(await flood(1, toAnn)).toEqual([
    'In a digest later: the business has already sent 100 notifications today',
  ])
  expect(await flood(1, { ...toAnn, kind: 'needs_person' })).toEqual(['sent'])
  const older = new Date(now.getTime() - 8 * DAY_MS)
  await db.updateTable('organizations').set({ created_at: older }).where('id', '=', FRESH).execute()
  expect(await flood(1, toAnn)).toEqual(['sent'])
})

describe('the parts of an organization’s texts within a day', () => {
  const over = (most: string) =>
    `The business’s texts from the shared number have reached today’s limit of ${most} parts`
  /** Has a visitor with an appointment get a text. Returns how it ended. */
  async function remind(recipient: string, organization = FRESH): Promise<string[]> {
    await db.deleteFrom('leads').execute()
    const now = server.clock.now()
    const lead = { booking_start_time: new Date(now.getTime() + DAY_MS).toISOString() }
    const { lead_id, conversation_id } = await addToldVisitor(db, { organization, now, lead })
    const to: Fields = { kind: 'reminder', channel: 'sms', audience: 'visitor', recipient }
    return flood(1, { ...to, lead_id, conversation_id }, organization)
  }
  const partsOf = async () =>
    (await db.selectFrom('sent_messages').select('parts').orderBy('at').execute()).map(({ parts }) => parts)
  /** Counts an answer of so many parts. */
  const used = (parts: number, organizationId: string | null = FRESH, ago = HOUR_MS) =>
    countAnswer(
      db,
      { organizationId, phone: '+16145550177', text: 'x'.repeat(parts * 153) },
      new Date(server.clock.now().getTime() - ago),
    )

  beforeEach(async () => {
    await saveAnn()
    deps.config.textParts = 8
    const paid = { subscription_status: 'active', plan: 'starter_alpha_', trial_ends_at: null }
    await db.updateTable('organizations').set(paid).where('id', '=', FRESH).execute()
  })
  afterEach(async () => {
    deps.config.textParts = DAILY_PARTS
  })

  it('are those that carriers charge, and of mail none', async () => {
    expect(await remind('+16145550142')).toEqual(['sent'])
    await flood(1, { audience: 'visitor', recipient: VICTIM })
    const [text] = sent
    if (!text || !('to' in text) || typeof text.to !== 'string' || !('text' in text))
      throw new Error('No text')
    expect(await partsOf()).toEqual([segmentsOf(text.text), 0])
    expect(await used(3)).toBe(3)
  })

  it('end what visitors get by text, and alerts by text until a digest, but nothing else', async () => {
    await used(7)
    expect(await remind('+16145550142')).toEqual(['sent'])
    expect(await remind('+16145550143')).toEqual([over('8')])
    const toAnn: Fields = { person_id: ann.id, recipient: ann.phone, channel: 'sms' }
    expect(await flood(1, { ...toAnn, kind: 'new_lead' })).toEqual([
      over('8').replace('The', 'In a digest later: the'),
    ])
    expect(await flood(1, { ...toAnn, kind: 'needs_person' })).toEqual(['sent'])
    expect(await flood(1, { ...toAnn, kind: 'new_lead', channel: 'email', recipient: ann.email })).toEqual([
      'sent',
    ])
    expect(await flood(1, { audience: 'visitor', recipient: VICTIM })).toEqual(['sent'])
    expect(await remind('+16145550144', GREEN)).toEqual(['sent'])
    server.clock.advance(DAY_MS)
    expect(await remind('+16145550143')).toEqual(['sent'])
  })

  it('are a quarter in a trial', async () => {
    const trial_ends_at = new Date(server.clock.now().getTime() + 14 * DAY_MS)
    const trial = { subscription_status: 'trialing', trial_ends_at }
    await db.updateTable('organizations').set(trial).where('id', '=', FRESH).execute()
    await used(2)
    expect(await remind('+16145550142')).toEqual([over('2')])
  })

  it('do not count what was sent earlier, or by others', async () => {
    await used(20, FRESH, DAY_MS)
    await used(20, GREEN)
    await used(20, null)
    expect(await remind('+16145550142')).toEqual(['sent'])
  })
})

/** Stores messages to the business that were sent an hour ago. */
async function sentEarlier(times: number, fields: Fields & { organization_id: string }): Promise<void> {
  const sent_at = new Date(server.clock.now().getTime() - HOUR_MS)
  for (let time = 0; time < times; time += 1) {
    const row = await addNotification(db, {
      ...{ kind: 'booking_made', status: 'sent', sent_at, created_at: sent_at },
      ...fields,
    })
    await countSent(db, row, sent_at)
  }
}
