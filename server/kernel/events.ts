import { EventEmitter } from 'node:events'
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { LeadEvent } from '../../src/contract/events.ts'
import { newId } from '../base/ids.ts'
import { isPostgres } from '../db/open.ts'
import { CONNECTION } from '../db/postgres.ts'
import type { LeadEvents, ServerEvent } from './deps.ts'

const CHANNEL = 'fieldhand_lead_events'
/** PostgreSQL limits notifications to 8,000 bytes; a name of this length always fits. */
const LONGEST_NAME = 500
const RECONNECT_MS = { first: 250, most: 10_000 }

export interface ClosableLeadEvents extends LeadEvents {
  close(): Promise<void>
}

/** Returns the event that announces a new lead to the organization's open consoles. */
export function leadEvent({
  id,
  name,
  isTest = false,
}: {
  id: string
  name: string | null
  isTest?: boolean
}): LeadEvent {
  const event = { type: 'lead_created', event_type: 'lead_created' } as const
  return { ...event, lead_id: id, contact_name: name, ...(isTest && { is_test: true }) }
}

interface Notice {
  from: string
  organizationId: string
  event: ServerEvent
}

/** Creates the delivery within this process. A listener that throws does not stop the others. */
function createLocal(log: Logger) {
  const emitter = new EventEmitter()
  emitter.setMaxListeners(0)
  const listeners = (organizationId: string) => emitter.listeners(organizationId)
  /** The time of each organization's last event since `completeSince`, in milliseconds of `performance.now()`. */
  const last = new Map<string, number>()
  let completeSince = performance.now()
  const deliver = (organizationId: string, event: ServerEvent) => {
    last.set(organizationId, performance.now())
    for (const listener of listeners(organizationId)) {
      try {
        listener(event)
      } catch (error) {
        log.error({ err: error }, 'a listener of lead events failed')
      }
    }
  }
  return {
    deliver,
    deliverToAll(event: ServerEvent) {
      last.clear()
      completeSince = performance.now()
      for (const organizationId of emitter.eventNames()) deliver(String(organizationId), event)
    },
    subscribe(organizationId: string, listener: (event: ServerEvent) => void) {
      // A separate wrapper, so that the same function can subscribe twice.
      const own = (event: ServerEvent) => listener(event)
      emitter.on(organizationId, own)
      return () => {
        emitter.off(organizationId, own)
      }
    },
    quietMs: (organizationId: string) => performance.now() - (last.get(organizationId) ?? completeSince),
    clear: () => emitter.removeAllListeners(),
  }
}

const shortened = (event: ServerEvent): ServerEvent =>
  event.type === 'lead_created' || event.type === 'booking_changed'
    ? { ...event, contact_name: event.contact_name?.slice(0, LONGEST_NAME) ?? null }
    : event

/**
 * Publishes lead events of the database at `databaseUrl`. With an embedded database, events stay in this process. With
 * PostgreSQL, every server receives them through LISTEN on a separate connection, which reconnects automatically.
 * Subscribers get an `error` event when the connection breaks and another when it is restored; a refetch after the
 * second one misses nothing. Resolves when it is listening.
 */
export async function createLeadEvents(options: {
  databaseUrl: string
  log: Logger
}): Promise<ClosableLeadEvents> {
  const local = createLocal(options.log)
  if (!isPostgres(options.databaseUrl)) {
    return {
      publishWithin: async (_tx, organizationId, event) => () => local.deliver(organizationId, event),
      subscribe: local.subscribe,
      quietMs: local.quietMs,
      close: async () => {
        local.clear()
      },
    }
  }

  const self = newId('server')
  const stop = await listen(options.databaseUrl, options.log, {
    onNotice(payload) {
      const notice = JSON.parse(payload) as Notice
      if (notice.from !== self) local.deliver(notice.organizationId, notice.event)
    },
    onBreak: () => local.deliverToAll({ type: 'error', message: 'Live updates were interrupted' }),
    onBack: () =>
      local.deliverToAll({ type: 'error', message: 'Live updates are back after an interruption' }),
  })
  return {
    async publishWithin(tx, organizationId, event) {
      const notice: Notice = { from: self, organizationId, event: shortened(event) }
      await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(notice)})`.execute(tx)
      return () => local.deliver(organizationId, event)
    },
    subscribe: local.subscribe,
    quietMs: local.quietMs,
    close: async () => {
      local.clear()
      await stop()
    },
  }
}

/** Keeps one connection listening until stopped. */
async function listen(
  url: string,
  log: Logger,
  on: { onNotice: (payload: string) => void; onBreak: () => void; onBack: () => void },
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let wait = RECONNECT_MS.first
  let stopped = false

  const connect = async () => {
    const next = new pg.Client({
      connectionString: url,
      application_name: 'fieldhand events',
      ...CONNECTION,
    })
    let broken = false
    const lose = (error?: Error) => {
      if (broken || stopped) return
      broken = true
      log.warn({ err: error }, 'the connection for live events broke; reconnecting')
      client = null
      next.end().catch(() => {})
      on.onBreak()
      retry()
    }
    next.on('error', lose)
    next.on('end', () => lose())
    next.on('notification', ({ payload }) => {
      if (payload) on.onNotice(payload)
    })
    try {
      await next.connect()
      await next.query(`listen ${CHANNEL}`)
    } catch (error) {
      broken = true
      next.end().catch(() => {})
      throw error
    }
    if (stopped) return next.end()
    client = next
    wait = RECONNECT_MS.first
  }
  const retry = () => {
    timer = setTimeout(() => {
      wait = Math.min(wait * 2, RECONNECT_MS.most)
      connect().then(on.onBack, () => {
        if (!stopped) retry()
      })
    }, wait)
  }

  await connect()
  return async () => {
    stopped = true
    if (timer) clearTimeout(timer)
    await client?.end()
  }
}
