import { fetchPhoneLine } from '../../api/phone.ts'
import type { PhoneLine } from '../../contract/phone.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery } from '../base/query/query.ts'

/** How the calls that the business misses reach the server; null if the API can't say. */
export const $phoneLine = organizationQuery<PhoneLine | null>({
  kind: 'phone-line',
  read: optional(fetchPhoneLine),
})
