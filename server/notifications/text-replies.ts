import { repliesAt } from '../conversations/messages.ts'
import { noteReceived } from '../conversations/presence.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Occasion } from '../kernel/occasion.ts'
import type { SentText } from './arrivals.ts'
import { fresh, insertNotifications, mayText, type NewNotification, type Planning } from './planning.ts'
import { textParts } from './text-parts.ts'
import { dueAt, waiting } from './timing.ts'

/** Plans the text that answers a visitor's text. A long answer becomes several texts. */
export async function planTextReply(
  { tx, deps, now, settings, profile }: Planning,
  { organizationId, conversationId, from, to, isBegun, isSafety }: Extract<Occasion, { kind: 'text_reply' }>,
): Promise<void> {
  const conversation = await tx
    .selectFrom('conversations')
    .leftJoin('leads', 'leads.conversation_id', 'conversations.id')
    .select([
      'conversations.text_phone',
      'conversations.is_test',
      'leads.id as lead_id',
      'leads.prospect_name',
    ])
    .where('conversations.id', '=', conversationId)
    .executeTakeFirst()
  const phone = conversation?.text_phone
  if (!phone || conversation.is_test || !deps.senders?.sms) return
  if (!(await mayText(tx, organizationId, phone))) return
  const messages = await repliesAt(tx, conversationId, from, to)
  const target = { channel: 'sms', audience: 'visitor', recipient: phone } as const
  const due = dueAt(
    now,
    { ...target, kind: 'text', askedAt: isBegun ? null : now },
    settings,
    profile.timezone,
  )
  await insertNotifications(
    tx,
    textParts(
      messages.map(({ content }) => content),
      'en',
    ).map(
      (_, part): NewNotification => ({
        ...fresh(now),
        ...target,
        organization_id: organizationId,
        event: `text:${conversationId}:${from}:${part}`,
        kind: 'text',
        recipient_name: conversation.prospect_name ?? '',
        lead_id: conversation.lead_id,
        conversation_id: conversationId,
        data: JSON.stringify({
          ...{ from, to, part },
          ...(isBegun ? {} : { asked: true }),
          ...(isSafety && { safety: true }),
        }),
        ...waiting(due, now, now),
      }),
    ),
  )
}

/** Notes that the phone has received an answer by text. */
export async function noteTextArrived(
  deps: Pick<Deps, 'db' | 'events' | 'clock'>,
  { textId, scope }: SentText,
): Promise<void> {
  const row = await deps.db
    .selectFrom('notifications')
    .select(['conversation_id', 'organization_id', 'data'])
    .where('channel', '=', 'sms')
    .where('provider_id', '=', textId)
    .$if(scope !== null, (query) => query.where('organization_id', '=', scope))
    .where('kind', '=', 'text')
    .executeTakeFirst()
  const position = row?.data.to
  if (!row?.conversation_id || typeof position !== 'number') return
  await noteReceived(deps, { id: row.conversation_id, organization_id: row.organization_id }, position)
}
