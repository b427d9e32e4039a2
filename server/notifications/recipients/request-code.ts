import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import { readProfile } from '../../api/settings/stored-profile.ts'
import type { Database } from '../../db/schema.ts'
import type { Deps } from '../../deps.ts'
import { reasonFor } from '../../not-configured.ts'
import { allowanceOf } from '../allowance.ts'
import { unsubscribedOf } from '../opt-outs.ts'
import { fresh, insertNotifications } from '../planning.ts'
import { mayBeTexted, OTHER_COUNTRY } from '../texted-countries.ts'
import type { AlertAddress } from './typed.ts'

/** The maximum number of codes to an address or number within a day, from all organizations. */
export const MOST_CODES = 3

/** The lock of all requests for codes, because their limits apply to all organizations. */
const REQUESTS_LOCK = 7_140_953

/** Why no code is sent: a sentence for the owner, and when to try again; null if only a person can. */
export interface NoCode {
  reason: string
  tryAt: Date | null
}

/**
 * Queues a code for an address or number, and counts it. Returns null, or why there is none. Doesn't check whether the
 * organization needs a confirmation.
 */
export async function requestCode(
  tx: Kysely<Database>,
  deps: Pick<Deps, 'senders' | 'config'>,
  { organizationId, channel, address }: AlertAddress & { organizationId: string },
  now: Date,
): Promise<NoCode | null> {
  const reason = await whyNever(tx, deps, { organizationId, channel, address })
  if (reason !== null) return { reason, tryAt: null }
  await sql`select pg_advisory_xact_lock(${sql.lit(REQUESTS_LOCK)})`.execute(tx)
  const request = { address_hash: hashOf(address), organization_hash: hashOf(organizationId) }
  const { codes } = await allowanceOf(tx, deps.config, organizationId, now)
  const ofAddress = await tryAgainAt(tx, ['address_hash', request.address_hash], MOST_CODES, now)
  if (ofAddress) {
    return { reason: `${address} has already been sent ${MOST_CODES} codes today`, tryAt: ofAddress }
  }
  const ofOrganization = await tryAgainAt(tx, ['organization_hash', request.organization_hash], codes, now)
  if (ofOrganization) {
    return { reason: `${codes} codes have already been sent today`, tryAt: ofOrganization }
  }
  await tx
    .insertInto('code_requests')
    .values({ ...request, at: now })
    .execute()
  const row = fresh(now)
  await insertNotifications(tx, [
    {
      ...row,
      organization_id: organizationId,
      event: `recipient_code:${row.id}`,
      kind: 'recipient_code',
      channel,
      audience: 'owner',
      recipient: address,
      // A name is the business's words.
      recipient_name: '',
      data: '{}',
    },
  ])
  return null
}

/** Returns why an address or number gets no code at all, or null. */
export async function whyNever(
  db: Kysely<Database>,
  { senders }: Pick<Deps, 'senders'>,
  { organizationId, channel, address }: AlertAddress & { organizationId: string },
): Promise<string | null> {
  if (!senders?.[channel]) return reasonFor(channel)
  if (channel === 'sms') {
    const { phone } = await readProfile(db, organizationId)
    if (!mayBeTexted(address, phone)) return OTHER_COUNTRY
  }
  const isOut = (await unsubscribedOf(db, organizationId, [address])).length > 0
  return isOut ? `${address} has unsubscribed` : null
}

/** Returns when fewer than `most` requests will be within a day, or null if they are now. */
async function tryAgainAt(
  tx: Kysely<Database>,
  [column, hash]: ['address_hash' | 'organization_hash', string],
  most: number,
  now: Date,
): Promise<Date | null> {
  const newest = await tx
    .selectFrom('code_requests')
    .select('at')
    .where(column, '=', hash)
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  const first = newest[most - 1]
  return first ? new Date(first.at.getTime() + DAY_MS) : null
}

const hashOf = (text: string) => createHash('sha256').update(text).digest('base64url')
