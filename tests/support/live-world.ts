import { atom } from 'nanostores'
import { vi } from 'vitest'
import type { ListenOptions } from '../../src/api/events.ts'
import type { LeadEvent } from '../../src/contract/events.ts'
import type { LivePorts } from '../../src/stores/base/live/connection.ts'
import { followAccount } from '../../src/stores/base/live/live.ts'
import type { Account } from '../../src/stores/base/session/account.ts'
import { openBrowser } from './tabs.ts'

export const OWNER: Account = { userId: 'user_owner', organizationId: 'org_a' }

export const settle = () => vi.advanceTimersByTimeAsync(0)
export const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

/** A request for the stream, which the test can end or fail. */
export interface Connection extends ListenOptions {
  end: () => void
  fail: (error: unknown) => void
}

export const lead = (id: string, name: string | null = 'Jo'): LeadEvent => ({
  type: 'lead_created',
  event_type: 'lead_created',
  lead_id: id,
  contact_name: name,
})

/**
 * Creates a browser whose tabs follow the stream, with all requested connections. `pageAge` is the time since its pages
 * loaded.
 */
export function liveWorld({ pageAge = 0 } = {}) {
  const browser = openBrowser()
  const connections: Connection[] = []
  const $account = atom<Account | null>(OWNER)
  const logged: string[] = []

  function openTab({ hidden = false } = {}) {
    const tab = browser.openTab()
    const seen = { announced: [] as unknown[], booked: [] as unknown[], refreshed: 0 }
    const conversing: unknown[] = []
    let isHidden = hidden
    let changed = () => {}
    const ports: LivePorts = {
      locks: tab.locks,
      openChannel: tab.openChannel,
      listen(options) {
        const { promise, resolve, reject } = Promise.withResolvers<void>()
        options.signal.addEventListener('abort', () => reject(options.signal.reason))
        connections.push({ ...options, end: resolve, fail: reject })
        return promise
      },
      isHidden: () => isHidden,
      onVisibility(callback) {
        changed = callback
        return () => {
          changed = () => {}
        }
      },
      pageAge: () => pageAge,
      refresh: () => {
        seen.refreshed += 1
      },
      announce: (each) => seen.announced.push(each),
      announceBooking: (each) => seen.booked.push(each),
      converse: (_, event) => conversing.push(event),
      log: (message) => logged.push(message),
    }
    const stop = followAccount(ports, $account)
    return {
      seen,
      conversing,
      stop,
      show(value: boolean) {
        isHidden = !value
        changed()
      },
      close() {
        tab.crash()
        stop()
      },
    }
  }

  const last = () => connections.at(-1) as Connection
  const open = () => connections.filter(({ signal }) => !signal.aborted)
  return { openTab, connections, last, open, $account, logged }
}
