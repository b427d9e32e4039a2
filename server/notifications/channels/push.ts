import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import webPush from 'web-push'
import type { Config } from '../../kernel/config.ts'
import { isPrivateHost, lookupPublic } from '../../net/public-address.ts'
import { type PushTarget, type Senders, TimedOut, Undeliverable } from '../senders.ts'
import type { VapidKeys } from './config.ts'
import { quote } from './quote-response.ts'

/** The time limit for a message, including the complete response: a push service can send it slowly. */
const ANSWER_MS = 15_000
/** How long push services store a message for a device that is offline. A lead from yesterday isn't news. */
const KEPT_SECONDS = 12 * 3_600
/** The maximum length of an error text from a push service. They are short. */
const ANSWER_CHARACTERS = 500

type PushChannel = NonNullable<Senders['push']>

/**
 * Sends web push messages (RFC 8030, 8291, 8292). Endpoints come from browsers, so they are untrusted. Only https is
 * allowed, and no address of this machine or its network; the check applies to the address that the request connects
 * to. Locally, the API's own origin is also allowed, because it hosts the stand-in for push services. Waits up to
 * `answerMs` milliseconds for a response, by default 15 seconds.
 */
export function openPush(
  keys: VapidKeys,
  config: Pick<Config, 'isLocal' | 'origins' | 'mail'>,
  { answerMs = ANSWER_MS } = {},
): PushChannel {
  const subject = subjectOf(config)
  return {
    publicKey: keys.publicKey,
    async send({ endpoint, p256dh, auth }, payload) {
      const url = URL.canParse(endpoint) ? new URL(endpoint) : null
      const isStandIn = config.isLocal && url?.origin === config.origins.api
      if (url === null || (!isStandIn && !isPublic(url))) {
        throw new Undeliverable('The address of this device is not one of a push service.', { isGone: true })
      }
      const { status, text } = await post(url, encrypt({ endpoint, p256dh, auth }, payload, keys, subject), {
        isStandIn,
        answerMs,
      })
      if (status < 200 || status > 299) throw failureOf(status, text, url.host)
      return { providerId: null }
    },
  }
}

/** Returns the contact that push services can use for questions about these messages. */
function subjectOf({ mail, origins }: Pick<Config, 'mail' | 'origins'>): string {
  if (mail) return `mailto:${mail.from.address}`
  return origins.console.startsWith('https:') ? origins.console : 'mailto:unknown@fieldhand.test'
}

function encrypt({ endpoint, p256dh, auth }: PushTarget, payload: string, keys: VapidKeys, subject: string) {
  try {
    return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      TTL: KEPT_SECONDS,
      urgency: 'high',
      vapidDetails: { subject, ...keys },
    })
  } catch {
    throw new Undeliverable('The keys of this device are not valid.', { isGone: true })
  }
}

function failureOf(status: number, text: string, host: string): Error {
  if (status === 404 || status === 410) {
    return new Undeliverable('The device has turned push messages off.', { isGone: true })
  }
  if (status === 400 || status === 413) {
    return new Undeliverable(`The push service ${host} does not accept the message${quote(text)}`)
  }
  if (status === 429) return new Error(`The push service ${host} asks to try again later.`)
  return new Error(`The push service ${host} returned HTTP ${status}${quote(text)}`)
}

interface Prepared {
  headers: Record<string, string | number>
  body: Buffer | null
}

function post(
  url: URL,
  { headers, body }: Prepared,
  { isStandIn, answerMs }: { isStandIn: boolean; answerMs: number },
): Promise<{ status: number; text: string }> {
  const request = url.protocol === 'http:' ? requestHttp : requestHttps
  const signal = AbortSignal.timeout(answerMs)
  return new Promise((done, fail) => {
    const failed = (error: Error) => {
      if (error instanceof Undeliverable) fail(error)
      else if (signal.aborted) fail(new TimedOut(`The push service ${url.host} does not answer in time.`))
      else fail(new Error(`The push service ${url.host} cannot be reached.`))
    }
    const sent = request(
      url,
      { method: 'POST', headers, signal, ...(isStandIn ? {} : { lookup: publicAddress }) },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (part: string) => {
          if (text.length < ANSWER_CHARACTERS) text += part
        })
        response.on('error', failed)
        response.on('end', () => done({ status: response.statusCode ?? 0, text }))
      },
    )
    sent.on('error', failed)
    sent.end(body)
  })
}

function isPublic({ protocol, hostname, username, password }: URL): boolean {
  if (protocol !== 'https:' || username !== '' || password !== '') return false
  return !isPrivateHost(hostname)
}

/** A lookup function that rejects names of private addresses. */
const publicAddress = lookupPublic(
  () => new Undeliverable('The address of this device is not one of a push service.', { isGone: true }),
)
