import { type Kysely, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import * as v from 'valibot'
import { LIMITS } from '../../src/contract/limits.ts'
import { DEFAULT_PROFILE, type Profile, type ProfileUpdate } from '../../src/contract/profile.ts'
import type { WidgetConfig } from '../../src/contract/widget.ts'
import { isAllowedSite } from '../../src/domain/settings/allowed-sites.ts'
import { dayIn } from '../../src/domain/settings/business-hours.ts'
import { closuresOf } from '../../src/domain/settings/closures.ts'
import { organizationSlug } from '../../src/domain/settings/embed-snippet.ts'
import { publicProfile } from '../../src/domain/settings/private-notes.ts'
import { radiusOrDefault } from '../../src/domain/settings/service-area.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { homeOf, type ServiceArea } from '../agent/area.ts'
import type { Business } from '../agent/state.ts'
import type { Database } from '../db/schema.ts'
import { holidaysIn } from '../holidays/holidays.ts'
import { HttpError } from '../http/http-error.ts'
import { parse } from '../http/input.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName, organizationWithProfile, readProfile } from '../profiles/stored-profile.ts'

const OrganizationName = v.pipe(v.string(), v.maxLength(LIMITS.line))
/** The agent's name until the owner chooses one. */
const NAMELESS_AGENT = 'Assistant'

/**
 * Finds the organization that a widget names: by ID, by a slug under which a website was served, or by the slug of its
 * business name, in this order. Throws a 404 HttpError if there is none, 400 for an invalid name, and 409 if several
 * businesses share the slug.
 */
export async function resolveOrganization(db: Kysely<Database>, name: unknown): Promise<string> {
  const org = parse(OrganizationName, name)
  const known = await db.selectFrom('organizations').select('id').where('id', '=', org).executeTakeFirst()
  if (known) return known.id
  const served = await db
    .selectFrom('served_slugs')
    .select('organization_id')
    .where('slug', '=', org)
    .executeTakeFirst()

  const businessName = sql<string>`coalesce(nullif(btrim(profiles.fields->>'business_name'), ''), organizations.name)`
  const candidates = await db
    .selectFrom('organizations')
    .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
    .select(['organizations.id', businessName.as('name')])
    .where(hasLikelyName(org))
    .execute()
  const matches = candidates.filter((candidate) => organizationSlug(candidate.name) === org)
  // A served slug stays with an organization that has changed its name, unless another organization now has the name.
  const heir = matches.find(({ id }) => id === served?.organization_id)
  if (served && (heir || matches.length === 0)) return served.organization_id
  if (served || matches.length > 1) {
    throw new HttpError(
      409,
      'Several businesses go by this name. Please use the embed code with the organization id',
    )
  }
  const [match] = matches
  if (!match) throw new HttpError(404, 'There is no chat for this organization')
  return match.id
}

/** Like {@link resolveOrganization}, but returns null where it would throw an HttpError. */
export async function findOrganization(db: Kysely<Database>, name: string): Promise<string | null> {
  return resolveOrganization(db, name).catch((error: unknown) => {
    if (error instanceof HttpError) return null
    throw error
  })
}

/**
 * Reserves a slug for its organization when a page of the organization's website, or of a website that it allows, is
 * served under the slug. Because requests can forge the origin, other websites prove nothing.
 */
export async function keepSlug(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  slug: string,
  organizationId: string,
  origin: string,
): Promise<void> {
  if (slug === organizationId) return
  const { website_url, allowed_domains } = await readProfile(db, organizationId)
  const sites = website_url === null ? allowed_domains : [website_url, ...allowed_domains]
  if (sites.length === 0 || !isAllowedSite(sites, origin)) return
  await db
    .insertInto('served_slugs')
    .values({ slug, organization_id: organizationId, served_at: clock() })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}

/** Narrows the search to organizations whose name might have this slug. The slug function makes the final decision. */
const hasLikelyName = (slug: string) => sql<SqlBool>`organizations.id in (
  select id from organizations where organization_slug_key(name) = organization_slug_key(${slug})
  union all select organization_id from profiles
    where organization_slug_key(fields->>'business_name') = organization_slug_key(${slug}))`

/** Returns the websites that may show the organization's widget. An empty list allows any website. */
export async function allowedSites(db: Kysely<Database>, organizationId: string): Promise<readonly string[]> {
  return (await readProfile(db, organizationId)).allowed_domains
}

/** Returns the public settings of an organization's widget, with the defaults of section 3. */
export async function widgetConfig(
  db: Kysely<Database>,
  organizationId: string,
  now: Date,
): Promise<Omit<WidgetConfig, 'can_email' | 'can_text'>> {
  const row = await organizationWithProfile(db, organizationId).executeTakeFirstOrThrow()
  const profile = { ...DEFAULT_PROFILE, ...row.fields }
  const filled = (
    name: 'button_text' | 'closed_button_text' | 'widget_color' | 'bubble_position' | 'bubble_type',
  ) => profile[name]?.trim() || DEFAULT_PROFILE[name] || ''
  return {
    organization_id: organizationId,
    business_name: businessName(row),
    agent_name: profile.agent_name?.trim() || NAMELESS_AGENT,
    welcome_heading: profile.welcome_heading,
    welcome_tagline: profile.welcome_tagline,
    reply_time: profile.reply_time,
    button_text: filled('button_text'),
    closed_button_text: filled('closed_button_text'),
    widget_color: filled('widget_color'),
    bubble_position: filled('bubble_position'),
    bubble_type: filled('bubble_type'),
    bubble_launcher_title:
      profile.bubble_launcher_title?.trim() || DEFAULT_PROFILE.bubble_launcher_title || '',
    show_branding: profile.show_branding,
    file_upload: profile.enable_file_upload,
    offline_message: profile.offline_message,
    business_hours: profile.business_hours,
    timezone: profile.timezone?.trim() || DEFAULT_PROFILE.timezone || '',
    // Reasons and notes aren't public.
    closures: (await calendarOf(profile, now)).closures.map(({ from, to }) => ({ from, to })),
  }
}

/**
 * Returns the holidays that visitors might mention, and the days on which the business is closed. Excludes days in the
 * past.
 */
async function calendarOf(profile: Profile, now: Date): Promise<Pick<Business, 'holidays' | 'closures'>> {
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
    servicesDescription: profile.services_description,
    pricingNotes: profile.pricing_notes,
    summary: profile.prompt_summary,
    replyTime: profile.reply_time,
    hours: profile.business_hours,
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
