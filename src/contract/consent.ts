import * as v from 'valibot'
import { text } from './fields.ts'
import { LIMITS } from './limits.ts'

/**
 * The fragment with which the owner returns from a consent page: `#connect=hubspot&code=…&state=…`. Servers, logs, and
 * other sites never get a fragment.
 */
export const CONNECT_PARAM = 'connect'

/** The approval that the owner brings back from a consent page. Only the member who began the attempt can use it, once. */
export const Approval = v.object({ code: text(LIMITS.url), state: text(LIMITS.line) })
export type Approval = v.InferOutput<typeof Approval>

/**
 * How an attempt to connect ends. `expired` also if it is not known, was used, or was begun by someone else;
 * `other_organization` if the caller began it in another organization.
 */
export const ConnectResult = v.picklist(['connected', 'expired', 'failed', 'other_organization'])
export type ConnectResult = v.InferOutput<typeof ConnectResult>

export const ConnectReply = v.object({ result: ConnectResult })
