import * as v from 'valibot'
import { LEAD_STATUSES, type Lead, type LeadFields } from '../../contract/leads.ts'
import type { LeadChange, SentChange } from '../../domain/outbox/outbox.ts'
import type { LogRow } from '../../platform/storage/durable-log.ts'
import type { Owner } from '../session/owner.ts'

const leadId = v.string()

/** What was typed, right or wrong: the server decides whether it is acceptable. */
const fields = v.custom<LeadFields>((value) => typeof value === 'object' && value !== null)

const Change = v.variant('type', [
  v.object({ type: v.literal('create'), leadId, fields }),
  v.object({ type: v.literal('update'), leadId, fields, base: v.optional(fields) }),
  v.looseObject({ type: v.literal('status'), leadId, status: v.picklist(LEAD_STATUSES) }),
  v.object({ type: v.literal('delete'), leadId, name: v.optional(v.string()) }),
])

/** What the log stores of an entry. */
const Stored = v.object({
  change: Change,
  madeAt: v.string(),
  /** When it may be sent; absent means at once. */
  dueAt: v.optional(v.string()),
  /** How many attempts failed. */
  failures: v.optional(v.number(), 0),
  /** How often the server has said that it does not know the lead. */
  missed: v.number(),
  /** Why the server refused it for good, in the words of section 8. */
  refusal: v.optional(v.object({ title: v.string(), reason: v.string(), status: v.number() })),
})

/** A change in the outbox of its owner; `key` is its place among all. */
export interface OutboxEntry extends Owner, v.InferOutput<typeof Stored> {
  key: number
  change: LeadChange
  dueAt: string
}

/** The parts of the answer that the sending tab could read. */
const lead = v.nullable(v.custom<Partial<Lead>>((value) => typeof value === 'object'))

/** Messages between the tabs of one user. */
const News = v.variant('type', [
  v.object({ type: v.literal('changed') }),
  v.object({
    type: v.literal('sent'),
    organizationId: v.string(),
    sent: v.array(v.object({ change: Change, madeAt: v.string(), lead })),
  }),
])
export type OutboxNews = { type: 'changed' } | { type: 'sent'; organizationId: string; sent: SentChange[] }

/** News from another tab; null when it is from another version of the console. */
export function readNews(message: unknown): OutboxNews | null {
  const { success, output } = v.safeParse(News, message)
  return success ? (output as OutboxNews) : null
}

/** The entry of a row; null when another version of the console wrote it, which will send it. */
export function readEntry({ value, ...row }: LogRow): OutboxEntry | null {
  const { success, output } = v.safeParse(Stored, value)
  return success ? ({ dueAt: output.madeAt, ...output, ...row } as OutboxEntry) : null
}

export function toRow({ key, userId, organizationId, ...value }: OutboxEntry): LogRow {
  return { key, userId, organizationId, value }
}
