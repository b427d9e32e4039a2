import type { Hono } from 'hono'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LeadEvent } from '../src/contract/events.ts'
import type { AskModel } from './agent/model/client.ts'
import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'

/** Tells every companion on the same database of new leads; `subscribe` answers with its undo. */
export interface LeadEvents {
  /**
   * Publishes with a transaction: companions elsewhere hear of it when it commits, even should this one end then.
   * Whoever listens here hears of it when the caller, after the commit, calls what is answered.
   */
  publishWithin(tx: Kysely<Database>, organizationId: string, event: LeadEvent): Promise<() => void>
  subscribe(organizationId: string, listener: (event: LeadEvent) => void): () => void
}

/** Everything the companion stands on. Tests hand in their own clock and an in-memory database. */
export interface Deps {
  db: Kysely<Database>
  config: Config
  clock: () => Date
  log: Logger
  events: LeadEvents
  /** Speaks for the agent, where a model is configured; else, and when it fails, the script does. */
  model?: AskModel | null
}

/** One application a port: the console with its identity, the API, the widget host. */
export interface App {
  console: Hono
  api: Hono
  widget: Hono
}
