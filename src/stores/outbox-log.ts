import * as v from 'valibot'
import { LEAD_STATUSES, Lead, type LeadFields } from '../contract/leads.ts'
import type { MadeChange } from '../domain/outbox.ts'
import type { DurableLog, LogOwner } from '../platform/durable-log.ts'

const leadId = v.string()

/** What was typed, right or wrong: whether it is acceptable is for the server to say. */
const fields = v.custom<LeadFields>((value) => typeof value === 'object' && value !== null)

const Change = v.variant('type', [
  v.object({ type: v.literal('create'), leadId, fields }),
  v.object({ type: v.literal('update'), leadId, fields }),
  v.object({
    type: v.literal('status'),
    leadId,
    status: v.picklist(LEAD_STATUSES),
    notes: v.optional(v.string()),
    loss_reason: v.optional(v.string()),
  }),
  v.object({ type: v.literal('delete'), leadId }),
])

const StoredChange = v.object({
  change: Change,
  madeAt: v.string(),
  /** How often the server has said that it does not know the lead. */
  missed: v.number(),
})
export type StoredChange = v.InferOutput<typeof StoredChange>

/** A change that waits on this device; `key` is its place among all. */
export interface OutboxEntry extends StoredChange {
  key: number
}

/** A change that the server has refused for good, in the words of section 8. */
export interface Refusal extends MadeChange {
  key: number
  title: string
  reason: string
}

const refusalEntries = {
  key: v.number(),
  change: Change,
  madeAt: v.string(),
  title: v.string(),
  reason: v.string(),
}

/** What the tabs tell each other about one outbox. */
export const OutboxNews = v.variant('type', [
  v.object({ type: v.literal('changed') }),
  v.object({
    type: v.literal('sent'),
    sent: v.array(v.object({ change: Change, madeAt: v.string(), lead: v.nullable(Lead) })),
  }),
  v.object({ type: v.literal('refused'), refusal: v.object(refusalEntries) }),
])
export type OutboxNews = v.InferOutput<typeof OutboxNews>

/**
 * The owner's entries in their order. What another version of the console has written in another form is left
 * where it is, for that version to send.
 * @throws {StorageError}
 */
export async function readEntries(log: DurableLog, owner: LogOwner): Promise<OutboxEntry[]> {
  const logged = await log.read(owner)
  return logged.flatMap(({ key, value }) => {
    const { success, output } = v.safeParse(StoredChange, value)
    return success ? [{ key, ...(output as StoredChange) }] : []
  })
}
