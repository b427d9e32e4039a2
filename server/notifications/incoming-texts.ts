import { setTimeout as wait } from 'node:timers/promises'
import type { Context, Hono } from 'hono'
import { isPossiblePhone, readPhone } from '../../src/domain/common/phone.ts'
import { dangerIn, hintsAtDanger } from '../agent/safety.ts'
import { VISITOR } from '../db/notification-schema.ts'
import { createLimiter, secondsToWait } from '../http/rate-limit.ts'
import { recallOptOuts } from '../journal/opt-outs.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName, organizationWithProfile } from '../profiles/stored-profile.ts'
import { recordArrival, recordLoss } from './arrivals.ts'
import { SMS_STATUS_PATH } from './channels/sms.ts'
import { inText } from './compose/fit-text.ts'
import { cut } from './compose/words.ts'
import { storeLandline } from './opt-outs.ts'
import { readSignedForm } from './signed-form.ts'
import { recordTextOptOut } from './text-opt-outs.ts'
import { noteTextArrived } from './text-replies.ts'
import { stopsAtTwilio, type TextWish, wishOf } from './text-wishes.ts'
import { escapeXml, sendTwiml } from './twiml.ts'

export const SMS_INBOUND_PATH = '/api/v1/sms/inbound'

/** A message counts only once, even if its webhook arrives several times. */
const ONCE_A_DAY = { points: 1, duration: 86_400 }
/** How often a number is told that its texts reach nobody. The limit prevents endless loops between two machines. */
const ONCE_AN_HOUR = { points: 1, duration: 3_600 }
/**
 * The delays in milliseconds between attempts to store a report, because it can arrive before the ID of its message is
 * stored.
 */
const ATTEMPT_DELAYS = [0, 250, 1_000, 2_000]

/** Twilio's codes of a landline, and of a number that has sent STOP, which a messaging service reports late. */
const LANDLINE = '30006'
const STOPPED = '21610'

/** The reasons why a text message wasn't delivered, by Twilio's code. */
const LOSSES: Record<string, string> = {
  '30003': 'The phone is off or cannot be reached.',
  '30004': 'The phone or its network blocks this message.',
  '30005': 'The number is unknown or no longer in use.',
  [LANDLINE]: 'The number is a landline or cannot receive text messages.',
  '30007': 'The network took the message for spam.',
  [STOPPED]: 'The number has opted out of text messages.',
  '30034': 'The network rejects this server’s number, because it is not registered (A2P 10DLC).',
}

/** What Twilio's Advanced Opt-Out has recognized, stored, and answered, by `OptOutType`. */
const RECOGNIZED: Record<string, TextWish> = { STOP: 'stop', START: 'start', HELP: 'help' }

/** The most files of a text. */
const MOST_FILES = 10
/** The maximum length of a business's name in an answer. */
const NAME_LENGTH = 50

const STOPPED_ANSWER = 'You get no more texts from this number. Reply START to get them again.'
const UNCLEAR_ANSWER =
  'Sorry about that. Until you answer, you get no more texts from this number. Reply YES to get them, or STOP to end them.'
const CONTINUED_ANSWER = 'Thank you. You get texts from this number again. Reply STOP to end them.'

/**
 * Mounts Twilio's webhooks, which require Twilio's signature: text messages to this server's number, and delivery
 * reports for messages from it. Opt-outs apply to all organizations, because they share the number.
 */
