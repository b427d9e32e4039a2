import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { DEFAULT_PROFILE, type ProfileUpdate } from '../../src/contract/profile.ts'
import { insertHistory } from './history.ts'
import { insertMany } from './insert-many.ts'
import { type LeadSeries, makeLead } from './lead.ts'
import { createSlots } from './slots.ts'
import { makeVisits } from './visits.ts'

/**
 * The number of conversations per lead that don't produce a lead, and the maximum number of leads that it applies to.
 */
const VISITS_PER_LEAD = 0.7
const MOST_VISITED = 100

export interface LeadsToSeed {
  organizationId: string
  organizationName: string
  ownerId: string
  profile: ProfileUpdate | null
  faqs: LeadSeries['voice']['faqs']
  count: number
  seed: number
  now: Date
}

/** Adds a series of demo leads with their conversations to an organization without leads. */
export async function insertLeads(db: Kysely<Database>, wanted: LeadsToSeed): Promise<void> {
  const { profile, faqs, count, seed, now, organizationId } = wanted
  const series: LeadSeries = {
    organizationId,
    voice: {
      agent: profile?.agent_name ?? 'the assistant',
      business: profile?.business_name ?? wanted.organizationName,
      faqs,
    },
    count,
    seed,
    now,
    slots: createSlots(profile?.timezone ?? DEFAULT_PROFILE.timezone ?? 'UTC'),
  }
  const leads = Array.from({ length: count }, (_, index) => makeLead(series, index))
  const made = [
    ...leads,
    ...makeVisits(
      { ...series, ownerId: wanted.ownerId },
      Math.ceil(Math.min(count, MOST_VISITED) * VISITS_PER_LEAD),
    ),
  ]
  await insertMany(
    db,
    'conversations',
    made.flatMap(({ conversation }) => conversation ?? []),
  )
  await insertMany(
    db,
    'messages',
    made.flatMap(({ messages }) => messages),
  )
  const rows = leads.map(({ lead }) => lead)
  await insertMany(db, 'leads', rows)
  await insertHistory(db, rows, { ownerId: wanted.ownerId, seed, now })
}
