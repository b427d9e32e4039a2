import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { webLink } from './fields.ts'
import { tolerant } from './tolerance.ts'

const ProposedFaq = tolerant(v.object({ question: v.string(), answer: v.string(), source: v.string() }), {
  defaults: () => ({ source: '' }),
})
export type ProposedFaq = v.InferOutput<typeof ProposedFaq>

/** Website content that the agent could use. None of it is stored. */
export const WebsiteReading = tolerant(
  v.object({
    /** The addresses of the pages that were read. */
    pages: v.array(v.string()),
    /** Questions and answers, each with its source page. */
    faqs: v.array(ProposedFaq),
    /** A description of the services, with its source page. */
    services: v.nullable(v.object({ text: v.string(), source: v.string() })),
  }),
  { defaults: () => ({ pages: [], faqs: [], services: null }) },
)
export type WebsiteReading = v.InferOutput<typeof WebsiteReading>

export const readWebsite = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/website-reading',
  summary: 'Read up to 10 pages of a public website, and propose FAQs and a description of the services',
  access: 'member',
  body: v.object({ url: webLink }),
  reply: WebsiteReading,
  errors: [400, 409],
})