export function mountTexts(app: Hono, deps: Deps): void {
  const { db, clock } = deps
  const arrivals = createLimiter(deps, 'sms_arrivals', ONCE_A_DAY)
  const answers = createLimiter(deps, 'sms_answers', ONCE_AN_HOUR)

  app.post(SMS_INBOUND_PATH, async (c) => {
    const form = await readSignedForm(c, deps)
    const { From: phone = '', Body: text = '', MessageSid: sid = '', OptOutType: type = '' } = form
    if (!/^\+[1-9]\d{6,14}$/.test(phone) || sid === '') return sendAnswer(c)
    const recognized = RECOGNIZED[type] ?? null
    if (recognized === null && (await isForBusiness(phone, text)))
      return sendAnswer(c, await pass({ phone, sid, text, media: mediaOf(form) }))
    if ((await secondsToWait(arrivals, sid)) !== null) return sendAnswer(c)
    try {
      return sendAnswer(c, await answerTo(phone, text, recognized))
    } catch (error) {
      // The message wasn't processed, so its redelivery must count.
      await arrivals.delete(sid)
      throw error
    }
  })

  app.post(SMS_STATUS_PATH, async (c) => {
    const {
      MessageSid: sid = '',
      MessageStatus: status = '',
      ErrorCode: code = '',
    } = await readSignedForm(c, deps)
    const record = recorderOf(status, code)
    for (const ms of record ? ATTEMPT_DELAYS : []) {
      if (ms > 0) await wait(ms)
      if (await record?.(sid)) break
    }
    return c.body(null, 204)
  })

  /**
   * Handles a text from a visitor, and what Twilio has recognized in it and answered. Returns the reply, or null for
   * none.
   */
  async function answerTo(phone: string, text: string, recognized: TextWish | null): Promise<string | null> {
    // A number that sends texts can receive them.
    await db.deleteFrom('landlines').where('phone', '=', phone).execute()
    const wish = recognized ?? wishOf(text)
    // Twilio has answered what it has recognized, and answers STOP and START itself.
    if (wish === 'stop') return stopTexts(phone, recognized !== null || stopsAtTwilio(text))
    const optOut = await optOutOf(phone)
    if (wish === 'unclear') return pauseTexts(phone, optOut !== null)
    // `yes` answers a question about an appointment, too.
    if (wish === 'start' && optOut) return resumeTexts(phone, recognized !== null || !optOut.is_asked)
    if (recognized !== null) return null
    if (wish === 'help') return explain(phone)
    return optOut ? null : redirect(phone)
  }

  /** Returns whether a text is none of the words that this server answers itself. */
  async function isForBusiness(phone: string, text: string): Promise<boolean> {
    const wish = wishOf(text)
    if (!deps.texting || (wish !== null && wish !== 'start')) return false
    // `yes` answers a question of the business, unless the number has opted out.
    return wish === null || (await optOutOf(phone)) === null
  }

  /** Passes a text to its business. Returns the reply, or null for none. */
  async function pass(incoming: Parameters<NonNullable<Deps['texting']>['take']>[0]): Promise<string | null> {
    // A number that sends texts can receive them.
    await db.deleteFrom('landlines').where('phone', '=', incoming.phone).execute()
    const taken = await deps.texting?.take(incoming)
    const isOut = (await optOutOf(incoming.phone)) !== null
    if (isOut || taken === undefined || taken === 'taken') return null
    const { phone, text } = incoming
    const warning = warningTo(text)
    const answer = taken === 'unknown' ? await redirect(phone, warning !== null) : taken.question
    return [warning, answer].filter((part) => part !== null).join(' ') || null
  }

  async function stopTexts(phone: string, isConfirmed: boolean): Promise<string | null> {
    const isNew = await recordTextOptOut(deps, phone)
    return isNew && !isConfirmed ? STOPPED_ANSWER : null
  }

  async function resumeTexts(phone: string, isConfirmed: boolean): Promise<string | null> {
    await db.deleteFrom('sms_opt_outs').where('phone', '=', phone).execute()
    return isConfirmed ? null : CONTINUED_ANSWER
  }

  /** Tells a number, from time to time or always, that its texts reach nobody. */
  async function redirect(phone: string, isAlways = false): Promise<string | null> {
    if (!isAlways && (await secondsToWait(answers, phone)) !== null) return null
    return `We could not pass on your text.${await callText(phone)} Reply STOP to stop.`
  }

  /** Stops texts to a number until its owner has answered what they want. */
  async function pauseTexts(phone: string, isStopped: boolean): Promise<string | null> {
    // A repetition is an answer, too.
    const isNew = await recordTextOptOut(deps, phone, !isStopped)
    if (!isNew) return null
    return isStopped ? STOPPED_ANSWER : UNCLEAR_ANSWER
  }

  async function explain(phone: string): Promise<string> {
    const name = (await onlyBusinessOf(phone))?.name ?? 'Fieldhand'
    return `${name}: automatic texts about leads and estimates.${await callText(phone)} Message and data rates may apply. Reply STOP to stop.`
  }

  /** Returns the sentence that tells whom to call, with a space before it; empty if it isn't clear. */
  async function callText(phone: string): Promise<string> {
    const business = await onlyBusinessOf(phone)
    return business?.phone ? ` Call ${business.name} at ${business.phone}.` : ''
  }

  async function optOutOf(phone: string): Promise<{ is_asked: boolean } | null> {
    await recallOptOuts(db, null, [phone])
    const found = await db
      .selectFrom('sms_opt_outs')
      .select('is_asked')
      .where('phone', '=', phone)
      .executeTakeFirst()
    return found ?? null
  }

  /**
   * Returns the business whose texts a number has agreed to, as a visitor or as a confirmed recipient of alerts, if there
   * is exactly one.
   */
  async function onlyBusinessOf(phone: string): Promise<{ name: string; phone: string | null } | null> {
    const organizations = await db
      .selectFrom('alert_recipients')
      .select('organization_id')
      .where('address', '=', phone)
      .where('confirmed_at', 'is not', null)
      .union(
        db
          .selectFrom('sms_consents')
          .select('organization_id')
          .where('phone', '=', phone)
          .where('source', '=', VISITOR),
      )
      .limit(2)
      .execute()
    const [only] = organizations
    if (organizations.length !== 1 || !only) return null
    const business = await organizationWithProfile(db, only.organization_id).executeTakeFirstOrThrow()
    const name = cut(inText(businessName(business)), NAME_LENGTH) || 'The business'
    const number = business.fields?.phone ?? ''
    return { name, phone: isPossiblePhone(number) ? readPhone(number).display : null }
  }

  function recorderOf(status: string, code: string): ((sid: string) => Promise<boolean>) | null {
    if (status === 'delivered')
      return async (sid) => {
        await noteTextArrived(deps, sid)
        return recordArrival(deps, { textId: sid }, 'delivered')
      }
    if (status === 'read') return (sid) => recordArrival(deps, { textId: sid }, 'opened')
    if (status !== 'failed' && status !== 'undelivered') return null
    const reason = LOSSES[code] ?? `The message did not reach the phone${code ? ` (Twilio ${code})` : ''}.`
    return async (sid) => {
      const recipient = await recordLoss(deps, sid, reason)
      if (recipient && code === LANDLINE) await storeLandline(db, recipient, clock())
      if (recipient && code === STOPPED) await recordTextOptOut(deps, recipient)
      return recipient !== null
    }
  }
}

/** Returns what to do first, to a sender in danger whose text reaches nobody yet; null for other texts. */
function warningTo(text: string): string | null {
  const danger = dangerIn(text)
  if (danger === 'selfharm') return 'Please call or text 988 now, or 911 if you are in danger.'
  return danger !== null || hintsAtDanger(text) ? 'If anyone is hurt or in danger, call 911 first.' : null
}

/** Returns the addresses of the files of a text. */
const mediaOf = (form: Readonly<Record<string, string>>): string[] =>
  Array.from({ length: MOST_FILES }, (_, index) => form[`MediaUrl${index}`]).filter(
    (url) => url !== undefined,
  )

const sendAnswer = (c: Context, answer: string | null = null): Response =>
  sendTwiml(c, answer === null ? '' : `<Message>${escapeXml(answer)}</Message>`)
