import type { Kysely, Selectable } from 'kysely'
import type { NotificationsTable } from '../../db/notification-schema.ts'
import type { Database } from '../../db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { readProfile } from '../../profiles/stored-profile.ts'
import { codeMessage } from '../compose/code.ts'
import type { Composed } from '../composed.ts'
import { readNotificationSettings } from '../stored-settings.ts'
import { CODE_MS, hashCode, newCode } from './code.ts'
import { strangersIn } from './standing.ts'

type Row = Selectable<NotificationsTable>

/**
 * Creates the code of a message just before it is sent, stores its hash, and returns the message. A repeated attempt
 * replaces the code of the previous one. Returns null if the recipient no longer needs a code.
 */
export async function composeCode(
  db: Kysely<Database>,
  deps: Pick<Deps, 'directory'>,
  { organization_id: organizationId, channel, recipient }: Row,
  now: Date,
): Promise<Composed | null> {
  if (channel === 'push' || recipient === null) return null
  const saved = {
    organizationId,
    settings: await readNotificationSettings(db, organizationId),
    profile: await readProfile(db, organizationId),
  }
  const strangers = await strangersIn(db, deps, saved)
  if (!strangers.some(({ address }) => address === recipient)) return null
  const code = newCode()
  const { numUpdatedRows } = await db
    .updateTable('alert_recipients')
    .set({ hash: await hashCode(code), code_expires_at: new Date(now.getTime() + CODE_MS), attempts: 0 })
    .where('organization_id', '=', organizationId)
    .where('channel', '=', channel)
    .where('address', '=', recipient)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? codeMessage(channel, code) : null
}
