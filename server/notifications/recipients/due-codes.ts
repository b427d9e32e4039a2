import { type Kysely, sql } from 'kysely'
import { PERSON_CHANNELS } from '../../../src/contract/notification-settings.ts'
import type { Database } from '../../db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { readProfile } from '../../profiles/stored-profile.ts'
import { readNotificationSettings } from '../stored-settings.ts'
import { requestCode } from './request-code.ts'
import { strangersIn } from './standing.ts'
import type { AlertAddress } from './typed.ts'

/** The number of codes to request in one run. After an update, thousands can be due at once. */
const BATCH = 100

type Recipient = AlertAddress & { organizationId: string }

/**
 * Requests the codes that are due, of one organization or, a batch at a time, of all. Forgets recipients that are no
 * longer saved, or are those of members. Each recipient has its own transaction, so that servers don't wait for each
 * other. Returns the number of codes.
 */
export async function requestDueCodes(
  { db, ...deps }: Pick<Deps, 'db' | 'directory' | 'senders' | 'config'>,
  now: Date,
  organizationId?: string,
): Promise<number> {
  const ready = PERSON_CHANNELS.filter((channel) => deps.senders?.[channel])
  const due = await db
    .selectFrom('alert_recipients')
    .select(['organization_id as organizationId', 'channel', 'address'])
    .where('code_due_at', '<=', now)
    .where('channel', '=', sql<(typeof ready)[number]>`any(${ready})`)
    .$if(organizationId !== undefined, (query) =>
      query.where('organization_id', '=', organizationId as string),
    )
    .orderBy('code_due_at')
    .orderBy('address')
    .limit(BATCH)
    .execute()
  let requested = 0
  for (const recipient of due) {
    const isRequested = await db.transaction().execute((tx) => requestDue(tx, deps, recipient, now))
    if (isRequested) requested += 1
  }
  return requested
}

/**
 * Sends the codes that are due to the recipients of an organization whose settings have changed. They stay due if that
 * fails.
 */
export async function sendDueCodes(
  deps: Pick<Deps, 'db' | 'directory' | 'senders' | 'config' | 'clock' | 'notifier' | 'log'>,
  organizationId: string,
): Promise<void> {
  try {
    if ((await requestDueCodes(deps, deps.clock(), organizationId)) > 0) deps.notifier?.wake()
  } catch (error) {
    deps.log.error({ err: error }, 'codes for new recipients could not be queued')
  }
}

async function requestDue(
  tx: Kysely<Database>,
  deps: Pick<Deps, 'directory' | 'senders' | 'config'>,
  recipient: Recipient,
  now: Date,
): Promise<boolean> {
  const { organizationId, channel, address } = recipient
  const row = await tx
    .selectFrom('alert_recipients')
    .select('confirmed_at')
    .where(isRow(recipient))
    .where('code_due_at', '<=', now)
    .forUpdate()
    // Another server is requesting it.
    .skipLocked()
    .executeTakeFirst()
  if (!row) return false
  const saved = {
    organizationId,
    settings: await readNotificationSettings(tx, organizationId),
    profile: await readProfile(tx, organizationId),
  }
  const strangers = await strangersIn(tx, deps, saved)
  if (!strangers.some((each) => each.channel === channel && each.address === address)) {
    await tx.deleteFrom('alert_recipients').where(isRow(recipient)).execute()
    return false
  }
  const none = row.confirmed_at === null ? await requestCode(tx, deps, recipient, now) : null
  const code_due_at = none?.tryAt ?? null
  await tx.updateTable('alert_recipients').set({ code_due_at }).where(isRow(recipient)).execute()
  return row.confirmed_at === null && none === null
}

/** Selects the row of a recipient. */
const isRow = ({ organizationId, channel, address }: Recipient) =>
  sql<boolean>`organization_id = ${organizationId} and channel = ${channel} and address = ${address}`
