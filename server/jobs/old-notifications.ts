import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'

/** Days after which the texts of messages are erased, and after which their log is. */
export const NOTIFICATIONS_KEPT_DAYS = { texts: 30, log: 180 } as const

/** Erases old messages at the time `trusted`. Returns the counts. */
export async function eraseOldNotifications(
  db: Kysely<Database>,
  trusted: Date,
): Promise<{ texts: number; notifications: number }> {
  const before = (days: number) => new Date(trusted.getTime() - days * DAY_MS)
  const { numDeletedRows } = await db
    .deleteFrom('notifications')
    .where('created_at', '<=', before(NOTIFICATIONS_KEPT_DAYS.log))
    .executeTakeFirst()
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set({ subject: null, text: null, html: null })
    .where('created_at', '<=', before(NOTIFICATIONS_KEPT_DAYS.texts))
    .where(({ or, eb }) =>
      or([eb('subject', 'is not', null), eb('text', 'is not', null), eb('html', 'is not', null)]),
    )
    .executeTakeFirst()
  return { texts: Number(numUpdatedRows), notifications: Number(numDeletedRows) }
}
