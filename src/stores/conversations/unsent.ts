import { computed, type ReadableAtom } from 'nanostores'
import type { MessageChange } from '../../domain/outbox/outbox.ts'
import { $ownChanges, type OutboxEntry } from '../base/outbox/outbox.ts'

/** A reply or note that the server's data does not contain yet. */
export interface UnsentMessage extends MessageChange {
  key: number
  madeAt: string
  /** `waiting` if an attempt has failed. */
  state: 'sending' | 'waiting' | 'refused'
  refusal: OutboxEntry['refusal']
}

/** The current owner's messages that the server's data does not contain yet, in order, including rejected ones. */
export const $unsentMessages: ReadableAtom<readonly UnsentMessage[]> = computed($ownChanges, (own) =>
  own.flatMap((entry) => unsentOf(entry) ?? []),
)

function unsentOf({ key, change, madeAt, failures, refusal }: OutboxEntry): UnsentMessage | null {
  if (change.type !== 'message') return null
  const state = refusal ? 'refused' : failures > 0 ? 'waiting' : 'sending'
  return { ...change, key, madeAt, state, refusal }
}
