import { computed, type ReadableAtom } from 'nanostores'
import { beginPause, endPause, fetchPauses } from '../../api/pauses.ts'
import type { Pausable, Pauses } from '../../contract/pauses.ts'
import { activePause } from '../../domain/settings/pauses.ts'
import { changing } from '../base/query/changing.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery } from '../base/query/query.ts'
import { $now } from '../base/time.ts'

const $stored = organizationQuery<Pauses | null>({ kind: 'pauses', read: optional(fetchPauses) })

/** The pauses that have not ended; null if the API has none or can't say, and undefined while it is asked. */
export const $pauses: ReadableAtom<Pauses | null | undefined> = computed(
  [$stored, $now],
  ({ data, status }, now) => {
    if (data) return { agent: activePause(data.agent, now), booking: activePause(data.booking, now) }
    return status === 'ready' || status === 'failed' ? null : undefined
  },
)

const change = changing('pause-changed')

/** Pauses the agent or its bookings until a time, or until a member ends the pause (null). */
export const pause = (what: Pausable, until: string | null): Promise<Pauses> =>
  change((organizationId) => beginPause(organizationId, what, until))

export const resume = (what: Pausable): Promise<Pauses> =>
  change((organizationId) => endPause(organizationId, what))
