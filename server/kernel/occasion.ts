import type { Needs } from '../../src/contract/conversations.ts'

/** An occasion for notifications. Times are in ISO 8601 format in UTC. */
export type Occasion =
  | { kind: 'new_lead'; organizationId: string; leadId: string; at: string }
  | {
      kind: 'needs_person'
      organizationId: string
      conversationId: string
      needs: Needs
      /** Whether this follows an alert about a danger, or about what can't wait, because the visitor gave a number. */
      isNumber?: true
      /** A reason other than the visitor's for needing a person, about the visitor's call. A sentence. */
      note?: string
      at: string
    }
  | {
      kind: 'booking_made' | 'booking_moved' | 'booking_canceled'
      organizationId: string
      leadId: string
      /** The start of the call. For a canceled call, its former start. */
      start: string
      /** The start before the call was moved. */
      previous?: string
      /** The service in which the call was moved or canceled, or Fieldhand; missing if the visitor did it. */
      service?: string
      at: string
    }
  /** The endpoint no longer receives webhooks. `reason` is a sentence. */
  | {
      kind: 'webhook_disabled'
      organizationId: string
      endpointId: string
      host: string
      reason: string
      at: string
    }
  /** A service, by its display name, no longer accepts the organization's connection. */
  | { kind: 'connection_ended'; organizationId: string; service: string; at: string }
  /** The visitor requested the conversation by email. */
  | { kind: 'transcript'; organizationId: string; conversationId: string; email: string; at: string }
  /** A member has replied to the visitor, who may not read it. */
  | { kind: 'person_reply'; organizationId: string; conversationId: string; at: string }
  /** The business has answered a visitor who texts, with the messages at these positions. */
  | {
      kind: 'text_reply'
      organizationId: string
      conversationId: string
      from: number
      to: number
      /** Whether the business begins, so that the visitor hasn't just asked for a text. */
      isBegun?: true
      /** Whether it tells what to do in a danger. */
      isSafety?: true
      at: string
    }
  /** The visitor agreed to text messages about the booked call. */
  | { kind: 'texts_wanted'; organizationId: string; leadId: string; phone: string; at: string }

/** The occasions about which the settings decide who in the business is notified. */
export type OwnerOccasion = Extract<
  Occasion,
  { kind: 'new_lead' | 'needs_person' | 'booking_made' | 'booking_moved' | 'booking_canceled' }
>
