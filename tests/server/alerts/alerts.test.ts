import { beforeEach, describe, expect, it } from 'vitest'
import { createAlerts } from '../../../server/alerts/alerts.ts'
import { countAnswer, hashOf } from '../../../server/notifications/sent-messages.ts'
import { mergeProfile, readProfile } from '../../../server/profiles/stored-profile.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { alertsOn, OWNER_EMAIL } from '../../support/alerts.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { TEST_NOW } from '../../support/server.ts'
import { textingServer } from '../../support/texting.ts'

const server = await textingServer()
const { deps, post, clock } = server
const { db } = deps
const alerts = alertsOn(server)
const { said, settled, text, wait } = alerts
const FREE = 'Yes, every estimate is free and comes without any obligation.'
/** How texts call visitors of several businesses. */
const JANE = 'Jane D. (Green Acres Lawn & Land...)'
const BOB = 'Bob R. (Fresh Cut Co)'
const TAKEN = 'Olivia has taken over the conversation with Jane D.'
let count = 0
let owner = ''
let jane = ''
let bob = ''
let ann = ''

beforeEach(async () => {
  await settled()
  await post.clear()
  count += 1
  const numbers = [0, 1, 2, 3].map((each) => `+1614555${String(5000 + count * 10 + each)}`)
  ;[owner = '', jane = '', bob = '', ann = ''] = numbers
  clock.set(TEST_NOW)
  await db.deleteFrom('text_alerts').execute()
  await db.deleteFrom('alert_talks').execute()
  await db.deleteFrom('sent_messages').execute()
  await alerts.alert(GREEN, { phone: owner, email: OWNER_EMAIL })
  await alerts.alert(FRESH, { phone: owner, email: OWNER_EMAIL })
})

/** Has a member do something with a conversation in the console. */
const inConsole = async (organizationId: string, id: string, what: string, body: object = {}) => {
  const path = `/api/v1/organizations/${organizationId}/conversations/${id}/${what}`
  const response = await server.call(path, { method: 'POST', body: JSON.stringify(body) })
  expect(response.ok, await response.clone().text()).toBe(true)
  await settled()
}

const codeOf = async (conversationId: string, phone = owner) => {
  const row = await db
    .selectFrom('text_alerts')
    .select('code')
    .where('conversation_id', '=', conversationId)
    .where('phone', '=', phone)
    .executeTakeFirst()
  return row?.code ?? ''
}

/** Lets Ann, a second member, get the alerts of a business, too. */
const team = async () => {
  await alerts.join(GREEN, 'user_ann', 'ann@example.test', 'Ann')
  await alerts.alert(GREEN, { phone: owner, email: OWNER_EMAIL }, { phone: ann, email: 'ann@example.test' })
}

/** Counts texts of so many parts. */
const used = (parts: number) =>
  countAnswer(db, { organizationId: GREEN, phone: bob, text: 'x'.repeat(parts * 153) }, clock.now())

/** Closes the alerts of a number, as an answer does. */
const close = (phone: string) =>
  db.updateTable('text_alerts').set({ closed_at: clock.now() }).where('phone', '=', phone).execute()

/** Has a waiting visitor announced again. */
const announced = async (organizationId: string, conversationId: string) => {
  clock.advance(1_000)
  await db.transaction().execute(async (tx) => {
    await deps.notifier?.announce(tx, {
      ...{
        kind: 'needs_person',
        organizationId,
        conversationId,
        needs: 'asked',
        at: clock.now().toISOString(),
      },
    })
  })
  await settled()
}

const booking = (conversationId: string) =>
  db
    .selectFrom('leads')
    .select(['booking_start_time', 'booking_status', 'status'])
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow()

