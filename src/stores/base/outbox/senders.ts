import { atom } from 'nanostores'
import * as v from 'valibot'
import type { LeadChange, SentChange } from '../../../domain/outbox/outbox.ts'

type Type = LeadChange['type']
export type ChangeOf<Types extends Type> = Extract<LeadChange, { type: Types }>

/** How a feature sends one type of change, and what the result means for it. */
export interface Sender<Change extends LeadChange = LeadChange> {
  /** Describes the stored changes that `send` understands. Changes of other versions of the console stay untouched. */
  schema: v.GenericSchema
  /** Makes the change on the server. Returns the server's version of the lead, or null after a removal. */
  send(organizationId: string, change: Change, signal?: AbortSignal): Promise<SentChange['lead']>
  /**
   * Applies confirmed changes to the cached responses. Without changes, refetches what they could have changed. Types
   * that share the function are applied together.
   */
  settle: (organizationId: string, sent: readonly SentChange[]) => Promise<void>
  /** The title of the message about a rejected change (section 8). */
  failure: string
  /**
   * What a 404 response means: the change is already `done`, or the server does not have the lead (`unknown`). If
   * absent, the change is rejected.
   */
  ifMissing?: 'done' | 'unknown'
  /** Returns the name of a series in which each change needs the earlier ones; null if the change needs none. */
  series?(change: Change): string | null
  /** Whether the feature shows pending and rejected changes itself, so that they are kept until it dismisses them. */
  isShownByFeature?: true
}

export type Senders = { [Of in Type]: Sender<ChangeOf<Of>> }

/** The registered senders. A change whose type has none waits. */
export const $senders = atom<Partial<Senders>>({})

/** Returns the sender of a stored change; null if there is none, or if it does not understand the change. */
export function senderOf(senders: Partial<Senders>, change: { type: string }): Sender | null {
  const sender = senders[change.type as Type] as Sender | undefined
  return sender && v.is(sender.schema, change) ? sender : null
}
