import type { Hono } from 'hono'
import * as v from 'valibot'
import { VISITOR } from '../db/notification-schema.ts'
import { createLimiter, secondsToWait } from '../http/rate-limit.ts'
import type { Deps } from '../kernel/deps.ts'
import { type OwnNumber, textSenderOf } from './channels/own-number.ts'
import { TELNYX_PATH } from './channels/paths.ts'
import { LANDLINE, STOPPED } from './channels/telnyx.ts'
import type { IncomingTexts, TextOutcome } from './incoming-texts.ts'
import { type TextMessage, Undeliverable } from './senders.ts'
import { readSignedEvent } from './signed-event.ts'
import { stopsAtTelnyx, type TextWish } from './text-wishes.ts'

/** A text is answered only once, even if its webhook arrives several times. */
const ONCE_A_DAY = { points: 1, duration: 86_400 }
const PHONE = /^\+[1-9]\d{6,14}$/
/** The most files of a text. */
const MOST_FILES = 10

/** The reasons why a text message wasn't delivered, by Telnyx's code. */
const LOSSES: Record<string, string> = {
  [LANDLINE]: 'The number is a landline or cannot receive text messages.',
  40002: 'The network took the message for spam.',
  40003: 'The network took the message for spam.',
  40004: 'The phone or its network blocks this message.',
  40005: 'The phone is off or cannot be reached.',
  40006: 'The phone is off or cannot be reached.',
  40008: 'The phone or its network did not accept this message.',
  40012: 'The number is unknown or no longer in use.',
  40010: 'The network rejects this server’s number, because it is not registered (A2P 10DLC).',
  [STOPPED]: 'The number has opted out of text messages.',
}
/** What Telnyx has recognized and answered, by `autoresponse_type`. */
const RECOGNIZED: Record<string, TextWish> = { STOP: 'stop', START: 'start', HELP: 'help' }
const LOST = ['sending_failed', 'delivery_failed', 'expired']

const Party = v.object({ phone_number: v.string() })
const Received = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  from: Party,
  to: v.array(Party),
  text: v.nullish(v.string(), ''),
  media: v.nullish(v.array(v.object({ url: v.string() })), []),
  parts: v.nullish(v.number()),
  autoresponse_type: v.nullish(v.string(), ''),
})
const Reported = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  to: v.array(v.object({ status: v.string() })),
  errors: v.nullish(
    v.array(v.object({ code: v.pipe(v.union([v.string(), v.number()]), v.transform(String)) })),
    [],
  ),
})
const Event = v.object({ data: v.object({ event_type: v.string(), payload: v.unknown() }) })

/**
 * Mounts Telnyx's webhook about texts to this server's number and to those of businesses, and about what became of those
 * from them. It requires the signature of the number's account. Other events are ignored.
 */
export function mountTelnyxTexts(app: Hono, deps: Deps, texts: IncomingTexts): void {
  const { config, log } = deps
  const replies = createLimiter(deps, 'sms_replies', ONCE_A_DAY)

  app.post(TELNYX_PATH, async (c) => {
    const { event: signed, own } = await readSignedEvent(c, deps)
    const event = v.safeParse(Event, signed)
    if (!event.success) return c.body(null, 204)
    const { event_type: type, payload } = event.output.data
    if (type === 'message.received') await take(payload, own)
    if (type === 'message.sent' || type === 'message.finalized') await report(payload, own)
    return c.body(null, 204)
  })

  async function take(payload: unknown, own: OwnNumber | null): Promise<void> {
    const received = v.safeParse(Received, payload)
    if (!received.success) return log.warn('a text that Telnyx reports cannot be read')
    const { id: sid, from, to, text, media, parts, autoresponse_type: answered } = received.output
    const phone = from.phone_number
    // The account can have more numbers.
    const ours = own ? own.phone : config.telnyx?.from
    if (!PHONE.test(phone) || to.every(({ phone_number }) => phone_number !== ours)) return
    const answer = await texts.receive({
      ...{ phone, sid, text, own, parts: parts || null },
      recognized: RECOGNIZED[answered.toUpperCase()] ?? null,
      media: media.slice(0, MOST_FILES).map(({ url }) => url),
      isStopConfirmed: stopsAtTelnyx(text),
    })
    if (answer !== null) await reply(sid, { to: phone, text: answer }, own)
  }

  /** Answers a text. Rejects if that might succeed when Telnyx reports the text again. */
  async function reply(sid: string, message: TextMessage, own: OwnNumber | null): Promise<void> {
    if ((await secondsToWait(replies, sid)) !== null) return
    try {
      const sender = own
        ? await textSenderOf(deps, { organization_id: own.organization_id, audience: VISITOR })
        : deps.senders?.sms
      await sender?.send(message)
    } catch (error) {
      if (!(error instanceof Undeliverable)) {
        await replies.delete(sid)
        throw error
      }
      log.warn({ err: error }, 'a text could not be answered')
    }
  }

  async function report(payload: unknown, own: OwnNumber | null): Promise<void> {
    const reported = v.safeParse(Reported, payload)
    if (!reported.success) return log.warn('a report of Telnyx cannot be read')
    const { id, to, errors } = reported.output
    const outcome = outcomeOf(
      to.map(({ status }) => status),
      errors.map(({ code }) => code),
    )
    if (outcome !== null) await texts.report(id, own?.organization_id ?? null, outcome)
  }
}

/** Returns what the statuses of a text's recipient say; null if its outcome is open. */
function outcomeOf(statuses: readonly string[], codes: readonly string[]): TextOutcome | null {
  if (statuses.includes('delivered')) return 'delivered'
  if (!statuses.some((status) => LOST.includes(status))) return null
  const known = codes.find((code) => LOSSES[code])
  const [first] = codes
  const other = `The message did not reach the phone${first ? ` (Telnyx ${first})` : ''}.`
  return {
    reason: known ? (LOSSES[known] ?? other) : other,
    isLandline: codes.includes(LANDLINE),
    hasStopped: codes.includes(STOPPED),
  }
}
