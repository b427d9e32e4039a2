import { sql } from 'kysely'
import type { Actor } from './record.ts'

interface StatusChange {
  from: string
  to: string
  at: Date
  actor: Actor
}

export const STATUS_COLUMNS = [
  'organization_id',
  'id',
  'lead_id',
  'type',
  'at',
  'actor_kind',
  'actor_id',
  'data',
] as const

/**
 * Returns the values of {@link STATUS_COLUMNS} for each row of a set of changed leads that has `organization_id`, `id`,
 * and the loss reason.
 */
export const statusEvents = ({ from, to, at, actor }: StatusChange) =>
  [
    sql.ref<string>('organization_id').as('organization_id'),
    sql<string>`'event_' || replace(gen_random_uuid()::text, '-', '')`.as('id'),
    sql.ref<string>('id').as('lead_id'),
    sql<string>`'status'`.as('type'),
    sql<Date>`${at}::timestamptz`.as('at'),
    sql<string>`${actor.kind}::text`.as('actor_kind'),
    sql<string | null>`${actor.id}::text`.as('actor_id'),
    sql<string>`jsonb_strip_nulls(jsonb_build_object(
      'from', ${from}::text, 'to', ${to}::text, 'loss_reason', loss_reason))`.as('data'),
  ] as const
