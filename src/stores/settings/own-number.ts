import { ApiError } from '../../api/errors.ts'
import { deleteNumber, postNumberCheck, putNumber } from '../../api/phone.ts'
import type { NumberInput } from '../../contract/phone.ts'
import { issuesOf } from '../../domain/settings/save-plan.ts'
import { changing } from '../base/query/changing.ts'

const change = changing('own-number-changed')

/** Connects a number of the business's own account at Twilio or Telnyx, or replaces it. */
export const connectNumber = (input: NumberInput): Promise<void> =>
  change((organizationId) => putNumber(organizationId, input))

/** Returns what keeps texts and calls to the business's own number from arriving, in sentences. */
export const checkNumber = (): Promise<readonly string[]> => change(postNumberCheck)

/** Disconnects the business's own number. Its texts then come from the server's. */
export const disconnectNumber = (): Promise<void> => change(deleteNumber)

/** Returns what the server says about the fields of a number that it refused, by field. */
export const numberErrors = (error: unknown): Partial<Record<string, string>> =>
  error instanceof ApiError
    ? Object.fromEntries(issuesOf(error.details).map(({ path, message }) => [path, message]))
    : {}
