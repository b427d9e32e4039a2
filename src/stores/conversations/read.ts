import { fetchInbox } from '../../api/conversations.ts'
import { optional } from '../base/query/optional.ts'

/** Returns conversations; null if the API has no conversations. */
export const readInbox = optional(fetchInbox)
