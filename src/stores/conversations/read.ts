import { fetchInbox } from '../../api/conversations.ts'
import { optional } from '../query/optional.ts'

/** Returns conversations; null from an API that has none. */
export const readInbox = optional(fetchInbox)
