import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { unfit } from '../http/input.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Deps } from '../kernel/deps.ts'
import { sharedNumber } from './channels/config.ts'
import type { OwnNumber } from './channels/own-number.ts'

/** The age, and the difference between the clocks, from which a webhook is refused. */
const OLDEST_MS = 5 * MINUTE_MS
/** What precedes the 32 bytes of an Ed25519 key in its DER form (RFC 8410). */
const SPKI_PREFIX = Buffer.from('302a300506032b6570032100', 'hex')

/** What a webhook says about whose it is, before its signature is checked. */
const About = v.object({
  data: v.object({
    payload: v.object({
      from: v.nullish(v.object({ phone_number: v.string() })),
      to: v.nullish(v.array(v.object({ phone_number: v.string() })), []),
    }),
  }),
})
/** The most numbers that a webhook is about: those of a group. */
const MOST_NUMBERS = 10

const REFUSED =
  'webhook refused: if Telnyx called it, TELNYX_PUBLIC_KEY or the public key of a business’s number is not the key of the account, or the clocks differ'

/** A webhook with Telnyx's signature. */
export interface SignedEvent {
  event: unknown
  /** The number of a business that it is about, whose account has signed it; null for this server's number. */
  own: OwnNumber | null
}

/** Returns the key with which an account at Telnyx signs its webhooks, from its 32 bytes in base64. */
export const telnyxKey = (base64: string): KeyObject =>
  createPublicKey({
    key: Buffer.concat([SPKI_PREFIX, Buffer.from(base64, 'base64')]),
    format: 'der',
    type: 'spki',
  })

/**
 * Reads a webhook of Telnyx. Rejects requests that the account of none of the numbers has signed that they are about, or
 * not within the last five minutes.
 */
export async function readSignedEvent(c: Context, { db, config, log, clock }: Deps): Promise<SignedEvent> {
  if (sharedNumber(config) === null) throw notConfigured('sms')
  const body = Buffer.from(await c.req.arrayBuffer())
  const time = c.req.header('telnyx-timestamp') ?? ''
  const signature = Buffer.from(c.req.header('telnyx-signature-ed25519') ?? '', 'base64')
  const signed = Buffer.concat([Buffer.from(`${time}|`), body])
  const isNew = /^\d{1,12}$/.test(time) && Math.abs(clock().getTime() - Number(time) * 1_000) <= OLDEST_MS
  const isBy = (key: string) => isNew && verify(null, signed, telnyxKey(key), signature)
  const event = parsed(body)
  const isFit = event !== null && !unfit(event)
  const owns = isNew && isFit ? await numbersIn(db, event) : []
  const own = owns.find(({ public_key }) => public_key !== null && isBy(public_key)) ?? null
  if (own === null && !(config.telnyx && isBy(config.telnyx.publicKey))) {
    log.warn({ isNew }, REFUSED)
    throw new HttpError(403, 'The signature of this webhook is not valid')
  }
  if (!isFit) throw new HttpError(400, 'The request is not valid')
  return { event, own }
}

/** Returns the numbers of businesses at Telnyx that a webhook is about. */
async function numbersIn(db: Kysely<Database>, event: unknown): Promise<OwnNumber[]> {
  const about = v.safeParse(About, event)
  if (!about.success) return []
  const { from, to } = about.output.data.payload
  const phones = [...(from ? [from] : []), ...to].map(({ phone_number }) => phone_number)
  if (phones.length === 0) return []
  return db
    .selectFrom('own_numbers')
    .selectAll()
    .where('phone', 'in', phones.slice(0, MOST_NUMBERS))
    .where('carrier', '=', 'telnyx')
    .execute()
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
