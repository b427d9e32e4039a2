import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Day, DaysQuery } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** Lengths of a period, in days. */
export const INSIGHT_PERIODS = [7, 30, 90] as const
export type InsightPeriod = (typeof INSIGHT_PERIODS)[number]

/** The maximum number of days from `from` to `to`: a year with its leap day. */
export const MOST_INSIGHT_DAYS = 366

const DayCounts = tolerant(v.object({ day: Day, leads: v.number(), bookings: v.number() }), {
  defaults: () => ({ leads: 0, bookings: 0 }),
})
export type DayCounts = v.InferOutput<typeof DayCounts>

/** The number of leads in the period, and how many of them are converted now. */
const counts = { leads: v.number(), converted: v.number() }
const NO_COUNTS = { leads: 0, converted: 0 }
const NO_RESPONSE = { median_minutes: null, previous_median_minutes: null, answered: 0, waiting: 0 }
const NO_FUNNEL = { conversations: 0, leads: 0, reachable: 0, booked: 0, converted: 0 }

const Response = v.object({
  median_minutes: v.nullable(v.number()),
  previous_median_minutes: v.nullable(v.number()),
  answered: v.number(),
  waiting: v.number(),
})
const Funnel = v.object({
  conversations: v.number(),
  leads: v.number(),
  reachable: v.number(),
  booked: v.number(),
  converted: v.number(),
})
const Source = v.object({ source: v.string(), ...counts })
const Campaign = v.object({
  source: v.nullable(v.string()),
  medium: v.nullable(v.string()),
  campaign: v.nullable(v.string()),
  ...counts,
})
const Page = v.object({ page: v.string(), ...counts })

/**
 * The leads created and the bookings made in a period, and those of the equally long period before it (`previous`).
 * Canceled bookings do not count.
 *
 * `response` covers the leads that no member added: the minutes until a member called or changed them, how many have
 * had such a response, and how many are still new and waiting for one.
 *
 * In `funnel`, each number counts what came in during the period: `conversations` in which the visitor wrote, `leads`,
 * and how many of those leads are `reachable` (have a phone number or an email address), `booked`, and `converted`.
 */
export const Insights = tolerant(
  v.object({
    days: v.array(DayCounts),
    previous: v.array(DayCounts),
    response: tolerant(Response, { defaults: () => NO_RESPONSE }),
    funnel: tolerant(Funnel, { defaults: () => NO_FUNNEL }),
    sources: v.array(tolerant(Source, { defaults: () => ({ source: 'unknown', ...NO_COUNTS }) })),
    utm: v.array(tolerant(Campaign, { defaults: () => NO_COUNTS })),
    pages: v.array(tolerant(Page, { defaults: () => ({ page: '/', ...NO_COUNTS }) })),
  }),
  { defaults: () => ({ response: NO_RESPONSE, funnel: NO_FUNNEL }) },
)
export type Insights = v.InferOutput<typeof Insights>

/**
 * The period is the last `days` days, or `from` and `to` if they are given: both are inclusive, from 1970 until today,
 * and together at most {@link MOST_INSIGHT_DAYS} days. Days are calendar days in `timezone` (an IANA name). By default,
 * the last `days` days are those of UTC, and `from` and `to` are those of the business's time zone.
 */
export const getInsights = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/insights',
  summary: 'Get leads and bookings by day, response times, and sources of leads',
  access: 'member',
  scope: 'leads:read',
  query: v.object({
    days: v.optional(v.picklist(INSIGHT_PERIODS.map(String)), '30'),
    ...DaysQuery.entries,
  }),
  reply: Insights,
})
