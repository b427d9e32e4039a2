import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { mergeProfile } from '../../../server/profiles/stored-profile.ts'
import type { ProfileUpdate } from '../../../src/contract/profile.ts'
import { HOUR_MS } from '../../../src/domain/time/durations.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { confirm } from '../../support/confirmed.ts'
import { until } from '../../support/eventually.ts'
import { TEST_NOW } from '../../support/server.ts'
import { shuffled } from '../../support/shuffled.ts'
import { textingServer } from '../../support/texting.ts'
import { repetitions } from '../../support/thorough.ts'

const server = await textingServer()
const { deps, post, clock } = server
const { db } = deps
const BUSINESS = '+16145550170'
const MEMBER = '+16145550171'
let caller = ''
let count = 0

/** Sets the clock to an hour of the first day, in New York. */
const todayAt = (hour: number) => clock.set(new Date(TEST_NOW.getTime() + (hour - 10) * HOUR_MS))

/** Changes the settings of an organization as its owner does. */
const change = (organizationId: string, fields: ProfileUpdate) =>
  mergeProfile(db, organizationId, fields, clock.now())

const line = async (organizationId = GREEN) =>
  (await (await server.call(`/api/v1/organizations/${organizationId}/phone-line`)).json()) as {
    number: string
    test_phones: string[]
    connected_at: string | null
    last_call_at: string | null
  }

const texts = (least: number) => until(() => server.received(caller).length >= least)

beforeEach(async () => {
  await post.clear()
  await db.deleteFrom('phone_lines').execute()
  await db.deleteFrom('missed_calls').execute()
  await db.deleteFrom('alert_recipients').execute()
  count += 1
  caller = `+1614555${String(3000 + count)}`
  todayAt(12)
  await change(GREEN, {
    phone: '(614) 555-0170',
    text_back: true,
    text_back_message: 'Sorry, we were mowing!',
    blocked_numbers: [],
  })
  await change(FRESH, { phone: '(614) 555-0170', text_back: true })
  await confirm(db, GREEN, [MEMBER], clock.now())
})

// Texts that are still on their way would meet a closed database.
afterEach(() =>
  until(async () => {
    const open = await db
      .selectFrom('notifications')
      .select('id')
      .where('kind', '=', 'text')
      .where('status', 'in', ['queued', 'sent'])
      .where('due_at', 'is', null)
      .execute()
    return open.length === 0
  }),
)

/** Connects the business's number as its owner does: by a test call. */
const connect = () => post.texts.call(MEMBER, BUSINESS)

