import { Webhook } from 'standardwebhooks'
import { openPublic, readStart, Unreachable } from '../net/open-public.ts'

/** The time limit in milliseconds for a delivery, including its response. */
const ANSWER_MS = 15_000
/** The maximum number of bytes to read from a response. */
const MOST_BYTES = 2_048

export interface Outgoing {
  id: string
  url: string
  body: string
  /** The signing secrets, newest first. */
  secrets: readonly string[]
}

interface SendOptions {
  /** Returns whether a network address is blocked. */
  isPrivate: (address: string) => boolean
  answerMs?: number
}

/** The response of a receiver, or the reason why there is none. */
export type Answer = { durationMs: number } & (
  | { status: number; text: string; error: null }
  | { status: null; text: null; error: string }
)

/**
 * Sends a message with a Standard Webhooks signature. Doesn't follow redirects: a redirect is returned as the response.
 * Waits up to `answerMs` milliseconds for the response, by default 15 seconds.
 */
export async function send(
  { id, url, body, secrets }: Outgoing,
  now: Date,
  { isPrivate, answerMs = ANSWER_MS }: SendOptions,
): Promise<Answer> {
  const began = performance.now()
  const duration = () => ({ durationMs: Math.round(performance.now() - began) })
  try {
    const target = new URL(url)
    const response = await openPublic(target, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(body)),
        'User-Agent': 'Fieldhand-Webhooks/1.0',
        'Accept-Encoding': 'identity',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, now, body)).join(' '),
      },
      body,
      signal: AbortSignal.timeout(answerMs),
      isPrivate,
    })
    const start = await readStart(response, MOST_BYTES, target)
    // The database can't store NUL characters.
    const text = new TextDecoder().decode(start).replaceAll('\0', '\uFFFD')
    return { ...duration(), status: response.statusCode ?? 0, text, error: null }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return { ...duration(), status: null, text: null, error: error.message }
  }
}
