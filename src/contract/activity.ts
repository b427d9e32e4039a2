import * as v from 'valibot'
import type { AppointmentKind } from './appointments.ts'
import { endpoint } from './endpoint.ts'
import { ClientId, Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** The originator of an event: a member, the agent, the visitor, the system, or a person in HubSpot. */
export const ACTOR_KINDS = ['person', 'agent', 'visitor', 'system', 'hubspot'] as const
export type ActorKind = (typeof ACTOR_KINDS)[number]

/** The possible outcomes of a call to a lead. */
export const CALL_OUTCOMES = ['answered', 'no_answer', 'voicemail'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/** The start of an estimate call, or of a visit. */
interface CallData {
  start: string
  kind?: AppointmentKind
}

/** The data of each event type. Times are ISO 8601 in UTC. */
export interface ActivityData {
  created: Record<string, never>
  status: { from: string; to: string; loss_reason?: string }
  edited: { fields: Record<string, { from: string | null; to: string | null }> }
  note: { text: string }
  called: { outcome: CallOutcome }
  booked: CallData
  moved: CallData
  canceled: CallData
  task: { task_id: string; text: string; due_at: string }
  task_done: { task_id: string; text: string }
}
export type ActivityType = keyof ActivityData

const Actor = v.object({
  kind: v.string(),
  /** The member's id. */
  id: v.nullable(v.string()),
  name: v.nullable(v.string()),
})

/**
 * Something that happened to a lead. `data` depends on `type` ({@link ActivityData}); later versions can add types.
 * `actor.name` is null if the server does not know the member's name.
 */
export const ActivityEvent = tolerant(
  v.object({
    id: v.string(),
    type: v.string(),
    at: Instant,
    actor: tolerant(Actor, { defaults: () => ({ kind: 'system', id: null, name: null }) }),
    data: v.record(v.string(), v.unknown()),
  }),
  { defaults: () => ({ actor: { kind: 'system', id: null, name: null }, data: {} }) },
)
export type ActivityEvent = v.InferOutput<typeof ActivityEvent>

export const Activity = v.object({ events: v.array(ActivityEvent) })
export type Activity = v.InferOutput<typeof Activity>

export const getActivity = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/leads/:leadId/activity',
  summary: 'List the last 1,000 events of a lead, oldest first; messages are not included',
  access: 'member',
  scope: 'leads:read',
  reply: Activity,
  errors: [404],
})

/**
 * `at` defaults to the current time. Times in the future or before the lead was created are clamped to the nearest
 * valid time.
 */
export const NewCall = v.object({
  id: v.optional(ClientId),
  outcome: v.picklist(CALL_OUTCOMES),
  at: v.optional(Instant),
})
export type NewCall = v.InferOutput<typeof NewCall>

export const recordCall = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/leads/:leadId/calls',
  summary: 'Record a call to a lead; a repeated id records none',
  access: 'member',
  scope: 'leads:write',
  creates: true,
  body: NewCall,
  reply: ActivityEvent,
  errors: [404, 409],
})