describe('an alert', () => {
  it('tells how to answer it, with the number to call and the suggested reply', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const [alert = '', ...others] = server.received(owner)
    expect(others).toEqual([])
    expect(alert).toContain('(614) 555-')
    expect(alert).toContain(
      `\nReply 1 to send the suggested reply, 3 to book, or TAKE to write yourself.\nSuggested reply:\n${FREE}`,
    )
    // A text with other characters than these has less than half the room.
    expect(alert).toMatch(/^[\x20-\x7e\n]*$/)
  })

  it('offers only what is possible', async () => {
    await wait(GREEN, { name: 'Ann Ito', phone: bob, says: 'Can someone call me about the fence?' })
    expect(server.received(owner)[0]).toMatch(/\nReply 3 to book or TAKE to write yourself\.$/)
    await db.deleteFrom('text_alerts').execute()
    const { appointment_kind } = await readProfile(db, GREEN)
    await mergeProfile(db, GREEN, { appointment_kind: 'visit' }, clock.now())
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await mergeProfile(db, GREEN, { appointment_kind }, clock.now())
    expect(server.received(owner)[1]).toContain('\nReply 1 to send the suggested reply or TAKE to write')
  })

  it('about a danger suggests no reply', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane, needs: 'danger' })
    expect(server.received(owner)[0]).not.toContain('suggested')
  })

  it('names its code once another one is open, which stays the same', async () => {
    const first = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const second = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    const [one, two] = [await codeOf(first), await codeOf(second)]
    expect(one).not.toBe(two)
    expect(server.received(owner)[1]).toContain(`TAKE ${two} to write yourself`)
    await text(owner, 'hm')
    expect(await codeOf(first)).toBe(one)
  })

  it('has the same code on all numbers of the team, whatever else they get', async () => {
    await alerts.join(GREEN, 'user_ann', 'ann@example.test', 'Ann')
    await alerts.alert(GREEN, { phone: owner, email: OWNER_EMAIL }, { phone: ann, email: 'ann@example.test' })
    const open = [
      await wait(FRESH, { name: 'Bob Ray', phone: bob }),
      await wait(GREEN, { name: 'Jane Doe', phone: jane }),
      await wait(FRESH, { name: 'Ray Lee', phone: `${bob}1` }),
      await wait(GREEN, { name: 'Kay Roe', phone: `${jane}1` }),
    ]
    const codes = await Promise.all(open.map((id) => codeOf(id)))
    expect(new Set(codes).size).toBe(4)
    expect(await codeOf(open[1] ?? '', ann)).toBe(codes[1])
    expect(await codeOf(open[3] ?? '', ann)).toBe(codes[3])
    // Nobody who joins a number later can mistake it.
    await alerts.alert(FRESH, { phone: owner, email: OWNER_EMAIL }, { phone: ann, email: OWNER_EMAIL })
    const [first = ''] = open
    await announced(FRESH, first)
    expect(await codeOf(first, ann)).toBe(codes[0])
  })

  it('has a code of its own on a number that knows it as another business’s', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const code = await codeOf(id)
    await alerts.join(GREEN, 'user_ann', 'ann@example.test', 'Ann')
    await alerts.alert(FRESH, { phone: ann, email: OWNER_EMAIL })
    const other = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    await db.updateTable('text_alerts').set({ code }).where('conversation_id', '=', other).execute()
    await alerts.alert(GREEN, { phone: owner, email: OWNER_EMAIL }, { phone: ann, email: 'ann@example.test' })
    await announced(GREEN, id)
    expect(await codeOf(id)).toBe(code)
    expect([code, '']).not.toContain(await codeOf(id, ann))
  })

  it('goes without answers to a number that is not a current member’s', async () => {
    await alerts.alert(GREEN, { phone: owner, email: 'stranger@example.test' })
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    expect(server.received(owner)[0]).not.toContain('Reply')
    expect(await text(owner, '1')).toEqual([expect.stringContaining('We could not pass on your text.')])
    expect(server.received(jane)).toEqual([])
  })
})

describe('1', () => {
  it('sends the suggested reply as the member, exactly as shown', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    expect(await text(owner, ' 1. ')).toEqual([`Sent to Jane D.: ${FREE}`])
    expect(await said(id)).toEqual(['visitor: Are your estimates free?', `person Olivia Greene: ${FREE}`])
    expect(server.received(jane)).toEqual([expect.stringContaining(FREE)])
    expect(await text(owner, '1')).toEqual([expect.stringContaining('Nothing was sent.')])
    expect(server.received(jane)).toHaveLength(1)
  })

  it('counts once, however often and at the same time it arrives', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await Promise.all(Array.from({ length: 4 }, () => server.text(owner, '1', { MessageSid: `SM${count}x` })))
    await settled()
    expect(server.received(owner).filter((each) => each.startsWith('Sent'))).toHaveLength(1)
    expect(await said(id)).toHaveLength(2)
  })

  it('sends nothing after the visitor has written again, but asks', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(jane, 'Are you licensed and insured?')
    const before = await said(id)
    const sentToJane = server.received(jane).length
    const [answer = ''] = await text(owner, '1')
    expect(answer).toMatch(
      /^Jane D\. has written since: "Are you licensed and insured\?"\. Nothing was sent to Jane D\. Reply 1 \w\w to send this reply now, or TAKE \w\w to write yourself\.\nSuggested reply:\nYes, we're licensed/,
    )
    expect(await said(id)).toEqual(before)
    expect(server.received(jane)).toHaveLength(sentToJane)
    expect(await text(owner, `1 ${await codeOf(id)}`)).toEqual([
      expect.stringContaining("Sent to Jane D.: Yes, we're licensed"),
    ])
  })

  it('sends nothing after somebody has answered, handed it back, or closed it', async () => {
    for (const [what, body, answer] of [
      [
        'messages',
        { client_id: 'r1', message_type: 'outgoing', content: 'Yes!' },
        /has answered Jane D\. since/,
      ],
      ['handback', {}, /^Jane D\. no longer waits\.$/],
      ['close', {}, /^The conversation with Jane D\. has ended\.$/],
    ] as const) {
      await db.deleteFrom('text_alerts').execute()
      const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
      await inConsole(GREEN, id, what, body)
      const before = await said(id)
      expect(await text(owner, '1')).toEqual([expect.stringMatching(answer)])
      expect(await said(id)).toEqual(before)
      await db.deleteFrom('sms_consents').where('phone', '=', jane).execute()
    }
  })

  it('from a second member tells who has handled it', async () => {
    await alerts.join(GREEN, 'user_ann', 'ann@example.test', 'Ann')
    await alerts.alert(GREEN, { phone: owner, email: OWNER_EMAIL }, { phone: bob, email: 'Ann@example.test' })
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const answers = await Promise.all([server.text(owner, '1'), server.text(bob, '1')])
    await settled()
    expect(answers).toEqual([200, 200])
    const [one, two] = [server.received(owner), server.received(bob)]
    const isSent = (texts: string[]) => texts.some((each) => each.startsWith('Sent to Jane D.'))
    expect([isSent(one), isSent(two)].toSorted()).toEqual([false, true])
    const told = (isSent(one) ? two : one).slice(1)
    expect(told.length).toBeGreaterThan(0)
    for (const each of told)
      expect(each).toMatch(/^(Olivia|Ann) has (already handled|taken over the conversation with) Jane D\.$/)
    expect(await said(id)).toHaveLength(2)
  })
})

