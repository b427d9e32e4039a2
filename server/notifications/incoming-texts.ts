import { setTimeout as wait } from 'node:timers/promises'
import { isPossiblePhone, readPhone } from '../../src/domain/common/phone.ts'
import { VISITOR } from '../db/notification-schema.ts'
import { createLimiter, secondsToWait } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName, organizationWithProfile } from '../profiles/stored-profile.ts'
import { recordArrival, recordLoss } from './arrivals.ts'
import { sharedNumber } from './channels/config.ts'
import type { OwnNumber } from './channels/own-number.ts'
import { inText, segmentsOf } from './compose/fit-text.ts'
import { cut } from './compose/words.ts'
import { endTextOptOut, storeLandline, type TextScope, textOptOutOf } from './opt-outs.ts'
import { whyOverParts } from './part-limit.ts'
import { countAnswer } from './sent-messages.ts'
import { recordTextOptOut } from './text-opt-outs.ts'
import { noteTextArrived } from './text-replies.ts'
import { listedWishOf, type TextWish, wishOf } from './text-wishes.ts'
import { warningTo } from './warning.ts'

/** A message counts only once, even if its webhook arrives several times. */
const ONCE_A_DAY = { points: 1, duration: 86_400 }
/** How many texts of a number the server answers itself. */
const SIXTY_A_DAY = { points: 60, duration: 86_400 }
/** How often a number is told that its texts reach nobody. The limit prevents endless loops between two machines. */
const ONCE_AN_HOUR = { points: 1, duration: 3_600 }
/**
 * The delays in milliseconds between attempts to store a report, because it can arrive before the ID of its message is
 * stored. Telnyx waits 2 seconds for a response.
 */
const ATTEMPT_DELAYS = [0, 250, 500, 1_000]

/** The maximum length of a business's name in an answer. */
const NAME_LENGTH = 50

/** What a texter can do whose business is unknown. */
const NEXT_STEP = ' Please call the business, or use its website or the link that it sent you.'
const TO_ANSWER_ALERTS =
  'To answer an alert: 1 sends the suggested reply, 3 offers times to book, and TAKE lets you write to the visitor until DONE.'
const STOPPED_ANSWER = 'You get no more texts from this number. Reply START to get them again.'
const UNCLEAR_ANSWER =
  'Sorry about that. Until you answer, you get no more texts from this number. Reply YES to get them, or STOP to end them.'
const CONTINUED_ANSWER = 'Thank you. You get texts from this number again. Reply STOP to end them.'

type IncomingText = Parameters<NonNullable<Deps['texting']>['take']>[0]

/** The sender of a text, and whose texts it is about: those of the number that it was sent to. */
interface Sender {
  scope: TextScope
  /** In E.164 format. */
  phone: string
}

/** A text as its carrier has reported it. */
export interface ArrivedText extends IncomingText {
  /** The number of a business that it was sent to; null for this server's number. */
  own: OwnNumber | null
  /** The number of parts in which it arrived; null if the carrier doesn't say. */
  parts: number | null
  /** What the carrier has recognized, stored, and answered; null if it leaves that to this server. */
  recognized: TextWish | null
  /** Whether the carrier itself confirms the end of texts after this text. */
  isStopConfirmed: boolean
}

/** What became of a text, as its carrier has reported it. */
export type TextOutcome =
  | 'delivered'
  | 'opened'
  | {
      /** Why it is lost: a sentence for the owner. */
      reason: string
      isLandline: boolean
      /** Whether the number gets no texts because it has sent STOP. */
      hasStopped: boolean
    }

/** What handles the texts and reports of all carriers. */
export interface IncomingTexts {
  /** Handles a text. Returns the reply, or null for none. Handling it again changes nothing. */
  receive(text: ArrivedText): Promise<string | null>
  /**
   * Stores what became of a text, by the carrier's ID. `scope`: the organization whose account reports it, which can
   * report only its own texts.
   */
  report(sid: string, scope: TextScope, outcome: TextOutcome): Promise<void>
}

/**
 * Creates what handles texts to this server's number and to those that businesses have of their own, and delivery
 * reports for messages from them. An opt-out applies to the texts of the number that it was sent to: those of all
 * organizations that share it, or those of one.
 */
