import type { Twilio } from 'twilio'
import { type Senders, Undeliverable } from '../senders.ts'
import type { SmsConfig } from './config.ts'
import { quote } from './quote-response.ts'

/** The time limit for a request, including the complete response: a service can send it slowly. */
const ANSWER_MS = 15_000
/** The maximum length of a response, in bytes. */
const MOST_BYTES = 1_000_000
/** The number of the latest texts to a number among which a text is searched. */
const NEWEST = 20
const TWILIO_API = 'https://api.twilio.com'

/** Where Twilio reports the delivery status of messages, on the API's port. */
export const SMS_STATUS_PATH = '/api/v1/sms/status'

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

interface RestError extends Error {
  status?: number
  code?: number | string
}

/**
 * Sends text messages with Twilio's API, or a compatible API at `apiUrl`. Waits up to `answerMs` milliseconds for a
 * response, by default 15 seconds.
 */
export function openSms(
  config: SmsConfig,
  apiOrigin: string,
  { answerMs = ANSWER_MS } = {},
): NonNullable<Senders['sms']> {
  const { from } = config
  const sender = /^MG/i.test(from) ? { messagingServiceSid: from } : { from }
  let opening: Promise<Twilio> | null = null
  return {
    sender: from,
    async send({ to, text }) {
      opening ??= openClient(config, answerMs)
      const client = await opening
      const message = { to, body: text, ...sender, statusCallback: `${apiOrigin}${SMS_STATUS_PATH}` }
      const { sid } = await client.messages.create(message).catch((error: RestError) => {
        throw failureOf(error, to)
      })
      if (!sid) throw new Error('Twilio sent an invalid response.')
      return { providerId: sid }
    },
    async sentSince({ to, text }, since) {
      opening ??= openClient(config, answerMs)
      const client = await opening
      try {
        const newest = await client.messages.list({ to, limit: NEWEST })
        return newest.flatMap(({ sid, body, dateCreated }) =>
          body === text && dateCreated >= since ? [sid] : [],
        )
      } catch (error) {
        // Services with a compatible API might have no list.
        if ([404, 405].includes((error as RestError).status ?? 0)) return []
        throw failureOf(error as RestError, to)
      }
    },
  }
}

/** Loads Twilio's package on first use, because it is large and most servers don't send text messages. */
async function openClient({ accountSid, authToken, apiUrl }: SmsConfig, answerMs: number): Promise<Twilio> {
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

function failureOf({ status, code, message }: RestError, to: string): Error {
  const { reason, ...refused } = ERRORS[Number(code)] ?? {}
  if (reason) return new Undeliverable(`${to} ${reason}.`, refused)
  if (status === 401 || status === 403) {
    return new Error('Twilio rejects TWILIO_ACCOUNT_SID or TWILIO_AUTH_TOKEN.')
  }
  if (status === 429) return new Error('Twilio asks to try again later.')
  if (status !== undefined && status >= 400 && status < 500) {
    return new Undeliverable(`Twilio does not accept the message${quote(message)}`)
  }
  if (status !== undefined) return new Error(`Twilio returned HTTP ${status}.`)
  return new Error('Twilio cannot be reached.')
}
