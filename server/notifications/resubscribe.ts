import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { fresh, insertNotifications } from './planning.ts'

/** Plans the mail with the link with which a recipient who has unsubscribed gets emails again. */
export async function planResubscribeLink(
  { db, clock, notifier }: Pick<Deps, 'db' | 'clock' | 'notifier'>,
  to: { organizationId: string; recipient: string; audience: 'owner' | 'visitor' },
): Promise<void> {
  const row = fresh(clock())
  await insertNotifications(db, [
    {
      ...row,
      organization_id: to.organizationId,
      event: `resubscribe:${row.id}`,
      kind: 'resubscribe',
      channel: 'email',
      audience: to.audience,
      recipient: to.recipient,
      recipient_name: '',
      data: '{}',
    },
  ])
  notifier?.wake()
}

/** Returns whether a link was planned since an address (as a key) opted out of an organization's mail. */
export async function hasLink(db: Kysely<Database>, organizationId: string, email: string): Promise<boolean> {
  const link = await db
    .selectFrom('notifications')
    .innerJoin('email_opt_outs', (join) =>
      join
        .onRef('email_opt_outs.organization_id', '=', 'notifications.organization_id')
        .on('email_opt_outs.email', '=', email)
        .onRef('email_opt_outs.at', '<=', 'notifications.created_at'),
    )
    .select('notifications.id')
    .where('notifications.organization_id', '=', organizationId)
    .where('kind', '=', 'resubscribe')
    .where('recipient', '=', email)
    .executeTakeFirst()
  return link !== undefined
}
