import { computed, type ReadableAtom } from 'nanostores'
import { type TimelineEntry, timelineOf } from '../../domain/leads/timeline.ts'
import { $overlay } from '../base/outbox/overlay.ts'
import { $user } from '../base/session/session.ts'
import { $activity } from '../leads/activity.ts'
import { $conversation, $lead } from '../leads/page.ts'
import { $businessZone, deviceTimeZone } from '../settings/profile.ts'
import { $leadThread } from './lead-thread.ts'

/** The notes of the current lead that the server does not have yet. */
const $waitingNotes = computed([$lead, $overlay], ({ lead }, changes) =>
  changes.flatMap(({ change, madeAt }) =>
    change.type === 'update' && change.leadId === lead?.id && change.fields.add_note
      ? [{ id: `waiting-${madeAt}`, at: madeAt, text: change.fields.add_note }]
      : [],
  ),
)

/** Everything that happened to the current lead, oldest first. */
export const $timeline: ReadableAtom<TimelineEntry[]> = computed(
  [$lead, $conversation, $leadThread, $activity, $waitingNotes, $user, $businessZone],
  ({ lead }, conversation, thread, activity, waiting, user, businessZone) =>
    lead
      ? timelineOf({
          lead,
          messages: thread.data?.messages ?? conversation.data?.messages ?? [],
          events: activity.data?.events ?? null,
          waiting,
          userId: user?.id ?? null,
          businessZone,
          deviceZone: deviceTimeZone(),
        })
      : [],
)
