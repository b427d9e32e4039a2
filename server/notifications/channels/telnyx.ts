import * as v from 'valibot'
import { SenderRefused, type TextSender, Undeliverable } from '../senders.ts'
import type { TelnyxConfig } from './config.ts'
import { TELNYX_PATH } from './paths.ts'
import { quote } from './quote-response.ts'

/** The time limit for a request, including the complete response: a service can send it slowly. */
const ANSWER_MS = 15_000
/** The maximum length of a response, in bytes. */
const MOST_BYTES = 1_000_000
export const TELNYX_API = 'https://api.telnyx.com'

/** Telnyx's codes of a landline, and of a number that has sent STOP (https://developers.telnyx.com/api/errors). */
export const LANDLINE = '40001'
export const STOPPED = '40300'

/** Errors that concern the phone number, by Telnyx's code. */
const ERRORS: Record<
  string,
  { reason: string; isGone?: boolean; hasStopped?: boolean; isLandline?: boolean }
> = {
  10002: { reason: 'is not a phone number', isGone: true },
  10016: { reason: 'is not a phone number', isGone: true },
  40309: { reason: 'is in a country to which this server may not send text messages' },
  40310: { reason: 'is not a phone number', isGone: true },
  [LANDLINE]: { reason: 'is a landline or cannot receive text messages', isLandline: true },
  [STOPPED]: { reason: 'has unsubscribed by sending STOP', hasStopped: true },
}

/** Errors that concern the account or the number that sends, by Telnyx's code. */
const REFUSALS: Record<string, string> = {
  10001: 'Telnyx does not send texts from this number: it is not active.',
  20100: 'Telnyx does not send texts: the balance of the account is used up.',
  40312: 'Telnyx does not send texts: the messaging profile of the number is disabled.',
  40314: 'Telnyx does not send texts: messaging is disabled for the account.',
  10039: 'Telnyx’s trial accounts text only verified numbers. Upgrade the account.',
  40305:
    'Telnyx does not send texts from this number: it is not in the account, or has no messaging profile.',
}

/** Errors after which the same text can be sent later: a full queue, and a number that is busy. */
const LATER = ['40318', '40320']

const Sent = v.object({ data: v.object({ id: v.pipe(v.string(), v.nonEmpty()) }) })
const Refused = v.object({
  errors: v.tupleWithRest(
    [
      v.object({
        code: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
        title: v.optional(v.string(), ''),
        detail: v.optional(v.string(), ''),
      }),
    ],
    v.unknown(),
  ),
})

/**
 * Calls Telnyx's API, or a compatible API at `apiUrl`: with a body, by POST. Rejects if there is no complete response
 * within `answerMs` milliseconds. Returns null as the answer if it isn't JSON.
 */
export async function callTelnyx(
  { apiKey, apiUrl }: Pick<TelnyxConfig, 'apiKey' | 'apiUrl'>,
  path: string,
  { body, answerMs = ANSWER_MS }: { body?: unknown; answerMs?: number } = {},
): Promise<{ status: number; answer: unknown }> {
  try {
    const response = await fetch(`${apiUrl ?? TELNYX_API}/v2/${path}`, {
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(answerMs),
      redirect: 'error',
    })
    return { status: response.status, answer: await readJson(response) }
  } catch {
    throw new Error('Telnyx cannot be reached.')
  }
}

/**
 * Sends text messages with Telnyx's API. Waits up to `answerMs` milliseconds for a response, by default 15 seconds.
 * `credentials` is what the owner of the account must correct if Telnyx rejects it.
 */
export function openTelnyx(
  account: TelnyxConfig,
  apiOrigin: string,
  { answerMs = ANSWER_MS, credentials = 'TELNYX_API_KEY' } = {},
): TextSender {
  const { from } = account
  const report = `${apiOrigin}${TELNYX_PATH}`
  return {
    sender: from,
    async send({ to, text }) {
      const body = { from, to, text, webhook_url: report }
      const { status, answer } = await callTelnyx(account, 'messages', { body, answerMs })
      if (status < 200 || status > 299) throw failureOf(status, answer, { to, credentials })
      const sent = v.safeParse(Sent, answer)
      if (!sent.success) throw new Error('Telnyx sent an invalid response.')
      return { providerId: sent.output.data.id }
    },
    // Telnyx's list of messages doesn't contain their texts.
    sentSince: async () => [],
  }
}

/** Reads a response of limited length. Returns null if it isn't JSON. */
async function readJson(response: Response): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > MOST_BYTES) throw new Error('The response is too long')
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    return null
  }
}

/** Returns what a failed request to send a text to a number means. */
function failureOf(
  status: number,
  answer: unknown,
  { to, credentials }: { to: string; credentials: string },
): Error {
  const refused = v.safeParse(Refused, answer)
  const { code, title, detail } = refused.success
    ? refused.output.errors[0]
    : { code: '', title: '', detail: '' }
  const { reason, ...state } = ERRORS[code] ?? {}
  if (reason) return new Undeliverable(`${to} ${reason}.`, state)
  const refusal = REFUSALS[code]
  if (refusal) return new SenderRefused(refusal)
  if (status === 401 || status === 403) return new SenderRefused(`Telnyx rejects ${credentials}.`)
  if (status === 429 || LATER.includes(code)) return new Error('Telnyx asks to try again later.')
  if (status >= 400 && status < 500)
    return new Undeliverable(`Telnyx does not accept the message${quote(detail || title)}`)
  return new Error(`Telnyx returned HTTP ${status}.`)
}