describe('TAKE', () => {
  it('takes over, passes on texts both ways, and ends with DONE', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    expect(await text(owner, 'take')).toEqual([
      expect.stringMatching(/^You write to Jane D\. now\. .* Reply DONE to end\./),
    ])
    expect(await text(owner, 'Hi Jane, 3')).toEqual(['Sent to Jane D.'])
    expect(await text(owner, '1')).toEqual(['Sent to Jane D.'])
    expect((await said(id)).slice(1)).toEqual(['person Olivia Greene: Hi Jane, 3', 'person Olivia Greene: 1'])
    await text(jane, 'Great, thanks!')
    expect(server.received(owner).at(-1)).toBe('Jane D.: Great, thanks!')
    expect(await text(owner, 'TAKE')).toEqual(['You write to Jane D. already. Reply DONE to end.'])
    expect(await text(owner, 'done')).toEqual([expect.stringMatching(/^Done\./)])
    const before = await said(id)
    await text(jane, 'One more thing')
    expect(server.received(owner).at(-1)).toMatch(/^Done\./)
    await text(owner, 'see you')
    expect((await said(id)).filter((each) => each.startsWith('person'))).toEqual(
      before.filter((each) => each.startsWith('person')),
    )
  })

  it('tells once that the business has reached its limit of texts, and goes on', async () => {
    const { textParts } = deps.config
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await db.deleteFrom('sent_messages').execute()
    deps.config.textParts = 2
    expect(await text(owner, 'TAKE')).toEqual([expect.stringContaining('You write to Jane D.')])
    const counted = await db.selectFrom('sent_messages').select(['organization_hash', 'audience']).execute()
    expect(counted).toEqual([{ organization_hash: hashOf(GREEN), audience: 'answer' }])
    await countAnswer(db, { organizationId: GREEN, phone: bob, text: 'x'.repeat(200) }, clock.now())
    try {
      expect(await text(owner, 'TAKE')).toEqual([
        expect.stringMatching(/^Your business has reached its limit/),
      ])
      expect(await text(owner, 'TAKE')).toEqual([])
      expect(await said(id)).toHaveLength(1)
    } finally {
      await db.deleteFrom('sent_messages').execute()
      deps.config.textParts = textParts
    }
  })

  it('ends after an hour without a text, and then asks', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    clock.advance(59 * MINUTE_MS)
    expect(await text(owner, 'On my way')).toEqual(['Sent to Jane D.'])
    clock.advance(HOUR_MS)
    const code = await codeOf(id)
    expect(await text(owner, 'Here now')).toEqual([
      `You no longer write to Jane D. Your text was not sent. Reply TAKE ${code} to go on.`,
    ])
    expect((await said(id)).at(-1)).toBe('person Olivia Greene: On my way')
    expect(await text(owner, `take ${code.toLowerCase()}`)).toEqual([expect.stringMatching(/^You write to/)])
    expect(await text(owner, 'Here now')).toEqual(['Sent to Jane D.'])
  })

  it('passes on neither pictures nor blank texts, and says so', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    const url = post.texts.attach('image/jpeg', new Uint8Array([1]))
    expect(await text(owner, 'look', { NumMedia: '1', MediaUrl0: url })).toEqual([
      expect.stringMatching(/^Pictures can't be passed on by text/),
    ])
    expect(await text(owner, ' ')).toEqual([expect.stringMatching(/because the text was empty/)])
    expect(await said(id)).toHaveLength(1)
  })

  it('of another alert changes whom the texts go to', async () => {
    const first = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const second = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    await text(owner, `TAKE ${await codeOf(first)}`)
    await text(owner, `take${await codeOf(second)}`)
    expect(await text(owner, 'Hello Bob')).toEqual([`Sent to ${BOB}.`])
    expect(await said(first)).toHaveLength(1)
    expect((await said(second)).at(-1)).toBe('person Olivia Greene: Hello Bob')
  })

  it('of another alert leaves nobody alone: what the first visitor writes still arrives', async () => {
    const first = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const second = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    const [one, two] = [await codeOf(first), await codeOf(second)]
    await text(owner, `TAKE ${one}`)
    expect(await text(owner, `TAKE ${two}`)).toEqual([
      expect.stringContaining(`Answers of ${JANE} still come to you; reply TAKE ${one} to go back.`),
    ])
    await text(jane, 'Are you there?')
    expect(server.received(owner).at(-1)).toBe(`${JANE}: Are you there?\nReply TAKE ${one} to answer.`)
    await text(bob, 'Hi')
    expect(server.received(owner).at(-1)).toBe(`${BOB}: Hi`)
    expect(await text(owner, `TAKE ${one}`)).toEqual([
      expect.stringContaining(`${JANE} has written since: "Are you there?"`),
    ])
    await text(owner, 'DONE')
    const before = server.received(owner).length
    await text(jane, 'Thanks')
    expect(server.received(owner)).toHaveLength(before)
  })

  it.each<[string, (codes: { own: string; other: string }) => string]>([
    ['the other code first', ({ other }) => `${other} hi Bob, see you at noon`],
    ['the other code and a colon', ({ other }) => `${other.toLowerCase()}: hi Bob`],
    ['the other code at the end', ({ other }) => `See you at noon ${other}`],
    ['TAKE with the other code and more words', ({ other }) => `TAKE ${other} it is mine`],
    ['1 with the other code and more words', ({ other }) => `1 ${other} and tell him thanks from me`],
    ['its own code first', ({ own }) => `${own} hi Jane`],
    ['an unknown code and a colon', () => 'XR: hi'],
    ['a number with an unknown code', () => '1 ZZ'],
    ['TAKE with an unknown code', () => 'TAKE ZZ'],
    ['a code alone', ({ other }) => other],
    ['1', () => '1'],
    ['2', () => '2 please'],
    ['3', () => '3'],
    ['DONE with the other code', ({ other }) => `done ${other}`],
    ['DONE with an unknown code', () => 'DONE ZZ'],
  ])('of one alert lets a text with %s reach nobody while another one is open', async (_, given) => {
    const first = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const second = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    const codes = { own: await codeOf(first), other: await codeOf(second) }
    await text(owner, `TAKE ${codes.own}`)
    expect(await text(owner, given(codes))).toEqual([
      expect.stringMatching(
        /^(Is this for|Your texts still go to) Jane D\. \(Green.*\)[.?] .*Which one\? .* Nothing was sent\./,
      ),
    ])
    expect([...(await said(first)), ...(await said(second))]).toHaveLength(2)
    expect([...server.received(jane), ...server.received(bob)]).toEqual([])
    expect(await text(owner, 'Hi, 3 pm works')).toEqual([`Sent to ${JANE}.`])
  })

  it('goes on after an answer about another alert that leads to nothing, and its end is told', async () => {
    const first = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const second = await wait(FRESH, {
      name: 'Bob Ray',
      phone: bob,
      says: 'Can someone call me about a fence?',
    })
    const [one, two] = [await codeOf(first), await codeOf(second)]
    await text(owner, `TAKE ${one}`)
    expect(await text(owner, `1 ${two}`)).toEqual([expect.stringMatching(/^There is no suggested reply/)])
    expect(await text(owner, 'Still here')).toEqual([`Sent to ${JANE}.`])
    expect(await text(owner, `3 ${two}`)).toEqual([
      expect.stringMatching(
        new RegExp(`You no longer write to Jane D\\. \\(Green.*\\)\\. Reply TAKE ${one} to go on\\.$`),
      ),
    ])
  })

  it('of a number that gets no texts says so, and takes nothing over', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(jane, 'STOP')
    expect(await text(owner, 'TAKE')).toEqual([
      "Texts don't reach Jane D.: The number has opted out of text messages. Call them, or use the console.",
    ])
    expect((await said(id)).filter((each) => each.startsWith('person'))).toEqual([])
  })

  it('sends emoji alone', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    expect(await text(owner, '👍')).toEqual(['Sent to Jane D.'])
    expect(server.received(jane).at(-1)).toContain('👍')
  })

  it('calls a visitor without a name by number', async () => {
    await wait(GREEN, { name: '', phone: jane })
    await text(owner, 'TAKE')
    expect(await text(owner, 'Hello')).toEqual([`Sent to (614) 555-${jane.slice(-4)}.`])
  })

  it('sends nothing to a number that gets no texts, and says why', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    await text(jane, 'STOP')
    expect(await text(owner, 'On my way')).toEqual([
      'Not sent to Jane D.: The number has opted out of text messages.',
    ])
    expect((await said(id)).filter((each) => each.startsWith('person'))).toEqual([])
  })

  it('sends nothing once the agent or another member answers, or the visitor is erased', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    await inConsole(GREEN, id, 'handback')
    expect(await text(owner, 'Hello?')).toEqual([expect.stringMatching(/^You no longer answer Jane D\./)])
    await text(owner, `TAKE ${await codeOf(id)}`)
    await db.deleteFrom('conversations').where('id', '=', id).execute()
    expect(await text(owner, 'Hello?')).toEqual([
      expect.stringMatching(/no longer there, .* Nothing was sent/),
    ])
  })

  it('passes on what the visitor has written to the agent that continues, and then ends', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    const { takeover_minutes: minutes } = await readProfile(db, GREEN)
    clock.advance(minutes * MINUTE_MS)
    await text(jane, 'Are you insured?')
    expect(server.received(owner).at(-1)).toMatch(
      /^Jane D\.: Are you insured\?\nThe agent answers Jane D\. again\. Reply TAKE \w\w to take over\.$/,
    )
    await text(jane, 'Thanks')
    expect(server.received(owner).at(-1)).toContain('Are you insured?')
    expect((await said(id)).filter((each) => each.startsWith('person'))).toEqual([])
  })

  it('of a conversation that another member answers is refused', async () => {
    await alerts.join(GREEN, 'user_ann', 'ann@example.test', 'Ann')
    await alerts.alert(GREEN, { phone: bob, email: 'ann@example.test' })
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await inConsole(GREEN, id, 'takeover', { take: false })
    expect(await text(bob, 'TAKE')).toEqual([TAKEN])
  })

  it('is told to the others who have the alert, once, and nobody is said to wait then', async () => {
    await team()
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    await text(owner, 'On my way')
    expect(server.received(ann).slice(1)).toEqual([TAKEN])
    expect(await text(ann, 'hm')).toEqual([`${TAKEN} Nothing was sent.`])
    await text(owner, 'DONE')
    await text(owner, `TAKE ${await codeOf(id)}`)
    expect(server.received(ann)).toHaveLength(3)
    expect(server.received(owner).filter((each) => each.includes('taken over'))).toEqual([])
  })

  it('is told with its business to a number that has alerts of several', async () => {
    await team()
    await alerts.alert(FRESH, { phone: ann, email: OWNER_EMAIL })
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await wait(FRESH, { name: 'Bob Ray', phone: bob })
    await text(owner, 'TAKE')
    expect(server.received(ann).at(-1)).toBe(`Olivia has taken over the conversation with ${JANE}.`)
  })

  it('in the console is told, too, and a reply that answers the alert', async () => {
    await team()
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await inConsole(GREEN, id, 'messages', { client_id: 'r1', message_type: 'outgoing', content: 'Yes!' })
    expect(server.received(ann).slice(1)).toEqual([TAKEN])
    expect(server.received(owner)).toHaveLength(1)
    const other = await wait(GREEN, { name: 'Kay Roe', phone: bob })
    await text(owner, `1 ${await codeOf(other)}`)
    expect(server.received(ann).at(-1)).toBe('Olivia has taken over the conversation with Kay R.')
  })

  it.each<[string, () => Promise<unknown>]>([
    ['at night', async () => clock.set(new Date('2026-11-21T04:00:00Z'))],
    ['after STOP', () => text(ann, 'STOP')],
    ['at the limit of texts', () => used(20_000)],
    ['to who has dealt with the alert', () => close(ann)],
    ['a day later', async () => clock.advance(DAY_MS)],
  ])('is not told %s', async (_, given) => {
    await team()
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await given()
    const before = server.received(ann)
    const id = (await db.selectFrom('text_alerts').select('conversation_id').executeTakeFirst())
      ?.conversation_id
    await inConsole(GREEN, id ?? '', 'takeover', { take: false })
    expect(server.received(ann)).toEqual(before)
  })

  it('leaves a conversation to others once its member is silent, without saying that the visitor waits', async () => {
    await team()
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    const { takeover_minutes: minutes } = await readProfile(db, GREEN)
    clock.advance(minutes * MINUTE_MS)
    const code = await codeOf(id, ann)
    expect(await text(ann, '1')).toEqual([`${TAKEN} Reply TAKE ${code} to write yourself.`])
    expect(await said(id)).toHaveLength(1)
    expect(await text(ann, `TAKE ${code}`)).toEqual([expect.stringMatching(/^You write to Jane D\. now/)])
  })

  it('ends with a word if the visitor stops texts, from a number of the business, too', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    await text(jane, 'please stop texting me')
    expect(server.received(owner).slice(2)).toEqual([
      'Jane D. has stopped texts: your replies no longer arrive by text. The conversation stays in the inbox.',
    ])
    await text(jane, 'STOP')
    expect(server.received(owner)).toHaveLength(3)
    expect(await text(owner, 'On my way')).toEqual([expect.stringMatching(/^Not sent to Jane D\./)])
  })

  it('hears nothing of a visitor who stops texts after DONE, or of others', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    await text(bob, 'STOP')
    expect(server.received(owner)).toHaveLength(2)
    await text(owner, 'DONE')
    await text(jane, 'STOP')
    expect(server.received(owner)).toHaveLength(3)
  })

  it('hears of a wrong number', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    await text(jane, 'wrong number')
    expect(server.received(owner).slice(2)).toEqual([
      expect.stringMatching(/^Jane D\. answered that this is the wrong/),
    ])
  })
})

