import type { Twilio } from 'twilio'
import { SenderRefused, type TextSender, Undeliverable } from '../senders.ts'
import type { SmsConfig } from './config.ts'
import { SMS_STATUS_PATH } from './paths.ts'
import { quote } from './quote-response.ts'

/** The time limit for a request, including the complete response: a service can send it slowly. */
const ANSWER_MS = 15_000
/** The maximum length of a response, in bytes. */
const MOST_BYTES = 1_000_000
/** The number of the latest texts to a number among which a text is searched. */
const NEWEST = 20
export const TWILIO_API = 'https://api.twilio.com'

/** Errors that concern the phone number, by Twilio's code (https://www.twilio.com/docs/api/errors). */
const ERRORS: Record<
  number,
  { reason: string; isGone?: boolean; hasStopped?: boolean; isLandline?: boolean }
> = {
  21211: { reason: 'is not a phone number', isGone: true },
  21217: { reason: 'is not a phone number', isGone: true },
  21408: { reason: 'is in a country to which this server may not send text messages' },
  21421: { reason: 'is not a phone number', isGone: true },
  21610: { reason: 'has unsubscribed by sending STOP', hasStopped: true },
  21612: { reason: 'cannot be reached by text message from this server’s number' },
  21614: { reason: 'is not a mobile number', isGone: true, isLandline: true },
  30006: { reason: 'is a landline or cannot receive text messages', isLandline: true },
}

/** Errors that concern the account or the number that sends, by Twilio's code. */
const REFUSALS: Record<number, string> = {
  21606: 'Twilio does not send texts from this number: it is not in the account, or cannot send texts.',
  21608: 'Twilio’s trial accounts text only verified numbers. Upgrade the account.',
  21659: 'Twilio does not send texts from this number: it is not a number of Twilio.',
  21660: 'Twilio does not send texts from this number: it is not in the account.',
}

export interface RestError extends Error {
  status?: number
  code?: number | string
}

/**
 * Sends text messages with Twilio's API, or a compatible API at `apiUrl`. Waits up to `answerMs` milliseconds for a
 * response, by default 15 seconds. `credentials` is what the owner of the account must correct if Twilio rejects it.
 */
export function openSms(
  config: SmsConfig,
  apiOrigin: string,
  { answerMs = ANSWER_MS, credentials = 'TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN' } = {},
): TextSender {
  const { from } = config
  const sender = /^MG/i.test(from) ? { messagingServiceSid: from } : { from }
  let opening: Promise<Twilio> | null = null
  return {
    sender: from,
    async send({ to, text }) {
      opening ??= openTwilio(config, answerMs)
      const client = await opening
      const message = { to, body: text, ...sender, statusCallback: `${apiOrigin}${SMS_STATUS_PATH}` }
      const { sid } = await client.messages.create(message).catch((error: RestError) => {
        throw failureOf(error, to, credentials)
      })
      if (!sid) throw new Error('Twilio sent an invalid response.')
      return { providerId: sid }
    },
    async sentSince({ to, text }, since) {
      opening ??= openTwilio(config, answerMs)
      const client = await opening
      try {
        const newest = await client.messages.list({ to, limit: NEWEST })
        return newest.flatMap(({ sid, body, dateCreated }) =>
          body === text && dateCreated >= since ? [sid] : [],
        )
      } catch (error) {
        // Services with a compatible API might have no list.
        if ([404, 405].includes((error as RestError).status ?? 0)) return []
        throw failureOf(error as RestError, to, credentials)
      }
    },
  }
}

/**
 * Opens an account at Twilio. Loads its package on first use, because it is large and most servers don't send text
 * messages.
 */
export async function openTwilio(
  { accountSid, authToken, apiUrl }: Pick<SmsConfig, 'accountSid' | 'authToken' | 'apiUrl'>,
  answerMs = ANSWER_MS,
): Promise<Twilio> {
  const { default: twilio } = await import('twilio')
  const plain = new twilio.RequestClient({ keepAlive: true })
  // The client's own timeout starts again with each byte.
  plain.axios.interceptors.request.use((request) =>
    Object.assign(request, { signal: AbortSignal.timeout(answerMs), maxContentLength: MOST_BYTES }),
  )
  if (apiUrl !== null) {
    const request = plain.request.bind(plain)
    plain.request = (options) => request({ ...options, uri: options.uri.replace(TWILIO_API, apiUrl) })
  }
  return twilio(accountSid, authToken, { httpClient: plain })
}

/** Returns what a failed request to send a text to a number means. */
function failureOf({ status, code, message }: RestError, to: string, credentials: string): Error {
  const { reason, ...refused } = ERRORS[Number(code)] ?? {}
  if (reason) return new Undeliverable(`${to} ${reason}.`, refused)
  const refusal = REFUSALS[Number(code)]
  if (refusal) return new SenderRefused(refusal)
  if (status === 401 || status === 403) return new SenderRefused(`Twilio rejects ${credentials}.`)
  if (status === 429) return new Error('Twilio asks to try again later.')
  if (status !== undefined && status >= 400 && status < 500) {
    return new Undeliverable(`Twilio does not accept the message${quote(message)}`)
  }
  if (status !== undefined) return new Error(`Twilio returned HTTP ${status}.`)
  return new Error('Twilio cannot be reached.')
}
