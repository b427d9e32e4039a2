import type { NotificationKind } from '../../src/contract/notifications.ts'
import type { Occasion } from '../kernel/occasion.ts'

/** How urgent messages are. The most urgent ones of all organizations are planned and sent first. */
const URGENCY = { digest: 0, customer: 1, business: 2, waiting: 3, emergency: 4 } as const

const OF_KIND: Partial<Record<NotificationKind | Occasion['kind'], keyof typeof URGENCY>> = {
  needs_person: 'waiting',
  lead_digest: 'digest',
  daily_summary: 'digest',
  held_digest: 'digest',
  recipient_code: 'customer',
  confirmation: 'customer',
  confirmation_moved: 'customer',
  confirmation_canceled: 'customer',
  reminder: 'customer',
  transcript: 'customer',
  reply: 'customer',
  person_reply: 'customer',
  texts_wanted: 'customer',
}

/** Returns how urgent a message or occasion is. `needs` is the reason why a visitor needs a person. */
export function urgencyOf(kind: NotificationKind | Occasion['kind'], needs: unknown): number {
  return URGENCY[needs === 'emergency' ? 'emergency' : (OF_KIND[kind] ?? 'business')]
}