describe('3', () => {
  it('offers three free times and books the chosen one', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const [offer = ''] = await text(owner, '3')
    expect(offer).toMatch(
      /^Times for Jane D\., call of 30 minutes:\n4: .+\n5: .+\n6: .+\nReply 4, 5 or 6 within 15 minutes to book, or DONE to leave it\.$/,
    )
    const [answer = ''] = await text(owner, '4')
    expect(answer).toMatch(/^Booked for Jane D\.: \w+, \w+ \d+ at \d+:\d\d [AP]M E[SD]T\. They get/)
    expect(await booking(id)).toMatchObject({ booking_status: 'scheduled', status: 'converted' })
    expect(await said(id)).toHaveLength(1)
    clock.advance(MINUTE_MS)
    await server.deps.notifier?.wake()
    expect(await text(owner, '4')).toEqual([expect.stringContaining('Nothing was sent')])
  })

  it('does not book a time that is no longer free', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, '3')
    const { slots } = await db
      .selectFrom('alert_talks')
      .select('slots')
      .where('phone', '=', owner)
      .executeTakeFirstOrThrow()
    await db
      .insertInto('leads')
      .values({
        ...{ id: `lead_other_${count}`, organization_id: GREEN, source: 'manual', status: 'converted' },
        ...{ booking_start_time: new Date(slots?.starts[0] ?? ''), booking_status: 'booked' },
        ...{ converted_to_booking_id: `booking_other_${count}` },
        ...{ created_at: clock.now(), updated_at: clock.now() },
      })
      .execute()
    expect(await text(owner, '4')).toEqual([
      expect.stringMatching(/^That time is no longer free\. Times for Jane D\./),
    ])
    expect((await booking(id)).booking_start_time).toBeNull()
    expect(await text(owner, '5')).toEqual([expect.stringMatching(/^Booked for Jane D\./)])
  })

  it('does not book after the visitor has written again, but offers the times again', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, '3')
    await text(jane, 'Mornings are bad for me')
    expect(await text(owner, '4')).toEqual([
      expect.stringMatching(
        /^Jane D\. has written since: "Mornings are bad for me"\. Nothing was booked for Jane D\. Times/,
      ),
    ])
    expect((await booking(id)).booking_start_time).toBeNull()
    expect(await text(owner, '4')).toEqual([expect.stringMatching(/^Booked for Jane D\./)])
  })

  it('sent twice offers the times twice, and books none', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const code = await codeOf(id)
    await text(owner, `3 ${code}`)
    expect(await text(owner, `3 ${code}`)).toEqual([expect.stringMatching(/^Times for Jane D\./)])
    expect(await text(owner, '3')).toEqual([expect.stringMatching(/^Nothing was booked for Jane D\./)])
    expect((await booking(id)).booking_start_time).toBeNull()
    expect(await text(owner, '6')).toEqual([expect.stringMatching(/^Booked for Jane D\./)])
  })

  it('keeps the times after an unclear answer, and says how to choose one', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const code = await codeOf(id)
    await text(owner, '3')
    expect(await text(owner, 'the second one')).toEqual([
      `Nothing was booked for Jane D. Reply 4 ${code}, 5 ${code} or 6 ${code} for one of the times, or DONE to leave it.`,
    ])
    expect(await text(owner, `5 ${code}`)).toEqual([expect.stringMatching(/^Booked for Jane D\./)])
  })

  it('forgets the times after 15 minutes, and then 4 neither books nor sends', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, '3')
    clock.advance(15 * MINUTE_MS)
    expect(await text(owner, '4')).toEqual([
      `The times for Jane D. are no longer offered. Nothing was booked. Reply 3 ${await codeOf(id)} for new ones.`,
    ])
    expect((await booking(id)).booking_start_time).toBeNull()
    expect(await said(id)).toHaveLength(1)
  })

  it('needs the code for a time while another alert is open', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await wait(GREEN, { name: 'Bob Ray', phone: bob })
    const code = await codeOf(id)
    expect(await text(owner, `3 ${code}`)).toEqual([
      expect.stringContaining(`Reply 4 ${code}, 5 ${code} or 6 ${code}`),
    ])
    expect(await text(owner, '5')).toEqual([
      expect.stringMatching(
        new RegExp(
          `^Nothing was booked for Jane D\\. Reply 4 ${code}, 5 ${code} or 6 ${code} for one of the times, or DONE to leave it\\. Bob R\\. waits`,
        ),
      ),
    ])
    expect(await text(owner, `5 ${code}`)).toEqual([expect.stringMatching(/^Booked for Jane D\./)])
  })

  it('of a second member tells who has booked', async () => {
    await alerts.join(GREEN, 'user_ann', 'ann@example.test', 'Ann')
    await alerts.alert(GREEN, { phone: owner, email: OWNER_EMAIL }, { phone: bob, email: 'ann@example.test' })
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, '3')
    await text(owner, '4')
    expect(await text(bob, '3')).toEqual(['Olivia has already handled Jane D.'])
  })
})

