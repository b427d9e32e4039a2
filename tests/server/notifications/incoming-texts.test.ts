import { beforeEach, describe, expect, it } from 'vitest'
import { signTwilio } from '../../../dev/post/texts.ts'
import type { Occasion } from '../../../server/kernel/occasion.ts'
import { FRESH, GREEN } from '../../support/api.ts'
import { addNotification } from '../../support/notification-row.ts'
import { postedServer } from '../../support/post.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'

const PHONE = '+16145550142'
const server = await postedServer()
const { deps, origin, post } = server
const { db } = deps

let announced: Occasion[]
beforeEach(async () => {
  for (const table of ['notifications', 'sms_opt_outs', 'sms_consents', 'landlines', 'leads'] as const)
    await db.deleteFrom(table).execute()
  await post.clear()
  announced = []
  deps.notifier = {
    announce: async (_: unknown, occasion: Occasion) => void announced.push(occasion),
    wake: () => {},
    planSummaries: async () => {},
  } as unknown as NonNullable<typeof deps.notifier>
})

/** What a phone gets as an answer. */
async function say(text: string, more: Record<string, string> = {}, phone = PHONE): Promise<string[]> {
  post.texts.texts.clear()
  expect(await post.texts.reply(phone, text, more)).toBe(200)
  return post.texts.texts.list().flatMap((each) => (each.isReply ? [] : [each.text]))
}

const optOuts = () => db.selectFrom('sms_opt_outs').select(['phone', 'is_asked']).execute()
const OUT = [{ phone: PHONE, is_asked: false }]
const ASKED = [{ phone: PHONE, is_asked: true }]

/** Stores a visitor with a booked call who has agreed to texts to `PHONE`. */
async function textedVisitor(organization: string, lead = {}) {
  const told = await addToldVisitor(db, { organization, now: deps.clock(), lead })
  const consent = { source: 'visitor', at: deps.clock(), lead_id: told.lead_id }
  await db
    .insertInto('sms_consents')
    .values({ organization_id: organization, phone: PHONE, ...consent })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return told
}

describe('an opt-out by text', () => {
  it('is confirmed once, unless Twilio confirms it', async () => {
    expect(await say('STOP')).toEqual([])
    expect(await optOuts()).toEqual(OUT)
    await say('START')
    expect(await optOuts()).toEqual([])
    expect(await say('please take me off your list')).toEqual([
      'You get no more texts from this number. Reply START to get them again.',
    ])
    expect(await say('take me off!!')).toEqual([])
    expect(await optOuts()).toEqual(OUT)
  })

  it('tells every business that has a booked call with the number, once, with the call', async () => {
    const own = await textedVisitor(GREEN)
    const other = await textedVisitor(FRESH)
    await textedVisitor(GREEN, { booking_status: 'canceled', booking_start_time: '2026-11-24T20:00:00.000Z' })
    await textedVisitor(GREEN, { booking_start_time: '2026-11-19T20:00:00.000Z' })
    const untold = { booking_start_time: '2026-11-25T20:00:00.000Z' }
    await addToldVisitor(db, { organization: GREEN, now: deps.clock(), lead: untold })
    await say('cancel')
    await say('cancel')
    const note =
      /^The visitor has opted out of text messages\. The appointment on Monday, November 23.* is still booked\.$/
    expect(announced).toHaveLength(2)
    expect(announced).toEqual(
      expect.arrayContaining(
        [
          { organizationId: GREEN, conversationId: own.conversation_id },
          { organizationId: FRESH, conversationId: other.conversation_id },
        ].map((about) =>
          expect.objectContaining({
            ...{ kind: 'needs_person', needs: 'asked', note: expect.stringMatching(note) },
            ...about,
          }),
        ),
      ),
    )
    const leads = await db
      .selectFrom('leads')
      .select('booking_status')
      .where('id', '=', own.lead_id)
      .execute()
    expect(leads).toEqual([{ booking_status: 'scheduled' }])
  })

  it('also tells of a call about which texts went to another number than the lead’s', async () => {
    const { lead_id } = await addToldVisitor(db, { organization: GREEN, now: deps.clock() })
    await addNotification(db, {
      ...{
        organization_id: GREEN,
        kind: 'confirmation',
        channel: 'sms',
        audience: 'visitor',
        status: 'sent',
      },
      ...{ recipient: '+16145550199', lead_id, created_at: deps.clock() },
    })
    await say('stop please', {}, '+16145550199')
    expect(announced).toMatchObject([{ kind: 'needs_person', organizationId: GREEN }])
  })
})

describe('an answer to a question about an appointment', () => {
  it.each(['yes', 'Start', 'Yes!', 'no', 'Can you stop by Tuesday?', 'end of the month works'])(
    'is no opt-out, and is told that nobody reads it: %j',
    async (text) => {
      const phone = `+1614555${String(1000 + text.length * 7).slice(-4)}`
      expect(await say(text, {}, phone)).toEqual([
        'We could not pass on your text. Please call the business, or use its website or the link that it sent you. Reply STOP to stop.',
      ])
      expect(await optOuts()).toEqual([])
    },
  )
})

