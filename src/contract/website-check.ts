import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { webLink } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** An embed code found on a page. */
const FoundSnippet = tolerant(
  v.object({
    /**
     * The organization whose chat the code opens. `unknown` means that the organization does not exist, and `none` that
     * the code names none.
     */
    organization: v.picklist(['this', 'other', 'unknown', 'none']),
    /** The host from which the code loads the chat, and whether it is the host of this installation. */
    host: v.string(),
    is_from_here: v.boolean(),
    /** False if something else on the page, such as a consent banner, controls when browsers run the code. */
    is_active: v.boolean(),
    /** The plugin that controls it, if the code has that plugin's marks. */
    held_by: v.nullable(v.object({ name: v.string(), kind: v.picklist(['consent', 'speed']) })),
  }),
  {
    defaults: () => ({
      organization: 'this' as const,
      host: '',
      is_from_here: true,
      is_active: true,
      held_by: null,
    }),
  },
)

/** The state of the chat on a page of the owner's website. */
export const WebsiteCheck = tolerant(
  v.object({
    /** The address after redirects. */
    url: v.string(),
    snippets: v.array(FoundSnippet),
    /**
     * Why browsers don't run the code: it is visible text on the page, in a comment, in a noscript or template element,
     * or lacks its end. `script` means that another script contains its address, and may add it.
     */
    misplaced: v.nullable(v.picklist(['text', 'comment', 'unclosed', 'noscript', 'template', 'script'])),
    /** Whether the page has a tag manager, which can add scripts that are not in the page's HTML. */
    has_tag_manager: v.boolean(),
    /** Whether the page has a viewport tag. Without one, phones shrink it. */
    has_viewport: v.boolean(),
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
      has_viewport: true,
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
