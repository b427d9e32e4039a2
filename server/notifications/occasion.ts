import type { Needs } from '../../src/contract/conversations.ts'

/** What causes notifications. Times are ISO 8601 in UTC. */
export type Occasion =
  | { kind: 'new_lead'; organizationId: string; leadId: string; at: string }
  | {
      kind: 'needs_person'
      organizationId: string
      conversationId: string
      needs: Needs
      /** What else than the visitor needs a person, about their call: a sentence. */
      note?: string
      at: string
    }
  | {
      kind: 'booking_made' | 'booking_moved' | 'booking_canceled'
      organizationId: string
      leadId: string
      /** The start of the call; of the canceled one if it was canceled. */
      start: string
      /** The start before it was moved. */
      previous?: string
      at: string
    }
  /** The endpoint gets no more webhooks. `reason` is a sentence. */
  | {
      kind: 'webhook_disabled'
      organizationId: string
      endpointId: string
      host: string
      reason: string
      at: string
    }
  /** The visitor asked for the conversation by email. */
  | { kind: 'transcript'; organizationId: string; conversationId: string; email: string; at: string }
  /** The visitor agreed to text messages about the booked call. */
  | { kind: 'texts_wanted'; organizationId: string; leadId: string; phone: string; at: string }
