import type { Kysely } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { DEFAULT_PROFILE, type ProfileUpdate } from '../../src/contract/profile.ts'
import { insertMany } from './insert-many.ts'
import { type LeadSeries, makeLead } from './lead.ts'
import { createSlots } from './slots.ts'

export interface LeadsToSeed {
  organizationId: string
  organizationName: string
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
  const made = Array.from({ length: count }, (_, index) => makeLead(series, index))
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
  await insertMany(
    db,
    'leads',
    made.map(({ lead }) => lead),
  )
}
