import type { LeadChange, SentChange } from '../../src/domain/outbox/outbox.ts'
import { type Senders, senderOf } from '../../src/stores/base/outbox/senders.ts'
import { MESSAGE_SENDERS } from '../../src/stores/conversations/sending.ts'
import { LEAD_SENDERS } from '../../src/stores/leads/sending.ts'

/** How the console sends each type of change. */
export const SENDERS: Senders = { ...LEAD_SENDERS, ...MESSAGE_SENDERS }

/** Sends a change as the outbox does. */
export function sendChange(organizationId: string, change: LeadChange): Promise<SentChange['lead']> {
  const sender = senderOf(SENDERS, change)
  if (!sender) throw new Error(`Nothing sends ${JSON.stringify(change)}`)
  return sender.send(organizationId, change)
}
