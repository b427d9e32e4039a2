import { atom } from 'nanostores'
import { ApiError, NetworkError, TimeoutError } from '../../src/api/errors.ts'
import type { Lead } from '../../src/contract/leads.ts'
import type { LeadChange, SentChange } from '../../src/domain/outbox/outbox.ts'
import { createOutbox } from '../../src/stores/base/outbox/outbox.ts'
import type { Sender, Senders } from '../../src/stores/base/outbox/senders.ts'
import type { Account } from '../../src/stores/base/session/account.ts'
import { buildLead } from './build-lead.ts'
import { SENDERS } from './senders.ts'
import { openBrowser, type Tab } from './tabs.ts'

/** The outcome of a request: whether it reaches the server, and whether its response returns. */
export type Network =
  | 'up'
  | 'up, with its own ids'
  | 'down'
  | 'answers lost'
  | 'hangs'
  | 'fails'
  | 'refuses'
  | 'knows no lead'
  | 'expired'

/** Milliseconds after which the client abandons a request. */
const TIMEOUT = 30_000

export const OWNER: Account = { userId: 'user_owner', organizationId: 'org_a' }

/** Creates a server that records the changes that it has applied, behind a network with any behavior. */
export function pretendServer() {
  /** Changes that were applied, including repetitions. */
  const done: { organizationId: string; change: LeadChange }[] = []
  /** Changes whose confirmation has reached an open tab. */
  const confirmed: LeadChange[] = []
  const attempts: LeadChange[] = []
  let decide: (change: LeadChange) => Network = () => 'up'

  function answer(change: LeadChange): Lead | null {
    if (change.type === 'delete') return null
    return buildLead({ id: change.leadId, ...(change.type === 'status' && { status: change.status }) })
  }

  async function send(
    tab: Tab,
    organizationId: string,
    change: LeadChange,
    signal?: AbortSignal,
  ): Promise<Lead | null> {
    await Promise.resolve()
    signal?.throwIfAborted()
    if (tab.isDead()) return new Promise(() => {})
    attempts.push(change)
    switch (decide(change)) {
      case 'down':
        throw new NetworkError()
      case 'fails':
        throw new ApiError('HTTP 503: Service Unavailable', 503)
      case 'refuses':
        throw new ApiError('Must be at most 500 characters', 400, { details: ['contact_name'] })
      case 'knows no lead':
        throw new ApiError('The requested lead could not be found.', 404)
      case 'expired':
        throw new ApiError('Sign in first', 401)
      case 'hangs':
        return new Promise((_, reject) => {
          setTimeout(() => reject(new TimeoutError()), TIMEOUT)
          signal?.addEventListener('abort', () => reject(signal.reason))
        })
      case 'answers lost':
        done.push({ organizationId, change })
        throw new NetworkError()
      case 'up':
        done.push({ organizationId, change })
        confirmed.push(change)
        return answer(change)
      case 'up, with its own ids':
        done.push({ organizationId, change })
        return change.type === 'create' ? buildLead({ id: `own-${change.leadId}` }) : answer(change)
    }
  }

  return {
    send,
    done,
    confirmed,
    attempts,
    turn: (next: Network | ((change: LeadChange) => Network)) => {
      decide = typeof next === 'function' ? next : () => next
    },
  }
}

/** Creates a browser with one user. Each of its tabs has an outbox for the same server. */
export function outboxWorld() {
  const browser = openBrowser()
  const server = pretendServer()
  const $account = atom<Account | null>(OWNER)
  const settled: SentChange[] = []
  let sentAt = 0
  let isOffline = false

  function openTab({ loadedAt = Date.now() } = {}) {
    const tab = browser.openTab()
    let wake = () => {}
    let swapPage = () => {}
    let refreshes = 0
    const settle: Sender['settle'] = async (_, sent) => {
      refreshes += 1
      settled.push(...sent)
    }
    const send: Sender['send'] = (organizationId, change, signal) =>
      server.send(tab, organizationId, change, signal)
    const senders = Object.entries(SENDERS).map(([type, sender]) => [type, { ...sender, send, settle }])
    const $senders = atom<Partial<Senders>>(Object.fromEntries(senders))
    const outbox = createOutbox({
      log: tab.log,
      locks: tab.locks,
      openChannel: tab.openChannel,
      $account,
      $senders,
      isOffline: () => isOffline,
      noteSent: () => {
        sentAt = Date.now()
      },
      isBehind: () => sentAt > loadedAt,
      show: () => {},
      onWake(callback) {
        wake = callback
        return () => {
          wake = () => {}
        }
      },
      onPageSwap(callback) {
        swapPage = callback
        return () => {
          swapPage = () => {}
        }
      },
    })
    outbox.start()
    return {
      ...outbox,
      $senders,
      submit: (change: LeadChange, delay = 0) => outbox.submit($account.get(), change, delay),
      submitFor: outbox.submit,
      cancel: async (key: number) => {
        const entry = outbox.$entries.get().find((each) => each.key === key)
        return entry ? outbox.cancel(entry) : false
      },
      wake: () => wake(),
      swapPage: () => swapPage(),
      count: (userId = OWNER.userId) => outbox.count(userId),
      clear: (userId = OWNER.userId, organizationId?: string) => outbox.clear(userId, organizationId),
      /** Returns how often lists were reloaded. */
      refreshes: () => refreshes,
      crash() {
        tab.crash()
        outbox.stop()
      },
    }
  }

  return {
    openTab,
    server,
    storage: browser.storage,
    $account,
    settled,
    offline: (value: boolean) => {
      isOffline = value
    },
  }
}

export type OutboxTab = ReturnType<ReturnType<typeof outboxWorld>['openTab']>
