import type { Hono } from 'hono'
import type { JSONWebKeySet } from 'jose'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LeadEvent } from '../src/contract/events.ts'
import type { AskModel } from './agent/model/client.ts'
import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'

/** Publishes new leads to every companion on the database. `subscribe` returns the unsubscribe function. */
export interface LeadEvents {
  /**
   * Publishes with a transaction: companions elsewhere hear of it when it commits, even should this one end then.
   * Local subscribers receive it when the caller calls the returned function after the commit.
   */
  publishWithin(tx: Kysely<Database>, organizationId: string, event: LeadEvent): Promise<() => void>
  subscribe(organizationId: string, listener: (event: LeadEvent) => void): () => void
}

/** The companion's dependencies. Tests pass their own clock and an in-memory database. */
export interface Deps {
  db: Kysely<Database>
  config: Config
  clock: () => Date
  log: Logger
  events: LeadEvents
  /** Speaks for the agent, where a model is configured; else, and when it fails, the script does. */
  model?: AskModel | null
}

/** One application a port: the console, the API, the widget host. */
export interface App {
  console: Hono
  api: Hono
  widget: Hono
}

/** Staff work leads, conversations and settings; the rest belongs to admins. */
export type Role = 'admin' | 'member'

/** Someone signed in, acting for an organization. */
export interface Member {
  userId: string
  organizationId: string
}

/** An identity provider on the same database: its public keys, and who belongs to which organization. */
export interface MemberDirectory {
  publicKeys(): Promise<JSONWebKeySet>
  /** Clerk's name of the role, such as `org:admin`; null for someone who is no member. */
  roleOf(member: Member): Promise<string | null>
  /** Whether a session of a token has been signed out. */
  hasEnded(sessionId: string): Promise<boolean>
}

/** HubSpot's side of a connection: where the owner consents, and the account behind the code that comes back. */
export interface HubspotAccess {
  /** The consent page, with `state` and `redirect_uri` still to be added. */
  consentUrl: string
  clientId: string
  /** Null for a code that the consent page did not issue for this state. */
  redeem(state: string, code: string): Promise<string | null>
}

/**
 * What plays other companies' services on this machine. The server runs without any of it; the start script
 * hands it in (`local/`).
 */
export interface StandIns {
  identity?: MemberDirectory
  hubspot?: HubspotAccess
  /** Adds routes to a port, before the product's own. */
  routes?: Partial<Record<keyof App, (port: Hono) => void>>
  /** Runs once, before the first request. */
  prepare?(): Promise<unknown>
  /** Lines of the greeting, label and value. */
  greeting?: readonly (readonly [label: string, value: string])[]
}
