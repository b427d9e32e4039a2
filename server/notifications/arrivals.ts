import type { Deps } from '../kernel/deps.ts'

/** The provider's ID of a text message; with a `scope`, of that organization only. */
export interface SentText {
  textId: string
  scope: string | null
}

/** The token of a notification, a text message, or a notification of an organization. */
type Which = { token: string } | SentText | { organizationId: string; id: string }

/**
 * Stores that a notification was delivered or opened. A status never moves backward: an opened notification stays
 * opened, and a canceled one stays canceled. A failed one becomes delivered or opened. Returns false if there is no such
 * notification.
 */
export async function recordArrival(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  which: Which,
  state: 'delivered' | 'opened',
): Promise<boolean> {
  const now = clock()
  const { numUpdatedRows } = await db
    .updateTable('notifications')
    .set(({ case: when, fn, val, ref }) => ({
      delivered_at: fn.coalesce('delivered_at', val(now)),
      opened_at: state === 'opened' ? fn.coalesce('opened_at', val(now)) : ref('opened_at'),
      status: when().when('status', 'in', ['canceled', 'opened']).then(ref('status')).else(state).end(),
    }))
    .where(({ and, eb }) => {
      if ('token' in which) return eb('token', '=', which.token)
      return 'textId' in which
        ? and([
            eb('channel', '=', 'sms'),
            eb('provider_id', '=', which.textId),
            ...(which.scope === null ? [] : [eb('organization_id', '=', which.scope)]),
          ])
        : and([eb('organization_id', '=', which.organizationId), eb('id', '=', which.id)])
    })
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Stores that a text message wasn't delivered, with the reason for the owner, unless another report confirmed its
 * delivery. Returns the message's recipient, or null if there is no such message.
 */
export async function recordLoss(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { textId, scope }: SentText,
  reason: string,
): Promise<string | null> {
  const ofText = db
    .selectFrom('notifications')
    .where('channel', '=', 'sms')
    .where('provider_id', '=', textId)
    .$if(scope !== null, (query) => query.where('organization_id', '=', scope))
  await db
    .updateTable('notifications')
    .set({ status: 'failed', reason, failed_at: clock() })
    .where('id', 'in', ofText.select('id'))
    .where('status', 'in', ['queued', 'sent'])
    .execute()
  return (await ofText.select('recipient').executeTakeFirst())?.recipient ?? null
}
