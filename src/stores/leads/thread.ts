import { computed } from 'nanostores'
import { threadQuery } from '../conversations/thread-query.ts'
import { $lead } from './page.ts'

/** The current lead's conversation with its state and notes; idle without one, null from an API without an inbox. */
export const $leadThread = threadQuery(computed($lead, ({ lead }) => lead?.conversation_id || null))
