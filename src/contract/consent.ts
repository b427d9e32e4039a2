import * as v from 'valibot'
import { text } from './fields.ts'
import { LIMITS } from './limits.ts'

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
