import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { webLink } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** An embed code on a page. */
const FoundSnippet = tolerant(
  v.object({
    /** Whose chat it opens; `unknown` if there is no such organization. */
    organization: v.picklist(['this', 'other', 'unknown']),
    /** The host that it loads the chat from, and whether that is this installation's. */
    host: v.string(),
    is_from_here: v.boolean(),
    /** False if something else on the page decides when browsers run it, such as a consent banner. */
    is_active: v.boolean(),
  }),
  { defaults: () => ({ organization: 'this' as const, host: '', is_from_here: true, is_active: true }) },
)

/** What a page of the owner's website has of the chat. */
export const WebsiteCheck = tolerant(
  v.object({
    /** The address after redirects. */
    url: v.string(),
    snippets: v.array(FoundSnippet),
    /** Where the code is instead: readable on the page, or in a comment. */
    misplaced: v.nullable(v.picklist(['text', 'comment'])),
    /** Whether a tag manager may add scripts that the page's HTML does not show. */
    has_tag_manager: v.boolean(),
    /** What the page's content security policy lacks, such as `frame-src https://chat.example.com`. */
    blocked: v.array(v.string()),
    /** Whether the organization's settings allow the website. */
    is_allowed: v.boolean(),
  }),
  {
    defaults: () => ({
      url: '',
      snippets: [],
      misplaced: null,
      has_tag_manager: false,
      blocked: [],
      is_allowed: true,
    }),
  },
)
export type WebsiteCheck = v.InferOutput<typeof WebsiteCheck>

export const checkWebsite = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/website-check',
  summary: 'Check a public web page for the embed code, and for what prevents the chat from showing',
  access: 'member',
  body: v.object({ url: webLink }),
  reply: WebsiteCheck,
  errors: [400, 409],
})
