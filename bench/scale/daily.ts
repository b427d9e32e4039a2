import {
  cleanUp,
  eraseOldDeliveries,
  eraseOldNotifications,
  eraseOldTransfers,
} from '../../server/jobs/clean-up.ts'
import { eraseOld } from '../../server/jobs/retention.ts'
import { markStaleLeads } from '../../server/leads/stale-leads.ts'
import { head, row } from '../report.ts'
import { openExplained, readingOf } from './explained.ts'

/** Daily-job statements that take longer are reported. */
const SLOW_MS = 20

/** Runs the daily jobs that erase or change one day's data. Prints how long they take and their slow statements. */
export async function measureDaily(url: string, now = new Date()): Promise<void> {
  const { db, take, close } = openExplained(url, SLOW_MS)
  const jobs = {
    'stale leads': () => markStaleLeads(db, now, now),
    leads: () => eraseOld(db, { leadDays: 90, conversationDays: null }, now),
    conversations: () => eraseOld(db, { leadDays: null, conversationDays: 90 }, now),
    notifications: () => eraseOldNotifications(db, now),
    'webhook deliveries': () => eraseOldDeliveries(db, now),
    'transfers to HubSpot': () => eraseOldTransfers(db, now),
    'clean-up with analyze': () => cleanUp(db, now),
  }
  process.stdout.write('\nOnce a day, by one server\n\n')
  head('job', 'result', 's', `statements over ${SLOW_MS} ms`, 'their s', 'rows read', 'big tables scanned')
  try {
    for (const [name, run] of Object.entries(jobs)) {
      const start = performance.now()
      const result = await run()
      const seconds = (performance.now() - start) / 1_000
      const slow = take()
      const { rows, scanned } = readingOf(slow)
      const theirs = slow.reduce((sum, { ms }) => sum + ms, 0) / 1_000
      row(
        name,
        JSON.stringify(result).replace(/["{}]/g, ''),
        seconds.toFixed(1),
        slow.length,
        theirs.toFixed(1),
        rows,
        scanned.join(', '),
      )
    }
  } finally {
    await close()
  }
}