describe('with two businesses on one number and two alerts open,', () => {
  const wrong: [string, string | ((codes: { green: string; fresh: string }) => string)][] = [
    ['a blank text', ' '],
    ['yes', 'yes'],
    ['1', '1'],
    ['2', '2'],
    ['3', '3'],
    ['TAKE', 'TAKE'],
    ['DONE', 'DONE'],
    ['PASS', 'PASS'],
    ['a code alone', ({ green }) => green.toLowerCase()],
    ['an unknown code', '1 XR'],
    ['take with an unknown code', 'TAKE RX'],
    ['take it', 'take it'],
    ['two numbers', ({ green }) => `3 ${green} 2`],
    ['two codes', ({ green, fresh }) => `1 ${green} ${fresh}`],
    ['2 with a code', ({ green }) => `2 ${green}`],
    ['the code first', ({ green }) => `${green} 1`],
    ['an emoji', '👍'],
    ['a keycap', '1️⃣'],
    ['1,600 characters', 'a'.repeat(1_600)],
    ['an answer', 'Yes, we can come on Tuesday'],
    ['a name', 'Jane'],
    ['another number', '4'],
    ['a wish to end texts in other words', 'please leave me alone with these texts'],
  ]
  it.each(wrong)('%s reaches nobody, and is answered with a question', async (_, given) => {
    const green = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const fresh = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    const codes = { green: await codeOf(green), fresh: await codeOf(fresh) }
    const answers = await text(owner, typeof given === 'string' ? given : given(codes))
    expect(answers).toEqual([
      expect.stringContaining(
        `Which one? ${codes.green}: Jane D. (Green Acres Lawn & Land...), ${codes.fresh}: Bob R. (Fresh Cut Co).`,
      ),
    ])
    expect([...(await said(green)), ...(await said(fresh))]).toHaveLength(2)
    expect([...server.received(jane), ...server.received(bob)]).toEqual([])
    for (const id of [green, fresh]) expect((await booking(id)).booking_start_time).toBeNull()
    expect(
      await db.selectFrom('conversations').select('id').where('text_phone', '=', owner).execute(),
    ).toEqual([])
  })

  it('a picture reaches nobody', async () => {
    const green = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await wait(FRESH, { name: 'Bob Ray', phone: bob })
    const url = post.texts.attach('image/jpeg', new Uint8Array([1]))
    const answers = await text(owner, `1 ${await codeOf(green)}`, { NumMedia: '1', MediaUrl0: url })
    expect(answers).toEqual([expect.stringContaining('Which one?')])
    expect(server.received(jane)).toEqual([])
  })

  it('the right code reaches only the one that it names', async () => {
    const green = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const fresh = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    expect(await text(owner, `1${(await codeOf(green)).toLowerCase()} `)).toEqual([
      `Sent to ${JANE}: ${FREE}`,
    ])
    expect(server.received(bob)).toEqual([])
    expect(await text(owner, 'TAKE')).toEqual([expect.stringMatching(/^You write to Bob R\. now/)])
    expect(await said(fresh)).toHaveLength(1)
  })

  it('a code is needed until the number knows that the other one was handled', async () => {
    const green = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const fresh = await wait(FRESH, { name: 'Bob Ray', phone: bob })
    await inConsole(FRESH, fresh, 'close')
    expect(await text(owner, '1')).toEqual([
      expect.stringMatching(/^Jane D\. \(Green .+\) waits for your answer\. Reply 1 \w\w to send/),
    ])
    expect(await text(owner, `1 ${await codeOf(fresh)}`)).toEqual([`The conversation with ${BOB} has ended.`])
    expect(await text(owner, '1')).toEqual([`Sent to Jane D.: ${FREE}`])
    expect(await said(green)).toHaveLength(2)
    expect(server.received(bob)).toEqual([])
  })

  it('an alert of yesterday is no longer meant', async () => {
    const green = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const code = await codeOf(green)
    clock.advance(DAY_MS)
    await wait(FRESH, { name: 'Bob Ray', phone: bob })
    expect(await text(owner, `1 ${code}`)).toEqual([
      expect.stringMatching(new RegExp(`^No alert has the code ${code}\\. Bob R\\. waits`)),
    ])
    expect(await said(green)).toHaveLength(1)
  })
})

