import { vi } from 'vitest'
import type { LeadChange } from '../../src/domain/outbox/outbox.ts'
import { outboxWorld } from './outbox.ts'

/** In milliseconds. */
export const MINUTE = 60_000
/** Runs everything that is due now. */
export const settle = () => vi.advanceTimersByTimeAsync(0)
/** Advances the clock by the given number of milliseconds. */
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

export const status = (leadId: string, to: 'new' | 'converted' | 'lost' = 'lost'): LeadChange => ({
  type: 'status',
  leadId,
  status: to,
})
export const update = (leadId: string, contact_name: string): LeadChange => ({
  type: 'update',
  leadId,
  fields: { contact_name },
})
export const create = (leadId: string): LeadChange => ({ type: 'create', leadId, fields: {} })
export const remove = (leadId: string): LeadChange => ({ type: 'delete', leadId })
export const reply = (content: string): LeadChange => ({
  type: 'message',
  leadId: 'a',
  conversationId: 'conv_a',
  name: 'Ada',
  message: { client_id: `reply_${content}`, message_type: 'outgoing', content },
})

/** Tracks the outcome of a promise without waiting for it. */
export function watch<Value>(promise: Promise<Value>) {
  const seen: { value?: Value; error?: unknown } = {}
  promise.then(
    (value) => {
      seen.value = value
    },
    (error: unknown) => {
      seen.error = error
    },
  )
  return seen
}

/** Returns a tab in which the changes were made while the network was down. */
export async function withWaiting(...changes: LeadChange[]) {
  const world = outboxWorld()
  const tab = world.openTab()
  world.server.turn('down')
  for (const change of changes) {
    void tab.submit(change)
    await pass(500)
  }
  world.server.attempts.length = 0
  return { ...world, tab }
}

/** Returns the changes that a tab shows as pending. */
export const waiting = (tab: { $entries: { get(): readonly { change: LeadChange }[] } }) =>
  tab.$entries.get().map(({ change }) => change)
/** Returns the changes that the server has applied. */
export const made = (server: { done: { change: LeadChange }[] }) => server.done.map(({ change }) => change)
