import type { Context, Hono } from 'hono'
import type { Deps } from '../kernel/deps.ts'
import { SMS_INBOUND_PATH, SMS_STATUS_PATH } from './channels/paths.ts'
import type { IncomingTexts, TextOutcome } from './incoming-texts.ts'
import { readSignedForm } from './signed-form.ts'
import { stopsAtTwilio, type TextWish } from './text-wishes.ts'
import { escapeXml, sendTwiml } from './twiml.ts'

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

/** Mounts Twilio's webhooks about texts, which require Twilio's signature. */
export function mountTwilioTexts(app: Hono, deps: Deps, texts: IncomingTexts): void {
  app.post(SMS_INBOUND_PATH, async (c) => {
    const { form, own } = await readSignedForm(c, deps, 'To')
    const { From: phone = '', Body: text = '', MessageSid: sid = '', OptOutType: type = '' } = form
    if (!/^\+[1-9]\d{6,14}$/.test(phone) || sid === '') return sendAnswer(c)
    const answer = await texts.receive({
      ...{ phone, sid, text, own, media: mediaOf(form) },
      parts: Number(form.NumSegments) || null,
      recognized: RECOGNIZED[type] ?? null,
      isStopConfirmed: stopsAtTwilio(text),
    })
    return sendAnswer(c, answer)
  })

  app.post(SMS_STATUS_PATH, async (c) => {
    const { form, own } = await readSignedForm(c, deps, 'From')
    const { MessageSid: sid = '', MessageStatus: status = '', ErrorCode: code = '' } = form
    const outcome = outcomeOf(status, code)
    if (outcome !== null) await texts.report(sid, own?.organization_id ?? null, outcome)
    return c.body(null, 204)
  })
}

/** Returns what a status says about a text; null if its outcome is open. */
function outcomeOf(status: string, code: string): TextOutcome | null {
  if (status === 'delivered') return 'delivered'
  if (status === 'read') return 'opened'
  if (status !== 'failed' && status !== 'undelivered') return null
  return {
    reason: LOSSES[code] ?? `The message did not reach the phone${code ? ` (Twilio ${code})` : ''}.`,
    isLandline: code === LANDLINE,
    hasStopped: code === STOPPED,
  }
}

/** Returns the addresses of the files of a text. */
const mediaOf = (form: Readonly<Record<string, string>>): string[] =>
  Array.from({ length: MOST_FILES }, (_, index) => form[`MediaUrl${index}`]).filter(
    (url) => url !== undefined,
  )

const sendAnswer = (c: Context, answer: string | null = null): Response =>
  sendTwiml(c, answer === null ? '' : `<Message>${escapeXml(answer)}</Message>`)