describe('a member whose number is also a customer’s', () => {
  const textedBy = (organizationId: string, hoursAgo: number) =>
    db
      .insertInto('sms_consents')
      .values({
        ...{ organization_id: organizationId, phone: owner, source: 'visitor', lead_id: null },
        at: new Date(clock.now().getTime() - hoursAgo * HOUR_MS),
      })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'phone'])
          .doUpdateSet({ source: 'visitor', at: new Date(clock.now().getTime() - hoursAgo * HOUR_MS) }),
      )
      .execute()
  const own = () =>
    db
      .selectFrom('messages')
      .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
      .select(['messages.content', 'conversations.organization_id'])
      .where('text_phone', '=', owner)
      .where('author', '=', 'visitor')
      .orderBy('messages.position')
      .execute()

  it('is asked, and nothing of the customer’s text is lost', async () => {
    await textedBy(FRESH, 2)
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    expect(server.received(owner)[0]).toContain(`Reply 1 ${await codeOf(id)} to send`)
    expect(await text(owner, 'Can you come on Friday instead?')).toEqual([
      expect.stringMatching(/^Jane D\. waits .* To text a business as its customer, reply PASS\.$/),
    ])
    expect(await own()).toEqual([])
    expect(await text(owner, '1')).toEqual([expect.stringContaining('Nothing was sent.')])
    const answers = await text(owner, 'pass')
    expect(answers).toContainEqual(expect.stringMatching(/^Passed on\. For an hour, your texts go/))
    expect(await own()).toEqual([
      { content: 'Can you come on Friday instead?', organization_id: FRESH },
      { content: '1', organization_id: FRESH },
    ])
    await text(owner, 'At noon')
    expect((await own()).map(({ content }) => content)).toContain('At noon')
    expect(server.received(jane)).toEqual([])
    expect(await text(owner, `1 ${await codeOf(id)}`)).toEqual([`Sent to ${JANE}: ${FREE}`])
  })

  it('passes on no command that was in doubt, once the alert is answered', async () => {
    await textedBy(FRESH, 2)
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'Can you come on Friday instead?')
    await text(owner, '1')
    await text(owner, `1 ${await codeOf(id)}`)
    await text(owner, 'PASS')
    expect(await own()).toEqual([{ content: 'Can you come on Friday instead?', organization_id: FRESH }])
  })

  it('writes to the business as before once no alert is open', async () => {
    await textedBy(FRESH, 2)
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, `1 ${await codeOf(id)}`)
    await text(owner, 'Can you come on Friday instead?')
    expect(await own()).toEqual([{ content: 'Can you come on Friday instead?', organization_id: FRESH }])
  })
})