describe('what Twilio’s Advanced Opt-Out has recognized', () => {
  it('counts, and is not answered again', async () => {
    await textedVisitor(GREEN)
    expect(await say('arrêtez', { OptOutType: 'STOP' })).toEqual([])
    expect(await optOuts()).toEqual(OUT)
    expect(announced).toHaveLength(1)
    expect(await say('reprendre', { OptOutType: 'START' })).toEqual([])
    expect(await optOuts()).toEqual([])
    expect(await say('aide', { OptOutType: 'HELP' })).toEqual([])
    expect(await optOuts()).toEqual([])
  })

  it('leaves other texts to the rules', async () => {
    expect(await say('no more texts', { OptOutType: 'OTHER' })).toHaveLength(1)
    expect(await optOuts()).toEqual(OUT)
  })
})

describe('a wrong number', () => {
  const ASKS = /^Sorry about that\. Until you answer, you get no more texts .* YES .* STOP/

  it('is asked once, and gets nothing unless it answers', async () => {
    await textedVisitor(GREEN)
    expect(await say('wrong number')).toEqual([expect.stringMatching(ASKS)])
    expect(await optOuts()).toEqual(ASKED)
    expect(announced).toMatchObject([
      { note: expect.stringMatching(/wrong number\. The appointment on Monday/) },
    ])
    expect(await say('who is this')).toEqual([])
    expect(await optOuts()).toEqual(ASKED)
  })

  it('that says so again has opted out', async () => {
    await say('wrong number')
    expect(await say('I said, WRONG NUMBER')).toEqual([expect.stringMatching(/^You get no more texts/)])
    expect(await optOuts()).toEqual(OUT)
    expect(await say('wrong number')).toEqual([])
    expect(await optOuts()).toEqual(OUT)
  })

  it.each(['STOP', 'take me off'])('that answers %j has opted out', async (text) => {
    await say('wrong number')
    await say(text)
    expect(await optOuts()).toEqual(OUT)
  })

  it.each(['YES', 'start'])('that answers %j gets texts', async (text) => {
    await say('Número equivocado')
    expect(await say(text)).toEqual([expect.stringMatching(/^Thank you\. You get texts/)])
    expect(await optOuts()).toEqual([])
  })
})

describe('a report that a text was lost', () => {
  const statusUrl = `${origin}/api/v1/sms/status`
  const report = async (ErrorCode: string) => {
    const created_at = deps.clock()
    await addNotification(db, {
      ...{ organization_id: GREEN, kind: 'confirmation', channel: 'sms', status: 'sent', created_at },
      ...{ recipient: PHONE, provider_id: `SM${ErrorCode}` },
    })
    const form = { MessageSid: `SM${ErrorCode}`, MessageStatus: 'undelivered', ErrorCode }
    const headers = { 'X-Twilio-Signature': signTwilio(statusUrl, form) }
    const sent = { method: 'POST', headers, body: new URLSearchParams(form) }
    expect((await fetch(statusUrl, sent)).status).toBe(204)
  }
  const landlines = () => db.selectFrom('landlines').selectAll().execute()

  it('to a landline is remembered, until it sends a text', async () => {
    await report('30006')
    expect(await landlines()).toEqual([{ phone: PHONE, at: deps.clock() }])
    expect(await optOuts()).toEqual([])
    await say('Thanks')
    expect(await landlines()).toEqual([])
  })

  it('to a number that has sent STOP to Twilio only counts as an opt-out', async () => {
    await textedVisitor(GREEN)
    await report('21610')
    expect(await optOuts()).toEqual(OUT)
    expect(announced).toHaveLength(1)
  })

  it('for another reason marks nothing', async () => {
    await report('30003')
    expect([await landlines(), await optOuts()]).toEqual([[], []])
  })
})

describe('an answer names the business', () => {
  const nobody = 'We could not pass on your text.'
  const rename = (fields: object) =>
    db
      .updateTable('profiles')
      .set({ fields: JSON.stringify(fields) })
      .where('organization_id', '=', GREEN)
      .execute()
  const fields = { business_name: 'Prizes at evil.example', phone: '614-555-0100' }

  it('that the number’s visitor agreed to, without its links', async () => {
    await rename(fields)
    const phone = '+16145552001'
    await textedVisitor(GREEN)
    await db.updateTable('sms_consents').set({ phone }).execute()
    expect(await say('Where are you?', {}, phone)).toEqual([
      `${nobody} Call Prizes at evil example at (614) 555-0100. Reply STOP to stop.`,
    ])
    await rename({ ...fields, phone: 'see evil.example' })
    expect(await say('help', {}, phone)).toEqual([
      'Prizes at evil example: automatic texts about leads and estimates. Message and data rates may apply. Reply STOP to stop.',
    ])
  })

  it('whose alerts the number confirmed, but not one that only entered it', async () => {
    await rename(fields)
    const phone = '+16145552002'
    const at = deps.clock()
    await db
      .insertInto('sms_consents')
      .values({ organization_id: GREEN, phone, source: 'user_member', at })
      .execute()
    await addNotification(db, {
      ...{ organization_id: GREEN, kind: 'recipient_code', channel: 'sms', status: 'sent' },
      ...{ recipient: phone, created_at: at },
    })
    expect((await say('help', {}, phone))[0]).toMatch(/^Fieldhand: /)
    await db
      .insertInto('alert_recipients')
      .values({ organization_id: GREEN, channel: 'sms', address: phone, added_at: at, confirmed_at: at })
      .execute()
    expect((await say('help', {}, phone))[0]).toMatch(/^Prizes at evil example: .*\(614\) 555-0100/)
  })
})