export function createIncomingTexts(deps: Deps): IncomingTexts {
  const { db, clock } = deps
  const arrivals = createLimiter(deps, 'sms_arrivals', ONCE_A_DAY)
  const answers = createLimiter(deps, 'sms_answers', ONCE_AN_HOUR)
  const perNumber = createLimiter(deps, 'sms_answers_a_day', SIXTY_A_DAY)

  async function receive(arrived: ArrivedText): Promise<string | null> {
    const answer = await answerOf(arrived)
    return answer === null || arrived.own ? answer : counted(arrived, answer)
  }

  /**
   * Counts an answer from this server's number. Returns null if its business, or all texts that belong to none, have
   * reached the limit, unless the answer confirms an opt-out or warns of a danger.
   */
  async function counted({ phone, text }: ArrivedText, answer: string): Promise<string | null> {
    const organizationId = await onlyOrganizationOf(phone)
    const isVital = answer === STOPPED_ANSWER || answer === UNCLEAR_ANSWER || warningTo(text) !== null
    const isOver = async () =>
      (await secondsToWait(perNumber, phone)) !== null ||
      (await whyOverParts(deps, organizationId, clock())) !== null
    if (!isVital && (await isOver())) {
      deps.log.warn({ organizationId }, 'a text was not answered, because a limit is reached')
      return null
    }
    const parts = await countAnswer(db, { organizationId, phone, text: answer }, clock())
    deps.metrics?.textSegments.inc({ direction: 'out' }, parts)
    return answer
  }

  async function answerOf(arrived: ArrivedText): Promise<string | null> {
    const { own, parts, recognized, isStopConfirmed, ...incoming } = arrived
    const { phone, sid, text } = incoming
    const scope = own?.organization_id ?? null
    if (own) await noteArrival(own)
    deps.metrics?.textSegments.inc({ direction: 'in' }, parts ?? segmentsOf(text))
    if (recognized === null && (await isForBusiness({ scope, phone }, text)))
      return pass({ scope, phone }, incoming)
    const arrival = scope === null ? sid : `${scope} ${sid}`
    if ((await secondsToWait(arrivals, arrival)) !== null) return null
    try {
      return await answerTo({ scope, phone }, text, { recognized, isStopConfirmed })
    } catch (error) {
      // The message wasn't processed, so its redelivery must count.
      await arrivals.delete(arrival)
      throw error
    }
  }

  async function report(sid: string, scope: TextScope, outcome: TextOutcome): Promise<void> {
    for (const ms of ATTEMPT_DELAYS) {
      if (ms > 0) await wait(ms)
      if (await record(sid, scope, outcome)) return
    }
  }

  /** Stores when the last text to a business's own number arrived. */
  async function noteArrival({ organization_id }: OwnNumber): Promise<void> {
    await db
      .updateTable('own_numbers')
      .set({ last_text_at: clock() })
      .where('organization_id', '=', organization_id)
      .execute()
  }

  /**
   * Handles a text from a visitor, and what the carrier has recognized in it and answered. Returns the reply, or null
   * for none.
   */
  async function answerTo(
    sender: Sender,
    text: string,
    { recognized, isStopConfirmed }: Pick<ArrivedText, 'recognized' | 'isStopConfirmed'>,
  ): Promise<string | null> {
    await noteMobile(sender)
    const wish = recognized ?? (await wishIn(sender, text))
    // The carrier has answered what it has recognized, and answers STOP and START itself.
    if (wish === 'stop') return stopTexts(sender, recognized !== null || isStopConfirmed)
    const optOut = await optOutOf(sender)
    if (wish === 'unclear') return pauseTexts(sender, optOut !== null)
    // `yes` answers a question about an appointment, too.
    if (wish === 'start' && optOut) return resumeTexts(sender, recognized !== null || !optOut.is_asked)
    if (wish === 'start' && (await isOut(sender))) return stoppedElsewhere()
    if (recognized !== null) return null
    if (wish === 'help') return explain(sender)
    return optOut || (await isOut(sender)) ? null : redirect(sender)
  }

  /**
   * Returns what a text requests. From members who can answer alerts, only the words of carriers count: to others, they
   * get a question that names STOP, or they write to a visitor.
   */
  async function wishIn({ scope, phone }: Sender, text: string): Promise<TextWish | null> {
    const listed = listedWishOf(text)
    if (listed !== null || (scope === null && (await deps.alerts?.isAnswer(phone, text)))) return listed
    return wishOf(text)
  }

  /** Returns whether a text is none of the words that this server answers itself. */
  async function isForBusiness(sender: Sender, text: string): Promise<boolean> {
    const wish = await wishIn(sender, text)
    if (!deps.texting || (wish !== null && wish !== 'start')) return false
    // `yes` answers a question of the business, unless the number has opted out.
    return wish === null || !(await isOut(sender))
  }

  /** Passes a text to the alerts that it answers, or to its business. Returns the reply, or null for none. */
  async function pass(sender: Sender, incoming: IncomingText): Promise<string | null> {
    await noteMobile(sender)
    if (sender.scope === null && (await deps.alerts?.take(incoming))) return null
    const taken = await deps.texting?.take(incoming, sender.scope)
    if (taken === undefined || taken === 'taken' || (await isOut(sender))) return null
    const warning = warningTo(incoming.text)
    const answer = taken === 'unknown' ? await redirect(sender, warning !== null) : taken.question
    return [warning, answer].filter((part) => part !== null).join(' ') || null
  }

  /** A number that sends texts can receive them. */
  async function noteMobile({ phone }: Sender): Promise<void> {
    await db.deleteFrom('landlines').where('phone', '=', phone).execute()
  }

  const optOutOf = ({ scope, phone }: Sender) => textOptOutOf(db, scope, phone)

  /** Returns whether a number gets no texts from where it has sent one, also because of an opt-out from all texts. */
  const isOut = async ({ scope, phone }: Sender): Promise<boolean> =>
    (await textOptOutOf(db, scope, phone)) !== null ||
    (scope !== null && (await textOptOutOf(db, null, phone)) !== null)

  async function stopTexts({ scope, phone }: Sender, isConfirmed: boolean): Promise<string | null> {
    const isNew = await recordTextOptOut(deps, scope, phone)
    if (scope === null) await deps.alerts?.leave(phone)
    return isNew && !isConfirmed ? STOPPED_ANSWER : null
  }

  async function resumeTexts(sender: Sender, isConfirmed: boolean): Promise<string | null> {
    await endTextOptOut(db, sender.scope, sender.phone)
    if (await isOut(sender)) return stoppedElsewhere()
    return isConfirmed ? null : CONTINUED_ANSWER
  }

  /** Tells a number that wants a business's texts again how to end its opt-out from all texts of this server's number. */
  function stoppedElsewhere(): string {
    const from = sharedNumber(deps.config) ?? ''
    const number = isPossiblePhone(from) ? readPhone(from).display : 'another number'
    return `You have stopped texts from ${number}, which ours came from before. Text START to that number to get them again.`
  }

  /** Tells a number, from time to time or always, that its texts reach nobody. */
  async function redirect(sender: Sender, isAlways = false): Promise<string | null> {
    const key = sender.scope === null ? sender.phone : `${sender.scope} ${sender.phone}`
    if (!isAlways && (await secondsToWait(answers, key)) !== null) return null
    return `We could not pass on your text.${(await callText(sender)) || NEXT_STEP} Reply STOP to stop.`
  }

  /** Stops texts to a number until its owner has answered what they want. */
  async function pauseTexts({ scope, phone }: Sender, isStopped: boolean): Promise<string | null> {
    // A repetition is an answer, too.
    const isNew = await recordTextOptOut(deps, scope, phone, !isStopped)
    if (!isNew) return null
    return isStopped ? STOPPED_ANSWER : UNCLEAR_ANSWER
  }

  async function explain(sender: Sender): Promise<string> {
    const name = (await businessOf(sender))?.name ?? 'Fieldhand'
    const isAlerted = sender.scope === null && (await deps.alerts?.isAnswer(sender.phone, 'HELP'))
    const answering = isAlerted ? ` ${TO_ANSWER_ALERTS}` : ''
    return `${name}: automatic texts about leads and estimates.${answering}${await callText(sender)} Message and data rates may apply. Reply STOP to stop.`
  }

  /** Returns the sentence that tells whom to call, with a space before it; empty if it isn't clear. */
  async function callText(sender: Sender): Promise<string> {
    const business = await businessOf(sender)
    return business?.phone ? ` Call ${business.name} at ${business.phone}.` : ''
  }

  /**
   * Returns the business that a number has written to: the one with this number, or the one whose texts it has agreed
   * to, as a visitor or as a confirmed recipient of alerts, if there is exactly one.
   */
  async function businessOf({
    scope,
    phone,
  }: Sender): Promise<{ name: string; phone: string | null } | null> {
    const id = scope ?? (await onlyOrganizationOf(phone))
    if (id === null) return null
    const business = await organizationWithProfile(db, id).executeTakeFirstOrThrow()
    const name = cut(inText(businessName(business)), NAME_LENGTH) || 'The business'
    const number = business.fields?.phone ?? ''
    return { name, phone: isPossiblePhone(number) ? readPhone(number).display : null }
  }

  async function onlyOrganizationOf(phone: string): Promise<string | null> {
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
    return organizations.length === 1 ? (organizations[0]?.organization_id ?? null) : null
  }

  /** Returns whether there is such a text. */
  async function record(textId: string, scope: TextScope, outcome: TextOutcome): Promise<boolean> {
    if (outcome === 'delivered') await noteTextArrived(deps, { textId, scope })
    if (typeof outcome === 'string') return recordArrival(deps, { textId, scope }, outcome)
    const recipient = await recordLoss(deps, { textId, scope }, outcome.reason)
    // A business could forge reports of its own account, and landlines hold for all businesses.
    if (recipient && outcome.isLandline && scope === null) await storeLandline(db, recipient, clock())
    if (recipient && outcome.hasStopped) await recordTextOptOut(deps, scope, recipient)
    return recipient !== null
  }

  return { receive, report }
}
