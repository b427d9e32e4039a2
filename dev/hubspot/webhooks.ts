import { createHmac } from 'node:crypto'
import { createFaults, type Faults } from '../lib/faults.ts'
import { createShelf, type Shelf } from '../lib/shelf.ts'
import { postWebhook } from '../lib/webhooks.ts'
import type { Change } from './account.ts'
import { TYPE_NAMES } from './types.ts'

const MOST_IN_A_BATCH = 100
const BATCH_MS = 50
const ANSWER_MS = 5_000
/** HubSpot retries ten times within 24 hours; the stand-in does so within minutes. */
const RETRIES_MS = [1_000, 2_000, 5_000, 10_000, 20_000, 30_000, 60_000, 60_000, 60_000, 60_000]

/** The changes that the app is notified about. */
const SUBSCRIPTIONS = [
  ...['creation', 'deletion', 'merge'].map((kind) => `contact.${kind}`),
  ...[
    ...['email', 'firstname', 'lastname', 'phone', 'address', 'city', 'state', 'zip', 'country', 'company'],
    ...['website', 'mobilephone', 'message', 'lifecyclestage', 'hs_lead_status'],
  ].map((property) => `contact.propertyChange ${property}`),
  ...['dealname', 'dealstage', 'amount', 'closedate'].map((property) => `deal.propertyChange ${property}`),
]
const FIRST_SUBSCRIPTION = 2_500_001

export const WEBHOOK_FAULTS = ['twice', 'reversed', 'forged', 'late', 'lost'] as const
export type WebhookFault = (typeof WEBHOOK_FAULTS)[number]

/** An event as HubSpot sends it. */
export interface WebhookEvent {
  eventId: number
  subscriptionId: number
  portalId: number
  appId: number
  /** Epoch milliseconds. */
  occurredAt: number
  subscriptionType: string
  /** Starts at 0. */
  attemptNumber: number
  objectId: number
  changeSource: 'INTEGRATION' | 'CRM_UI'
  sourceId: string
  changeFlag?: 'CREATED' | 'DELETED'
  propertyName?: string
  propertyValue?: string
  isSensitive?: boolean
  primaryObjectId?: number
  mergedObjectIds?: number[]
  newObjectId?: number
  numberOfPropertiesMoved?: number
}

export interface Delivery {
  id: string
  at: Date
  events: readonly WebhookEvent[]
  /** The status of the response; null if there was none. */
  status: number | null
}

export interface WebhookOptions {
  /** If null, nothing is sent. */
  targetUrl: string | null
  retriesMs?: readonly number[]
}

export interface Webhooks {
  targetUrl: string | null
  announce(change: Change): void
  /** The sent batches, newest first. */
  deliveries: Shelf<Delivery>
  /**
   * `twice` sends each batch twice, `reversed` reverses its events, `forged` signs it with a different secret, `late`
   * waits for `ms`, and `lost` drops it.
   */
  faults: Faults<WebhookFault>
  /** Resolves when nothing is pending, including retries. */
  settled(): Promise<void>
  /** Drops pending batches. */
  clear(): void
}

const DECODED: Record<string, string> = {
  '%3A': ':',
  '%2F': '/',
  '%3F': '?',
  '%40': '@',
  '%21': '!',
  '%24': '$',
  '%27': "'",
  '%28': '(',
  '%29': ')',
  '%2A': '*',
  '%2C': ',',
  '%3B': ';',
}

/**
 * Returns HubSpot's version 3 signature of a request: of its method, its URI with some characters unescaped, its body,
 * and the time.
 */
export function signV3(
  secret: string,
  {
    method = 'POST',
    uri,
    body,
    timestamp,
  }: { method?: string; uri: string; body: string; timestamp: number | string },
): string {
  const decoded = uri.replace(/%[0-9a-f]{2}/gi, (code) => DECODED[code.toUpperCase()] ?? code)
  return createHmac('sha256', secret).update(`${method}${decoded}${body}${timestamp}`).digest('base64')
}

interface WebhookApp {
  appId: number
  clientSecret: string
  isInstalled(portalId: number): boolean
  clock: () => Date
}