describe('STOP, START, and HELP', () => {
  it('come first, also while a member writes to a visitor', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    expect(await text(owner, 'HELP')).toEqual([expect.stringContaining('Reply STOP to stop.')])
    await text(owner, 'STOP')
    expect(await said(id)).toHaveLength(1)
    const before = server.received(owner).length
    await text(jane, 'Hello?')
    expect(server.received(owner)).toHaveLength(before)
    await text(owner, 'START')
    await text(owner, 'On my way')
    expect((await said(id)).filter((each) => each.startsWith('person'))).toEqual([])
  })

  it('HELP tells a member how to answer alerts', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    expect(await text(owner, 'HELP')).toEqual([expect.stringContaining('To answer an alert: 1 sends')])
    expect(await text(jane, 'HELP')).toEqual([expect.not.stringContaining('alert')])
  })
})

describe('a number that gets too many questions', () => {
  it('is told before they end', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    let answers: string[] = []
    for (let sent = 0; sent < 20; sent += 1) answers = await text(owner, `hm ${sent}`)
    expect(answers).toEqual([expect.stringMatching(/For an hour, texts like this get no further answer\.$/)])
    expect(await text(owner, 'hm')).toEqual([])
    expect(await text(owner, '1')).toEqual([`Sent to Jane D.: ${FREE}`])
  })

  it('still learns of each text that does not reach the visitor to whom it writes', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const code = await codeOf(id)
    for (let sent = 0; sent < 21; sent += 1) await text(owner, `hm ${sent}`)
    expect(await text(owner, 'hm')).toEqual([])
    await text(owner, 'TAKE')
    for (let sent = 0; sent < 3; sent += 1)
      expect(await text(owner, `It is in ${code} ${sent}`)).toEqual([
        expect.stringMatching(/^Is this for Jane D\.\?/),
      ])
    expect(await text(owner, 'On my way')).toEqual(['Sent to Jane D.'])
    expect((await said(id)).at(-1)).toBe('person Olivia Greene: On my way')
  })

  it('is told before they end, also without an alert', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, `1 ${await codeOf(id)}`)
    let answers: string[] = []
    for (let sent = 0; sent < 20; sent += 1) answers = await text(owner, `hm ${sent}`)
    expect(answers).toEqual([expect.stringMatching(/^We could not pass on your text\. For an hour, texts/)])
  })

  it('is told once that it has sent too many texts', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const added: object[] = []
    const { take } = await createAlerts(deps, {
      define: async () => undefined,
      add: async (_tx, _queue, jobs) => void added.push(...jobs.map(({ data }) => data)),
      work: async () => undefined,
      stop: async () => undefined,
    })
    for (let sent = 0; sent < 302; sent += 1)
      await take({ phone: owner, sid: `SM${count}x${sent}`, text: '1', media: [] })
    expect(added).toHaveLength(301)
    expect(added.at(-1)).toMatchObject({
      text: expect.stringMatching(/^Your text was not passed on: your phone/),
    })
  })
})

