import { type Read, readDays } from '../base/environment.ts'
import type { Retention } from './retention.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** How long unchanged data is stored. */
    retention: Retention
  }
}

/** Reads how long unchanged data is stored. */
export const readRetention = (read: Read): Retention => ({
  conversationDays: readDays('KEEP_CONVERSATIONS_DAYS', read('KEEP_CONVERSATIONS_DAYS'), 90),
  leadDays: readDays('KEEP_LEADS_DAYS', read('KEEP_LEADS_DAYS'), null),
})