/** Simulates HubSpot's webhooks of one app, with one target, batches, and retries. */
export function createWebhooks(
  { appId, clientSecret, isInstalled, clock }: WebhookApp,
  { targetUrl, retriesMs = RETRIES_MS }: WebhookOptions,
): Webhooks {
  const deliveries = createShelf<Delivery>('delivery')
  const faults = createFaults<WebhookFault>()
  let lastEvent = 3_816_279_000
  let waiting: WebhookEvent[] = []
  let flushing: NodeJS.Timeout | null = null
  let underWay = 0
  let generation = 0
  let listeners: (() => void)[] = []

  const checkSettled = () => {
    if (waiting.length > 0 || underWay > 0) return
    for (const listener of listeners) listener()
    listeners = []
  }

  function flush(): void {
    flushing = null
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_IN_A_BATCH)
      waiting = waiting.slice(MOST_IN_A_BATCH)
      void deliver(batch)
    }
    checkSettled()
  }

  async function deliver(batch: WebhookEvent[]): Promise<void> {
    const mine = generation
    const fault = faults.current()
    if (fault) faults.spend()
    underWay += 1
    try {
      if (fault === 'lost') return
      if (fault === 'late') await pause(faults.ms)
      if (fault === 'forged') return void (await send(batch, `not-${clientSecret}`))
      const events = fault === 'reversed' ? batch.toReversed() : batch
      const isDelivered = await send(events, clientSecret)
      if (fault === 'twice') await send(events, clientSecret)
      if (!isDelivered) await sendAgain(events, mine)
    } finally {
      underWay -= 1
      checkSettled()
    }
  }

  /** Sends events until they are received, or until the deliveries of their generation are canceled. */
  async function sendAgain(events: readonly WebhookEvent[], mine: number): Promise<void> {
    for (const [index, ms] of retriesMs.entries()) {
      await pause(ms)
      if (mine !== generation) return
      const repeated = events.map((event) => ({ ...event, attemptNumber: index + 1 }))
      if (await send(repeated, clientSecret)) return
    }
  }

  async function send(events: readonly WebhookEvent[], secret: string): Promise<boolean> {
    if (targetUrl === null) return true
    const body = JSON.stringify(events)
    const timestamp = clock().getTime()
    const status = await postWebhook(targetUrl, {
      ms: ANSWER_MS,
      headers: {
        'User-Agent': 'HubSpot Connect 2.0 (http://dev.hubspot.com/) - WebhooksV3',
        'X-HubSpot-Request-Timestamp': String(timestamp),
        'X-HubSpot-Signature-v3': signV3(secret, { uri: targetUrl, body, timestamp }),
      },
      body,
    })
    deliveries.add({ events, status })
    return status !== null && status >= 200 && status < 300
  }

  return {
    targetUrl,
    deliveries,
    faults,
    announce(change) {
      const { account, record, author } = change
      if (targetUrl === null || !isInstalled(account.portalId)) return
      const subscriptionType = `${TYPE_NAMES[record.type].singular}.${change.kind}`
      const subscription = SUBSCRIPTIONS.indexOf(
        change.kind === 'propertyChange' ? `${subscriptionType} ${change.name}` : subscriptionType,
      )
      if (subscription < 0) return
      lastEvent += 1
      waiting.push({
        eventId: lastEvent,
        subscriptionId: FIRST_SUBSCRIPTION + subscription,
        portalId: account.portalId,
        appId,
        occurredAt: clock().getTime(),
        subscriptionType,
        attemptNumber: 0,
        objectId: Number(record.id),
        changeSource: author.source,
        sourceId: author.sourceId,
        ...detailsOf(change),
      })
      if (flushing === null) flushing = setTimeout(flush, BATCH_MS).unref()
    },
    settled: () =>
      new Promise((resolve) => {
        listeners.push(resolve)
        checkSettled()
      }),
    clear() {
      generation += 1
      waiting = []
      deliveries.clear()
      checkSettled()
    },
  }
}

function detailsOf(change: Change): Partial<WebhookEvent> {
  switch (change.kind) {
    case 'creation':
      return { changeFlag: 'CREATED' }
    case 'deletion':
      return { changeFlag: 'DELETED' }
    case 'propertyChange':
      return { propertyName: change.name, propertyValue: change.value, isSensitive: false }
    case 'merge':
      return {
        primaryObjectId: Number(change.primaryId),
        mergedObjectIds: change.mergedIds.map(Number),
        newObjectId: Number(change.record.id),
        numberOfPropertiesMoved: change.moved,
      }
  }
}

const pause = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms).unref())
