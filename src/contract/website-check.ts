import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { webLink } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** An embed code found on a page. */
const FoundSnippet = tolerant(
  v.object({
    /** The organization whose chat the code opens. `unknown` means that the organization does not exist. */
    organization: v.picklist(['this', 'other', 'unknown']),
    /** The host from which the code loads the chat, and whether it is the host of this installation. */
    host: v.string(),
    is_from_here: v.boolean(),
    /** False if something else on the page, such as a consent banner, controls when browsers run the code. */
    is_active: v.boolean(),
  }),
  { defaults: () => ({ organization: 'this' as const, host: '', is_from_here: true, is_active: true }) },
)

/** The state of the chat on a page of the owner's website. */
export const WebsiteCheck = tolerant(
  v.object({
    /** The address after redirects. */
    url: v.string(),
    snippets: v.array(FoundSnippet),
    /** Why browsers don't run the code: it is visible text on the page, in a comment, or lacks its end. */
    misplaced: v.nullable(v.picklist(['text', 'comment', 'unclosed'])),
    /** Whether the page has a tag manager, which can add scripts that are not in the page's HTML. */
    has_tag_manager: v.boolean(),
    /**
     * The directives that are missing from the page's content security policy, such as
     * `frame-src https://chat.example.com`.
     */
    blocked: v.array(v.string()),
    /** Whether the organization's settings allow this website. */
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
