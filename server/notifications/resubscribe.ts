import type { Deps } from '../deps.ts'
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
