import { type Kysely, type SqlBool, sql } from 'kysely'
import * as v from 'valibot'
import { LIMITS } from '../../src/contract/limits.ts'
import { DEFAULT_PROFILE } from '../../src/contract/profile.ts'
import type { WidgetConfig } from '../../src/contract/widget.ts'
import { surface } from '../../src/domain/common/color.ts'
import { isAllowedSite } from '../../src/domain/settings/allowed-sites.ts'
import { type Openings, plus, shiftsOn, wallTime } from '../../src/domain/settings/business-hours.ts'
import { organizationSlug } from '../../src/domain/settings/embed-snippet.ts'
import { instantAt } from '../../src/domain/time/calendar-day.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { parse } from '../http/input.ts'
import type { Deps } from '../kernel/deps.ts'
import { calendarOf, NAMELESS_AGENT } from '../profiles/business.ts'
import { readPauses } from '../profiles/pauses.ts'
import { businessName, organizationWithProfile, readProfile } from '../profiles/stored-profile.ts'

const OrganizationName = v.pipe(v.string(), v.maxLength(LIMITS.line))

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

/** The number of days for which a page knows the hours. */
const DAYS_AHEAD = 14

/** Returns when a business is open from `now` on, as instants, because host pages shouldn't load time zone rules. */
export function openTimes(openings: Openings, now: Date): WidgetConfig['open_times'] {
  const zone = knownZone(openings.timezone)
  const { day: today } = wallTime(zone, now)
  // A shift can begin yesterday.
  const days = Array.from({ length: DAYS_AHEAD + 1 }, (_, index) => plus(today, index - 1))
  return days
    .flatMap((day) =>
      shiftsOn(openings, day).map(({ from, to }) => ({
        from: new Date(instantAt(Date.parse(`${day}T00:00:00Z`) + from * MINUTE_MS, zone)).toISOString(),
        to: new Date(instantAt(Date.parse(`${day}T00:00:00Z`) + to * MINUTE_MS, zone)).toISOString(),
      })),
    )
    .filter(({ to }) => to > now.toISOString())
}

/**
 * Returns the public settings of an organization's widget, with the defaults of section 3. A paused widget has no open
 * times. Pauses don't apply to tests.
 */
export async function widgetConfig(
  db: Kysely<Database>,
  { organizationId, isTest }: { organizationId: string; isTest: boolean },
  now: Date,
): Promise<Omit<WidgetConfig, 'can_email' | 'can_text'>> {
  const row = await organizationWithProfile(db, organizationId).executeTakeFirstOrThrow()
  const isPaused = !isTest && (await readPauses(db, organizationId, now)).agent !== null
  const profile = { ...DEFAULT_PROFILE, ...row.fields }
  const filled = (
    name: 'button_text' | 'closed_button_text' | 'widget_color' | 'bubble_position' | 'bubble_type',
  ) => profile[name]?.trim() || DEFAULT_PROFILE[name] || ''
  const hours = profile.business_hours
  const timezone = profile.timezone?.trim() || DEFAULT_PROFILE.timezone || ''
  // Reasons and notes aren't public.
  const closures = (await calendarOf(profile, now)).closures.map(({ from, to }) => ({ from, to }))
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
    colors: surface(filled('widget_color')),
    bubble_position: filled('bubble_position'),
    bubble_type: filled('bubble_type'),
    bubble_launcher_title:
      profile.bubble_launcher_title?.trim() || DEFAULT_PROFILE.bubble_launcher_title || '',
    show_branding: profile.show_branding,
    file_upload: profile.enable_file_upload,
    offline_message: profile.offline_message,
    is_paused: isPaused,
    business_hours: hours,
    timezone,
    closures,
    open_times: isPaused ? [] : openTimes({ hours, timezone, closures }, now),
  }
}
