import type { Kysely } from 'kysely'
import type { ActivityData, ActivityType, ActorKind } from '../../src/contract/activity.ts'
import type { AppointmentKind } from '../../src/contract/appointments.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'

export interface Actor {
  kind: ActorKind
  /** The ID of a member. */
  id: string | null
}

export const VISITOR: Actor = { kind: 'visitor', id: null }
export const SYSTEM: Actor = { kind: 'system', id: null }
export const person = (userId: string): Actor => ({ kind: 'person', id: userId })

/** An event, excluding its lead, time, and actor. */
export type Happening = { [Type in ActivityType]: { type: Type; data: ActivityData[Type] } }[ActivityType]

/** Returns the event of a call that is booked, moved, or canceled; without a kind, it is a phone call. */
export const ofCall = (
  type: 'booked' | 'moved' | 'canceled',
  start: string,
  kind: AppointmentKind = 'call',
): Happening => ({ type, data: { start, ...(kind !== 'call' && { kind }) } })

export interface Circumstances {
  organizationId: string
  leadId: string
  at: Date
  actor: Actor
}

/** Stores the events of one lead, in order. Must be called in the transaction that makes the change. */
export async function record(
  tx: Kysely<Database>,
  { organizationId, leadId, at, actor }: Circumstances,
  happenings: readonly Happening[],
): Promise<void> {
  if (happenings.length === 0) return
  await tx
    .insertInto('lead_activity')
    .values(
      happenings.map(({ type, data }) => ({
        organization_id: organizationId,
        id: newId('event'),
        lead_id: leadId,
        type,
        at,
        actor_kind: actor.kind,
        actor_id: actor.id,
        data: JSON.stringify(data),
      })),
    )
    .execute()
}
