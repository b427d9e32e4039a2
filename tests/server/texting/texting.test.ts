import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createMetrics } from '../../../server/metrics/metrics.ts'
import { countAnswer } from '../../../server/notifications/sent-messages.ts'
import { readPhone } from '../../../src/domain/common/phone.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { until } from '../../support/eventually.ts'
import { addNotification } from '../../support/notification-row.ts'
import { phonePhoto } from '../../support/pictures.ts'
import { textingServer } from '../../support/texting.ts'

const server = await textingServer()
const { deps, post, clock } = server
const { db } = deps
let phone = '+16145550100'
let count = 0

/** Returns what a check returns as soon as it fits. */
const eventually = async <T>(check: () => T | Promise<T>, fits: (value: T) => boolean): Promise<T> => {
  let value: T | undefined
  await until(async () => {
    value = await check()
    return fits(value)
  })
  return value as T
}

beforeEach(async () => {
  await post.clear()
  count += 1
  phone = `+161455501${String(count).padStart(2, '0')}`
})

/** Lets a business have texted the phone. */
const texted = (organizationId: string, hoursAgo = 1) =>
  addNotification(db, {
    organization_id: organizationId,
    kind: 'reminder',
    channel: 'sms',
    audience: 'visitor',
    recipient: phone,
    status: 'sent',
    created_at: clock.now(),
    sent_at: new Date(clock.now().getTime() - hoursAgo * 3_600_000),
  })

const conversations = () =>
  db
    .selectFrom('conversations')
    .select(['id', 'organization_id', 'channel', 'text_phone', 'status'])
    .where('text_phone', '=', phone)
    .execute()
const said = async () => {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.author', 'messages.content'])
    .where('text_phone', '=', phone)
    .orderBy('messages.created_at')
    .orderBy('messages.position')
    .execute()
  return rows.map(({ author, content }) => `${author}: ${content}`)
}
const replies = (least: number) =>
  eventually(
    () => server.received(phone),
    (texts) => texts.length >= least,
  )

