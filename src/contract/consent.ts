import * as v from 'valibot'
import { text } from './fields.ts'
import { LIMITS } from './limits.ts'

const link = v.pipe(text(LIMITS.url), v.url())

/** The query for the URL of a consent page: the API's callback, and the console's page to which the owner returns. */
export const ConsentQuery = v.object({ redirect_uri: link, return_to: v.optional(link) })

/**
 * The URL fragment with which the owner returns from a consent page: `#connect=hubspot&code=…&state=…`. Fragments are
 * never sent to servers, logs, or other sites.
 */
export const CONNECT_PARAM = 'connect'

/**
 * The approval that the owner brings back from a consent page. It can be used once, and only by the member who started
 * the attempt.
 */
export const Approval = v.object({ code: text(LIMITS.url), state: text(LIMITS.line) })
export type Approval = v.InferOutput<typeof Approval>

/**
 * The result of an attempt to connect. `expired` also means that the attempt is unknown, was already used, or was
 * started by someone else. `other_organization` means that the caller started it in another organization.
 */
export const ConnectResult = v.picklist(['connected', 'expired', 'failed', 'other_organization'])
export type ConnectResult = v.InferOutput<typeof ConnectResult>

export const ConnectReply = v.object({ result: ConnectResult })
