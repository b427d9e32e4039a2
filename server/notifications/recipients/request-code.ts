import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../src/domain/time/durations.ts'
import type { Database } from '../../db/schema.ts'
import { reasonFor } from '../../http/not-configured.ts'
import type { Deps } from '../../kernel/deps.ts'
import { readProfile } from '../../profiles/stored-profile.ts'
import { allowanceOf } from '../allowance.ts'
import { unsubscribedOf } from '../opt-outs.ts'
import { fresh, insertNotifications } from '../planning.ts'
import { hashOf, recipientHash } from '../sent-messages.ts'
import { mayBeTexted, OTHER_COUNTRY } from '../texted-countries.ts'
import type { AlertAddress } from './typed.ts'

/** The maximum number of codes to an address or number within a day, from all organizations. */
export const MOST_CODES = 3
/** The maximum number within {@link CODES_COUNTED_DAYS}: nobody wants codes that they never use. */
const MOST_CODES_LATELY = 6
/** For how many days requests for codes count. */
export const CODES_COUNTED_DAYS = 30

/** The lock of all requests for codes, because their limits apply to all organizations. */
const REQUESTS_LOCK = 7_140_953

/** The data of a message that somebody waits for. */
export const ASKED = { asked: true }

/** Why no code is sent: a sentence for the owner, and when to try again; null if only a person can. */
export interface NoCode {
  reason: string
  tryAt: Date | null
}

/**
 * Queues a code for an address or number, and counts it. Returns null, or why there is none. Doesn't check whether the
 * organization needs a confirmation. `isAsked` if a member waits for it: then it is also sent at night.
 */
export async function requestCode(
  tx: Kysely<Database>,
  deps: Pick<Deps, 'senders' | 'config'>,
  {
    organizationId,
    channel,
    address,
    isAsked = false,
  }: AlertAddress & { organizationId: string; isAsked?: boolean },
  now: Date,
): Promise<NoCode | null> {
  const reason = await whyNever(tx, deps, { organizationId, channel, address })
  if (reason !== null) return { reason, tryAt: null }
  await sql`select pg_advisory_xact_lock(${sql.lit(REQUESTS_LOCK)})`.execute(tx)
  const request = { address_hash: recipientHash(address), organization_hash: hashOf(organizationId) }
  const { codes } = await allowanceOf(tx, deps.config, organizationId, now)
  for (const { most, days, when } of [
    { most: MOST_CODES, days: 1, when: 'today' },
    { most: MOST_CODES_LATELY, days: CODES_COUNTED_DAYS, when: `in ${CODES_COUNTED_DAYS} days` },
  ]) {
    const tryAt = await tryAgainAt(tx, ['address_hash', request.address_hash], { most, days }, now)
    if (tryAt) return { reason: `${address} has already been sent ${most} codes ${when}`, tryAt }
  }
  const ofRequests = ['organization_hash', request.organization_hash] as const
  const ofOrganization = await tryAgainAt(tx, ofRequests, { most: codes, days: 1 }, now)
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
      data: JSON.stringify(isAsked ? ASKED : {}),
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

/** Returns when fewer than `most` requests will be within `days`, or null if they are now. */
async function tryAgainAt(
  tx: Kysely<Database>,
  [column, hash]: readonly ['address_hash' | 'organization_hash', string],
  { most, days }: { most: number; days: number },
  now: Date,
): Promise<Date | null> {
  const newest = await tx
    .selectFrom('code_requests')
    .select('at')
    .where(column, '=', hash)
    .where('at', '>', new Date(now.getTime() - days * DAY_MS))
    .orderBy('at', 'desc')
    .limit(most)
    .execute()
  const first = newest[most - 1]
  return first ? new Date(first.at.getTime() + days * DAY_MS) : null
}
