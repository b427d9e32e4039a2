import type { Kysely } from 'kysely'
import { DEFAULT_PROFILE, type ProfileUpdate } from '../../../src/contract/profile.ts'
import type { Database } from '../schema.ts'
import { type LeadSeries, makeLead } from './lead.ts'
import { createSlots } from './slots.ts'

/** A statement holds 65,535 parameters at most; a lead takes 29. */
const BATCH = 1_000

export interface LeadsToSeed {
  organizationId: string
  organizationName: string
  profile: ProfileUpdate | null
  faqs: LeadSeries['voice']['faqs']
  count: number
  seed: number
  now: Date
}

/** Puts a series of demo leads with their conversations into an organization that has none. */
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
  for (let start = 0; start < count; start += BATCH) {
    const length = Math.min(BATCH, count - start)
    const made = Array.from({ length }, (_, offset) => makeLead(series, start + offset))
    const conversations = made.flatMap(({ conversation }) => conversation ?? [])
    const messages = made.flatMap((lead) => lead.messages)
    if (conversations.length > 0) await db.insertInto('conversations').values(conversations).execute()
    for (let first = 0; first < messages.length; first += BATCH) {
      await db
        .insertInto('messages')
        .values(messages.slice(first, first + BATCH))
        .execute()
    }
    await db
      .insertInto('leads')
      .values(made.map(({ lead }) => lead))
      .execute()
  }
}
