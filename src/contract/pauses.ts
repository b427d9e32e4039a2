import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** What can be paused: the agent's answers, so that the widget takes messages, or only its bookings. */
export const PAUSABLE = ['agent', 'booking'] as const
export type Pausable = (typeof PAUSABLE)[number]

/** A pause that has begun. It ends at `until`, or when a member ends it if that is null. */
export const Pause = tolerant(v.object({ since: Instant, until: v.nullable(Instant) }), {
  defaults: () => ({ since: '', until: null }),
})
export type Pause = v.InferOutput<typeof Pause>

/** The organization's pauses; null for what isn't paused. */
export const Pauses = tolerant(v.object({ agent: v.nullable(Pause), booking: v.nullable(Pause) }), {
  defaults: () => ({ agent: null, booking: null }),
})
export type Pauses = v.InferOutput<typeof Pauses>

/** How long a pause with an end can last. */
export const LONGEST_PAUSE_DAYS = 366

const PAUSES = '/api/v1/organizations/:orgId/pauses'
const PAUSED = `${PAUSES}/:what` as const

export const getPauses = endpoint({
  method: 'GET',
  path: PAUSES,
  summary: 'Tell whether the agent or its bookings are paused, and until when',
  access: 'member',
  reply: Pauses,
})

export const putPause = endpoint({
  method: 'PUT',
  path: PAUSED,
  summary:
    'Pause the agent (`agent`) or its bookings (`booking`), until a time or until a member ends the pause',
  access: 'member',
  body: v.object({ until: v.nullable(Instant) }),
  reply: Pauses,
  errors: [404],
})

export const deletePause = endpoint({
  method: 'DELETE',
  path: PAUSED,
  summary: 'End a pause',
  access: 'member',
  reply: Pauses,
  errors: [404],
})
