import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Context } from 'hono'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { HttpError } from '../http/http-error.ts'
import { unfit } from '../http/input.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Deps } from '../kernel/deps.ts'

/** The age, and the difference between the clocks, from which a webhook is refused. */
const OLDEST_MS = 5 * MINUTE_MS
/** What precedes the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

const REFUSED =
  'webhook refused: if Telnyx called it, TELNYX_PUBLIC_KEY is not the key of the account, or the clocks differ'

/** Returns the key with which an account at Telnyx signs its webhooks, from its 32 bytes in base64. */
export const telnyxKey = (base64: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, Buffer.from(base64, 'base64')]),
    format: 'der',
    type: 'spki',
  })

/**
 * Reads a webhook of Telnyx. Rejects requests that its account has not signed, or not within the last five minutes.
 */
export async function readSignedEvent(c: Context, { config, log, clock }: Deps): Promise<unknown> {
  if (!config.telnyx) throw notConfigured('sms')
  const body = Buffer.from(await c.req.arrayBuffer())
  const time = c.req.header('telnyx-timestamp') ?? ''
  const signature = Buffer.from(c.req.header('telnyx-signature-ed25519') ?? '', 'base64')
  const signed = Buffer.concat([Buffer.from(`${time}|`), body])
  const isNew = /^\d{1,12}$/.test(time) && Math.abs(clock().getTime() - Number(time) * 1_000) <= OLDEST_MS
  if (!isNew || !verify(null, signed, telnyxKey(config.telnyx.publicKey), signature)) {
    log.warn({ isNew }, REFUSED)
    throw new HttpError(403, 'The signature of this webhook is not valid')
  }
  const event = parsed(body)
  if (event === null || unfit(event)) throw new HttpError(400, 'The request is not valid')
  return event
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
