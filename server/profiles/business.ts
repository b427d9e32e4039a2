import type { Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { DEFAULT_PROFILE, type Profile, type ProfileUpdate } from '../../src/contract/profile.ts'
import { offeredAppointment } from '../../src/domain/leads/bookings.ts'
import { describedServices } from '../../src/domain/onboarding/services.ts'
import { dayIn } from '../../src/domain/settings/business-hours.ts'
import { closuresOf } from '../../src/domain/settings/closures.ts'
import { publicProfile } from '../../src/domain/settings/private-notes.ts'
import { radiusOrDefault } from '../../src/domain/settings/service-area.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { homeOf, type ServiceArea } from '../agent/area.ts'
import type { Business } from '../agent/state.ts'
import type { Database } from '../db/schema.ts'
import { holidaysIn } from '../holidays/holidays.ts'
import { readPauses } from './pauses.ts'
import { businessName, organizationWithProfile, readProfile } from './stored-profile.ts'

/** The agent's name until the owner chooses one. */
export const NAMELESS_AGENT = 'Assistant'

/**
 * Returns the holidays that visitors might mention, and the days on which the business is closed. Excludes days in the
 * past.
 */
export async function calendarOf(
  profile: Profile,
  now: Date,
): Promise<Pick<Business, 'holidays' | 'closures'>> {
  const holidays = await holidaysIn(profile.timezone, now)
  const yesterday = dayIn(profile.timezone, new Date(now.getTime() - DAY_MS))
  const shown = holidays.filter(({ isPublic }) => isPublic)
  return { holidays, closures: closuresOf(profile, shown).filter(({ to }) => to >= yesterday) }
}

/** Returns the agent's knowledge about its business as of `now`. */
export async function businessOf(db: Kysely<Database>, organizationId: string, now: Date): Promise<Business> {
  const { faqs, questions, ...row } = await organizationWithProfile(db, organizationId)
    .select((organization) => [
      jsonArrayFrom(
        organization
          .selectFrom('faqs')
          .select(['question', 'answer'])
          .whereRef('faqs.organization_id', '=', 'organizations.id')
          .orderBy('order_index'),
      ).as('faqs'),
      jsonArrayFrom(
        organization
          .selectFrom('qualification_questions')
          .select('question_text')
          .whereRef('qualification_questions.organization_id', '=', 'organizations.id')
          .orderBy('order_index'),
      ).as('questions'),
    ])
    .executeTakeFirstOrThrow()
  return businessFrom({ ...row, faqs, questions: questions.map(({ question_text }) => question_text) }, now)
}

/**
 * Returns what the agent knows when it talks to a visitor. Pauses don't apply to tests, so that the owner can try the
 * agent before it answers again.
 */
export async function businessForVisitor(
  db: Kysely<Database>,
  { organizationId, isTest }: { organizationId: string; isTest: boolean },
  now: Date,
): Promise<Business> {
  const business = await businessOf(db, organizationId, now)
  if (isTest) return business
  const { agent, booking } = await readPauses(db, organizationId, now)
  return { ...business, isPaused: agent !== null, ...(booking && { callHours: [] }) }
}

/** What the owner has stored about the business. */
interface StoredBusiness extends Pick<Business, 'faqs' | 'questions'> {
  name: string
  /** The fields that are set in the profile. */
  fields: ProfileUpdate | null
}

/** Returns the agent's knowledge about a business as of `now`. */
export async function businessFrom(stored: StoredBusiness, now: Date): Promise<Business> {
  const { fields, faqs, questions } = stored
  const profile = publicProfile({ ...DEFAULT_PROFILE, ...fields })
  return {
    name: businessName(stored),
    agentName: profile.agent_name?.trim() || NAMELESS_AGENT,
    tone: profile.personality_tone ?? '',
    useEmojis: profile.use_emojis,
    phone: profile.phone?.trim() || null,
    email: profile.email?.trim() || null,
    services: profile.services_offered,
    servicesSpanish: profile.services_spanish,
    servicesDescription: descriptionOf(profile),
    pricingNotes: profile.pricing_notes,
    summary: profile.prompt_summary,
    replyTime: profile.reply_time,
    hours: profile.business_hours,
    callHours: profile.call_hours ?? null,
    appointment: offeredAppointment(profile),
    timezone: profile.timezone,
    ...(await calendarOf(profile, now)),
    holidaysClosed: profile.holidays_closed,
    takesPhotos: profile.enable_file_upload,
    bookingUrl: profile.cal_booking_url?.trim() || null,
    area: areaOf(profile),
    faqs,
    questions,
  }
}

/** Returns the owner's own description. A mere list of the services answers no question, so it isn't quoted. */
const descriptionOf = ({ services_description: text, services_offered }: Profile) =>
  text === describedServices(services_offered) ? null : text

/** Returns the location of a business, or of its first ZIP code; null if unknown. */
export const locationOf = async (db: Kysely<Database>, organizationId: string) =>
  homeOf(areaOf(await readProfile(db, organizationId)))

function areaOf(profile: Profile): ServiceArea {
  return {
    type: profile.service_area_type,
    radius: radiusOrDefault(profile.service_area_radius),
    zipCodes: profile.service_area_zipcodes,
    cities: profile.service_area_cities,
    description: profile.service_area_custom_description,
    center: profile.address_details?.coordinates ?? null,
    address: profile.address,
  }
}
