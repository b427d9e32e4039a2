import { Webhook } from 'standardwebhooks'
import { openPublic, readStart, Unreachable } from '../net/open-public.ts'

/** Milliseconds for a delivery with its answer. */
const ANSWER_MS = 15_000
/** Bytes of an answer that are read. */
const MOST_BYTES = 2_048

export interface Outgoing {
  id: string
  url: string
  body: string
  /** The secrets that sign, the newest first. */
  secrets: readonly string[]
}

interface SendOptions {
  /** Which network addresses are refused. */
  isPrivate: (address: string) => boolean
  answerMs?: number
}

/** The answer of a receiver, or why there is none. */
export type Answer = { durationMs: number } & (
  | { status: number; text: string; error: null }
  | { status: null; text: null; error: string }
)

/**
 * Sends a message signed as Standard Webhooks. Follows no redirect: the answer is then the redirect. Waits `answerMs`
 * milliseconds for the answer, by default 15 seconds.
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
    // The database stores no NUL characters.
    const text = new TextDecoder().decode(start).replaceAll('\0', '\uFFFD')
    return { ...duration(), status: response.statusCode ?? 0, text, error: null }
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error
    return { ...duration(), status: null, text: null, error: error.message }
  }
}
