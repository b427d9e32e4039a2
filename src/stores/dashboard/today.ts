import { computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { type TodayItem, todayItems } from '../../domain/dashboard/today.ts'
import { upcomingJobs } from '../../domain/leads/bookings.ts'
import { isVisitors } from '../../domain/leads/tests.ts'
import { navigate } from '../../platform/page/navigation.ts'
import { $now } from '../base/time.ts'
import { $needing, $waiting } from '../conversations/waiting.ts'
import { $integrationStatus } from '../integrations/integrations.ts'
import { $allLeads } from '../leads/list.ts'
import { showLeadPanel } from '../leads/panels.ts'
import { $tasks } from '../leads/tasks.ts'
import { deviceTimeZone } from '../settings/profile.ts'

/**
 * The things to do today, without tasks or visitors if those could not be loaded. If the leads could not be loaded, the
 * status is `failed`, and the lists below show the reason. `next` is the next booking that `items` does not contain.
 * `hasLost` is true if there are lost leads to look through.
 */
export type Today =
  | { status: 'loading' }
  | { status: 'failed' }
  | { status: 'ready'; items: readonly TodayItem[]; next: Lead | null; hasLost: boolean }

/** Today before anything has loaded. */
export const LOADING_TODAY: Today = { status: 'loading' }

const $known = computed($waiting, ({ status }) => status !== 'loading')
const $connections = computed($integrationStatus, ({ data }) => data)

export const $today: ReadableAtom<Today> = computed(
  [$allLeads, $tasks, $needing, $known, $connections, $now],
  (leads, tasks, needing, isKnown, connections, now): Today => {
    if (leads.status === 'failed') return { status: 'failed' }
    if (!leads.data || tasks.status === 'loading' || !isKnown) return LOADING_TODAY
    const work = {
      needing,
      ended: connections?.needs_reconnect,
      unreadable: connections?.unreadable_calendars,
      leads: leads.data,
      tasks: tasks.data ?? [],
    }
    const items = todayItems(work, now, deviceTimeZone())
    const shown = new Set(items.flatMap((item) => (item.kind === 'visit' ? item.lead.id : [])))
    const visitors = leads.data.filter(isVisitors)
    const next = upcomingJobs(visitors, now).find(({ id }) => !shown.has(id)) ?? null
    return { status: 'ready', items, next, hasLost: visitors.some(({ status }) => status === 'lost') }
  },
)

/** Opens the queue of leads to call. */
export async function startCalling(): Promise<void> {
  showLeadPanel('call-queue')
  await navigate('/leads')
}