describe('a text to the shared number', () => {
  it('is answered by the agent of the business that texted last, which introduces itself once', async () => {
    await texted(GREEN)
    expect(await server.text(phone, 'hi i need weekly mowing')).toBe(200)
    const [first] = await replies(1)
    expect(first).toMatch(/^This is \w+, the automated assistant of Green Acres .*Reply STOP to opt out\.\n/)
    expect(await conversations()).toMatchObject([
      { organization_id: GREEN, channel: 'sms', text_phone: phone },
    ])
    await server.text(phone, 'Kay Lund')
    const [, second] = await replies(2)
    expect(second).not.toContain('automated')
    const lead = await db
      .selectFrom('leads')
      .innerJoin('conversations', 'conversations.id', 'leads.conversation_id')
      .select(['prospect_name', 'prospect_phone', 'source', 'service_interest'])
      .where('text_phone', '=', phone)
      .executeTakeFirst()
    expect(lead).toMatchObject({ prospect_name: 'Kay Lund', source: 'sms' })
    expect(lead?.prospect_phone?.replace(/\D/g, '')).toBe(phone.slice(2))
  })

  it('makes no lead of an offer, but one of what the same number asks for afterward', async () => {
    await texted(GREEN)
    const leads = () =>
      db
        .selectFrom('leads')
        .innerJoin('conversations', 'conversations.id', 'leads.conversation_id')
        .select(['prospect_phone', 'service_interest'])
        .where('text_phone', '=', phone)
        .execute()
    await server.text(
      phone,
      'USPS: your package is on hold, update your address at http://usps-redelv.top/us',
    )
    const [first] = await replies(1)
    expect(first).toContain('this chat is for customers')
    expect(await leads()).toEqual([])
    await server.text(phone, 'i need my lawn mowed')
    await replies(2)
    expect(await leads()).toMatchObject([{ service_interest: 'Lawn Care & Maintenance' }])
    expect((await leads())[0]?.prospect_phone?.replace(/\D/g, '')).toBe(phone.slice(2))
  })

  it('asks which business is meant if two have texted within a day, and passes on what was said', async () => {
    await texted(GREEN, 3)
    await texted(FRESH, 2)
    await server.text(phone, 'can you come tomorrow?')
    expect(server.received(phone)).toEqual([
      expect.stringMatching(/^Several businesses .* 1 Fresh Cut Co, 2 Green Acres/),
    ])
    await server.text(phone, 'what?')
    expect(server.received(phone)).toHaveLength(2)
    expect(await conversations()).toEqual([])
    await server.text(phone, '2')
    await replies(3)
    await eventually(said, (lines) => lines.filter((line) => line.startsWith('visitor')).length === 2)
    expect(await conversations()).toMatchObject([{ organization_id: GREEN }])
    expect((await said()).filter((line) => line.startsWith('visitor'))).toEqual([
      'visitor: can you come tomorrow?',
      'visitor: what?',
    ])
    await server.text(phone, 'Kay Lund')
    await eventually(said, (lines) => lines.includes('visitor: Kay Lund'))
  })

  it('from a stranger reaches nobody, and says so once an hour', async () => {
    await server.text(phone, 'hello?')
    await server.text(phone, 'hello??')
    expect(server.received(phone)).toEqual([expect.stringContaining('We could not pass on your text.')])
    expect(await conversations()).toEqual([])
    expect(await db.selectFrom('text_routes').selectAll().where('phone', '=', phone).execute()).toEqual([])
  })

  it('about a danger is answered first of all, whoever it is for', async () => {
    await server.text(phone, 'i smell gas by the meter where your crew was digging')
    await texted(GREEN, 3)
    await texted(FRESH, 2)
    await server.text(phone, 'the tree just fell on the power line')
    const [first, second] = server.received(phone)
    expect(first).toMatch(
      /^If anyone is hurt or in danger, call 911 first\. We could not pass on your text\./,
    )
    expect(second).toMatch(/^If anyone is hurt or in danger, call 911 first\. Several businesses/)
  })

  it('for a business whose trial has ended reaches nobody, and says so', async () => {
    await texted(GREEN)
    const ended = new Date(clock.now().getTime() - 86_400_000)
    const { trial_ends_at } = await db
      .selectFrom('organizations')
      .select('trial_ends_at')
      .where('id', '=', GREEN)
      .executeTakeFirstOrThrow()
    await db.updateTable('organizations').set({ trial_ends_at: ended }).where('id', '=', GREEN).execute()
    await server.text(phone, 'hello?')
    await db.updateTable('organizations').set({ trial_ends_at }).where('id', '=', GREEN).execute()
    expect(server.received(phone)).toEqual([expect.stringContaining('We could not pass on your text.')])
    expect(await conversations()).toEqual([])
  })

  it('counts once, however often the carrier reports it', async () => {
    await texted(GREEN)
    const MessageSid = `SM${count}twice`
    await Promise.all(Array.from({ length: 5 }, () => server.text(phone, 'need mulch', { MessageSid })))
    await replies(1)
    await server.text(phone, 'Ben Ito')
    await replies(2)
    const lines = await said()
    expect(lines.filter((line) => line === 'visitor: need mulch')).toHaveLength(1)
    expect(server.received(phone)).toHaveLength(2)
  })

  it('gets no answer after STOP, but the business reads it', async () => {
    await texted(GREEN)
    await server.text(phone, 'need mulch')
    await replies(1)
    await server.text(phone, 'stop')
    const before = server.received(phone).length
    await server.text(phone, 'are you there')
    await eventually(said, (lines) => lines.includes('visitor: are you there'))
    const note = await eventually(
      () => db.selectFrom('sms_opt_outs').select('phone').where('phone', '=', phone).execute(),
      (rows) => rows.length === 1,
    )
    expect(note).toHaveLength(1)
    expect(server.received(phone)).toHaveLength(before)
  })

  it('brings its pictures, which are removed at the carrier', async () => {
    await texted(GREEN)
    const url = post.texts.attach('image/jpeg', await phonePhoto())
    const text = post.texts.attach('text/plain', new TextEncoder().encode('no picture'))
    await server.text(phone, '', { NumMedia: '2', MediaUrl0: url, MediaUrl1: text })
    await replies(1)
    const [conversation] = await conversations()
    const photos = await db
      .selectFrom('photos')
      .select('message_id')
      .where('conversation_id', '=', conversation?.id ?? '')
      .execute()
    expect(photos).toHaveLength(1)
    expect(photos[0]?.message_id).not.toBeNull()
    expect(post.texts.files.size).toBe(0)
  })

  it('with a file that cannot be shown asks for a picture, and leaves the open question open', async () => {
    await texted(GREEN)
    await server.text(phone, 'hi i need weekly mowing')
    await replies(1)
    const text = post.texts.attach('text/plain', new TextEncoder().encode('no picture'))
    await server.text(phone, '', { NumMedia: '1', MediaUrl0: text })
    const [, second] = await replies(2)
    expect(second).toMatch(/^I can't open that file here\. Please send a picture.*\?$/s)
    expect(await said()).toContain('visitor: [A file that cannot be shown here]')
  })

  it('from someone with a booked call gets no more of the owner’s questions', async () => {
    await texted(GREEN)
    for (const [index, said] of [
      'hi i need weekly mowing',
      'Kay Lund',
      '40 Post Rd, Dublin, OH 43016',
    ].entries()) {
      await server.text(phone, said)
      await replies(index + 1)
    }
    const id = (await conversations())[0]?.id ?? ''
    const booked = new Date(clock.now().getTime() + 3 * 86_400_000)
    await db
      .updateTable('leads')
      .set({ converted_to_booking_id: `booking_${id}`, booking_start_time: booked, booking_status: 'booked' })
      .where('conversation_id', '=', id)
      .execute()
    const { state } = await db
      .selectFrom('conversations')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const asked = { topic: 'question', tries: 1, question: 'How large is the property?' }
    const open = JSON.stringify({ ...(state as object), asked, booked: booked.toISOString() })
    await db.updateTable('conversations').set({ state: open }).where('id', '=', id).execute()
    await server.text(phone, 'do you also do leaf removal?')
    const texts = await replies(4)
    expect(texts.at(-1)).not.toMatch(/How large|my question/)
  })

  it('fetches no file from elsewhere', async () => {
    await texted(GREEN)
    await server.text(phone, 'look', { NumMedia: '1', MediaUrl0: 'http://127.0.0.1:1/secret' })
    await replies(1)
    expect((await said())[0]).toBe('visitor: look')
  })
})

describe('a member', () => {
  it('answers by text, and sees that it was delivered', async () => {
    await texted(GREEN)
    await server.text(phone, 'need a patio')
    await replies(1)
    const [conversation] = await conversations()
    const path = `/api/v1/organizations/${GREEN}/conversations/${conversation?.id}`
    const response = await server.call(`${path}/messages`, {
      method: 'POST',
      body: JSON.stringify({
        client_id: 'r1',
        message_type: 'outgoing',
        content: 'Hi Kay, Dan here. Tuesday works.',
      }),
    })
    expect(response.ok, await response.clone().text()).toBe(true)
    const [, reply] = await replies(2)
    expect(reply).toBe('Hi Kay, Dan here. Tuesday works.')
    const thread = await eventually(
      async () =>
        (await (await server.call(path)).json()) as { visitor: { received_position: number | null } },
      ({ visitor }) => visitor.received_position !== null && visitor.received_position >= 2,
    )
    expect(thread.visitor).toMatchObject({ reply_way: 'text', reply_phone: readPhone(phone).display })
  })
})

it('reports that arrive twice or out of order never move a text back', async () => {
  await texted(GREEN)
  for (const fault of ['doubled', 'reordered'] as const) {
    await post.texts.faults.tell({ fault, times: 1 })
    const before = server.received(phone).length
    await server.text(phone, `about ${fault}`)
    await replies(before + 1)
  }
  const statuses = await eventually(
    () =>
      db
        .selectFrom('notifications')
        .select('status')
        .where('kind', '=', 'text')
        .where('recipient', '=', phone)
        .execute(),
    (rows) => rows.length === 2 && rows.every(({ status }) => status === 'delivered'),
  )
  expect(statuses).toHaveLength(2)
})

it('counts the parts that the carrier charges', async () => {
  deps.metrics = createMetrics()
  onTestFinished(() => {
    deps.metrics = undefined
  })
  await texted(GREEN)
  await server.text(phone, 'need mowing '.repeat(15))
  const [answer = ''] = await replies(1)
  const out = Math.ceil(answer.length / (answer.length > 160 ? 153 : 160))
  const counted = async () => (await deps.metrics?.textSegments.get())?.values.map(({ value }) => value)
  await until(async () => (await counted())?.length === 2)
  expect(await counted()).toEqual([2, out])
})

describe('at the limit of parts, a danger', () => {
  const texts = () =>
    db
      .selectFrom('notifications')
      .select(['status', 'reason'])
      .where('kind', '=', 'text')
      .where('recipient', '=', phone)
      .orderBy('position')
      .execute()
  /** Sends a text, and returns what became of its answers. */
  const answersTo = async (text: string) => {
    const before = (await texts()).length
    await server.text(phone, text)
    const rows = await eventually(texts, (all) => all.length > before && all.every(isDone))
    return rows.slice(before).map(({ status, reason }) => reason ?? status)
  }
  const isDone = ({ status }: { status: string }) => status !== 'queued'
  const OVER = 'The business’s texts from the shared number have reached today’s limit of 1 parts'

  beforeEach(async () => {
    const { textParts } = deps.config
    deps.config.textParts = 1
    onTestFinished(async () => {
      deps.config.textParts = textParts
      await db.deleteFrom('sent_messages').execute()
    })
    await countAnswer(db, { organizationId: GREEN, phone: '+16145550177', text: 'One part' }, clock.now())
    await texted(GREEN)
  })

  it('is still answered, unlike all else', async () => {
    expect(await answersTo('hi i need weekly mowing')).toContain(OVER)
    expect(await answersTo('I smell gas in my yard, they hit the gas line')).not.toContain(OVER)
    expect(server.received(phone).join(' ')).toContain('911')
    expect(await answersTo('ok so how much is mowing')).toContain(OVER)
  })

  it('is answered a few times to a number', async () => {
    const answered: string[] = []
    for (let sent = 0; sent < 8; sent += 1)
      answered.push(...(await answersTo(`I smell gas in my yard, they hit the gas line ${sent}`)))
    expect(answered.filter((each) => each !== OVER)).toHaveLength(6)
    expect(answered).toContain(OVER)
  })

  it('is answered as often as the reserve of the business allows', async () => {
    for (let sent = 0; sent < 60; sent += 1)
      await addNotification(db, {
        organization_id: GREEN,
        kind: 'text',
        channel: 'sms',
        audience: 'visitor',
        recipient: `+16145551${100 + sent}`,
        data: JSON.stringify({ from: 0, to: 0, safety: true }),
        status: 'sent',
        created_at: clock.now(),
        sent_at: clock.now(),
      })
    expect(await answersTo('I smell gas in my yard, they hit the gas line')).toContain(OVER)
  })
})