describe('a missed call', () => {
  it('is texted back once a day, and the answer is a conversation', async () => {
    await connect()
    const { status, twiml } = await post.texts.call(caller, BUSINESS)
    expect(status).toBe(200)
    expect(twiml).toMatch(/<Say>Thank you for calling .*We will text you\.<\/Say><Hangup\/>/)
    await texts(1)
    expect(server.received(caller)[0]).toMatch(
      /^This is \w+, the automated assistant of .*Reply STOP.*\nSorry, we were mowing!$/,
    )
    const again = await post.texts.call(caller, BUSINESS)
    expect(again.twiml).toContain('Please call again later.')
    await server.text(caller, 'hi i need weekly mowing')
    await texts(2)
    const conversations = await db
      .selectFrom('conversations')
      .select(['organization_id', 'channel'])
      .where('text_phone', '=', caller)
      .execute()
    expect(conversations).toEqual([{ organization_id: GREEN, channel: 'sms' }])
    clock.advance(25 * HOUR_MS)
    await post.texts.call(caller, BUSINESS)
    await texts(3)
  })

  it('counts once, however often and in whatever order the carrier reports it', async () => {
    await connect()
    for (let round = 0; round < repetitions(5, 200); round += 1) {
      count += 1
      caller = `+1614555${String(3000 + count)}`
      const calls = Array.from({ length: 5 }, (_, index) => ({ CallSid: `CA${count}-${index % 2}` }))
      await Promise.all(shuffled(calls, round).map((fields) => post.texts.call(caller, BUSINESS, fields)))
      await texts(1)
      const sent = await db
        .selectFrom('notifications')
        .select('id')
        .where('recipient', '=', caller)
        .where('kind', '=', 'text')
        .execute()
      expect(sent).toHaveLength(1)
    }
  })

  it('at night is texted back in the morning', async () => {
    await connect()
    todayAt(22)
    await post.texts.call(caller, BUSINESS)
    const planned = () =>
      db
        .selectFrom('notifications')
        .select(['status', 'due_at'])
        .where('recipient', '=', caller)
        .executeTakeFirst()
    await until(async () => (await planned()) !== undefined)
    const row = await planned()
    expect(row?.status).toBe('queued')
    expect(row?.due_at?.getTime()).toBeGreaterThan(clock.now().getTime() + 9 * HOUR_MS)
  })

  it.each([
    ['whose number its network disproves', { StirVerstat: 'TN-Validation-Failed-C' }],
    ['from a hidden number', { From: 'anonymous' }],
    ['from a premium number', { From: '+19005550123' }],
    ['from abroad', { From: '+4915112345678' }],
  ])('%s gets no text', async (_, fields) => {
    await connect()
    const count = () =>
      db
        .selectFrom('conversations')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .executeTakeFirst()
    const before = await count()
    const { twiml } = await post.texts.call(caller, BUSINESS, fields)
    expect(twiml).toContain('Please call again later.')
    expect(await count()).toEqual(before)
  })

  it('from a blocked number, a landline, or a number that has stopped texts gets no text', async () => {
    await connect()
    await change(GREEN, { blocked_numbers: [`(614) 555-${caller.slice(-4)}`] })
    expect((await post.texts.call(caller, BUSINESS)).twiml).toContain('Please call again later.')
    expect(await server.text(caller, 'hello?')).toBe(200)
    await change(GREEN, { blocked_numbers: [] })
    await db.insertInto('landlines').values({ phone: caller, at: clock.now() }).execute()
    expect((await post.texts.call(caller, BUSINESS)).twiml).toContain('Please call again later.')
    await db.deleteFrom('landlines').execute()
    await server.text(caller, 'STOP')
    expect((await post.texts.call(caller, BUSINESS)).twiml).toContain('Please call again later.')
    const rows = await db.selectFrom('conversations').select('id').where('text_phone', '=', caller).execute()
    expect(rows).toEqual([])
  })

  it('of a business that has not switched it on, or of none, is refused', async () => {
    await connect()
    await change(GREEN, { text_back: false })
    expect((await post.texts.call(caller, BUSINESS)).twiml).toContain('<Reject/>')
    expect((await post.texts.call(caller, '+16145550199')).twiml).toContain('<Reject/>')
    expect((await post.texts.call(caller, '')).twiml).toContain('<Reject/>')
  })
})

describe('the number of a business', () => {
  it('is connected by a test call from a confirmed number of a member, and by nothing else', async () => {
    expect(await line()).toMatchObject({ test_phones: ['(614) 555-0171'], connected_at: null })
    expect((await post.texts.call(caller, BUSINESS)).twiml).toContain('<Reject/>')
    expect((await line()).connected_at).toBeNull()
    await connect()
    const after = await line()
    expect(after.connected_at).not.toBeNull()
    expect(after.last_call_at).not.toBeNull()
    expect(after.number).toMatch(/^\+1\d{10}$/)
  })

  it('stays with the business that has connected it, whatever another one claims', async () => {
    await connect()
    await confirm(db, FRESH, [caller], clock.now())
    await post.texts.call(caller, BUSINESS)
    await texts(1)
    const rows = await db.selectFrom('phone_lines').select('organization_id').execute()
    expect(rows).toEqual([{ organization_id: GREEN }])
    const conversations = await db
      .selectFrom('conversations')
      .select('organization_id')
      .where('text_phone', '=', caller)
      .execute()
    expect(conversations).toEqual([{ organization_id: GREEN }])
  })

  it('is no longer connected once the business has another one', async () => {
    await connect()
    await change(GREEN, { phone: '(614) 555-0198' })
    expect((await line()).connected_at).toBeNull()
    expect((await post.texts.call(caller, BUSINESS)).twiml).toContain('<Reject/>')
  })
})
