import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { text, webLink } from './fields.ts'
import { LIMITS } from './limits.ts'
import { BusinessDay } from './profile.ts'
import { tolerant } from './tolerance.ts'

const ProposedFaq = tolerant(v.object({ question: v.string(), answer: v.string(), source: v.string() }), {
  defaults: () => ({ source: '' }),
})
export type ProposedFaq = v.InferOutput<typeof ProposedFaq>

const lines = (most: number) => v.pipe(v.array(text(LIMITS.line)), v.maxLength(most))

const businessFields = v.object({
  name: v.nullable(text(LIMITS.name)),
  phone: v.nullable(text(LIMITS.phone)),
  email: v.nullable(text(LIMITS.email)),
  /** In one line: `12 Elm St, Dublin, OH 43017`. */
  address: v.nullable(text(LIMITS.line)),
  /** The whole week from Monday, including closed days; null if the website doesn't say. */
  hours: v.nullable(v.pipe(v.array(BusinessDay), v.maxLength(7 * LIMITS.shifts))),
  /** The website's own names, without duplicates in any case. */
  services: lines(LIMITS.services),
  /** The service area. */
  cities: lines(LIMITS.cities),
  /** As `#1B5E20`, the brand's color first. Never white, black, or gray. */
  colors: v.array(v.pipe(v.string(), v.regex(/^#[\dA-F]{6}$/))),
})
export type WebsiteBusiness = v.InferOutput<typeof businessFields>

/** What a website that says nothing about its business says. */
export const UNKNOWN_BUSINESS: WebsiteBusiness = {
  name: null,
  phone: null,
  email: null,
  address: null,
  hours: null,
  services: [],
  cities: [],
  colors: [],
}

/** Website content that the agent could use. None of it is stored. */
export const WebsiteReading = tolerant(
  v.object({
    /** The addresses of the pages that were read. */
    pages: v.array(v.string()),
    /** Questions and answers, each with its source page. */
    faqs: v.array(ProposedFaq),
    /** A description of the services, with its source page. */
    services: v.nullable(v.object({ text: v.string(), source: v.string() })),
    /** What the website says about the business, for the first setup. */
    business: tolerant(businessFields, { defaults: () => UNKNOWN_BUSINESS }),
  }),
  { defaults: () => ({ pages: [], faqs: [], services: null, business: UNKNOWN_BUSINESS }) },
)
export type WebsiteReading = v.InferOutput<typeof WebsiteReading>

export const readWebsite = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/website-reading',
  summary:
    'Read up to 10 pages of a public website, and propose FAQs, a description of the services, and the profile',
  access: 'member',
  body: v.object({ url: webLink }),
  reply: WebsiteReading,
  errors: [400, 409],
})
