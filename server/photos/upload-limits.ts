import { LIMITS } from '../../src/contract/limits.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'

/** How fast a file must arrive: each period of `windowMs` brings at least `bytesPerWindow`. */
export interface Pace {
  windowMs: number
  bytesPerWindow: number
  longestMs: number
}

/** What uploads may use of this process. */
export interface UploadLimits extends Pace {
  /** The number of simultaneous uploads from a network address. */
  perAddress: number
  /** The memory for files that arrive or wait for the decoder, in bytes: for each organization, and in total. */
  bytesPerOrganization: number
  bytes: number
}

export const UPLOAD_LIMITS: UploadLimits = {
  perAddress: 4,
  bytesPerOrganization: 3 * LIMITS.photo,
  bytes: 12 * LIMITS.photo,
  windowMs: 5_000,
  bytesPerWindow: 20_000,
  longestMs: 2 * MINUTE_MS,
}