describe('a text from the number of a former member', () => {
  it('is a stranger’s, also while the number was writing to a visitor', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await text(owner, 'TAKE')
    await alerts.alert(GREEN, { phone: bob, email: OWNER_EMAIL })
    expect(await text(owner, 'On my way')).toEqual([expect.stringContaining('We could not pass on')])
    await text(jane, 'Hello?')
    expect(server.received(owner).at(-1)).not.toContain('Hello?')
    expect((await said(id)).filter((each) => each.startsWith('person'))).toEqual([])
  })

  it('is a stranger’s if the number is not confirmed', async () => {
    await wait(GREEN, { name: 'Jane Doe', phone: jane })
    await db
      .updateTable('alert_recipients')
      .set({ confirmed_at: null })
      .where('address', '=', owner)
      .execute()
    expect(await text(owner, '1')).toEqual([expect.stringContaining('We could not pass on your text.')])
    expect(server.received(jane)).toEqual([])
  })
})

describe('a server that stops after it has received a text', () => {
  it('acts on it when it runs again, once', async () => {
    const id = await wait(GREEN, { name: 'Jane Doe', phone: jane })
    const jobs: object[] = []
    const stored = await createAlerts(deps, {
      define: async () => undefined,
      add: async (_tx, _queue, added) => void jobs.push(...added.map(({ data }) => data)),
      work: async () => undefined,
      stop: async () => undefined,
    })
    const incoming = { phone: owner, sid: `SM${count}kill`, text: '1', media: [] }
    expect(await stored.take(incoming)).toBe(true)
    expect(await stored.take(incoming)).toBe(true)
    expect(jobs).toEqual([incoming])
    let act: (data: object) => Promise<void> = async () => undefined
    const said1: object[] = []
    let isKilled = true
    const next = await createAlerts(deps, {
      define: async () => undefined,
      add: async (_tx, _queue, added) => {
        if (isKilled) throw new Error('killed')
        said1.push(...added.map(({ data }) => data))
      },
      work: async (queue, handle) => {
        if (queue === 'alert-answers') act = handle as typeof act
      },
      stop: async () => undefined,
    })
    await next.start()
    // The reply is stored, but not yet what has become of the text.
    await expect(act(incoming)).rejects.toThrow('killed')
    isKilled = false
    await act(incoming)
    await act(incoming)
    expect(said1).toMatchObject([{ phone: owner, text: `Sent to Jane D.: ${FREE}` }])
    expect(await said(id)).toHaveLength(2)
    await settled()
    expect(server.received(jane)).toHaveLength(1)
  })
})
