import type { Hono } from 'hono'
import type { JSONWebKeySet } from 'jose'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LeadEvent } from '../src/contract/events.ts'
import type { AskModel } from './agent/model/client.ts'
import type { Config } from './config.ts'
import type { Database } from './db/schema.ts'
import type { Metrics } from './metrics/metrics.ts'
import type { Occasion } from './notifications/occasion.ts'
import type { Senders } from './notifications/senders.ts'
import type { PhotoStorage } from './photos/storage.ts'
import type { Secrets } from './secrets.ts'

/** The agent's unfinished answer, for the visitor only: see `reply_part` in src/contract/widget.ts. */
export interface ReplyPart {
  type: 'reply_part'
  conversation_id: string
  position: number
  text: string
}
export type ServerEvent = LeadEvent | ReplyPart

/** Publishes events to every companion on the database. `subscribe` returns the unsubscribe function. */
export interface LeadEvents {
  /**
   * Publishes within a transaction: other companions receive the event when it commits, even if this one ends
   * then. Local subscribers receive it when the caller calls the returned function after the commit.
   */
  publishWithin(tx: Kysely<Database>, organizationId: string, event: ServerEvent): Promise<() => void>
  subscribe(organizationId: string, listener: (event: ServerEvent) => void): () => void
  /** Milliseconds for which the organization has surely had no event: since its last one, or since all are received. */
  quietMs(organizationId: string): number
}

/** Sends what is announced. */
export interface Notifier {
  /** Has the notifications of an occasion planned if its transaction commits. */
  announce(tx: Kysely<Database>, occasion: Occasion): Promise<void>
  /** Starts to send what is queued. */
  wake(): void
}

/** Where webhook deliveries wait for their attempts. */
export interface WebhookQueue {
  /** Adds the jobs of deliveries in a transaction. */
  add(tx: Kysely<Database>, deliveries: readonly { id: string; organization_id: string }[]): Promise<void>
}

/** The companion's dependencies. Tests pass their own clock and an in-memory database. */
export interface Deps {
  db: Kysely<Database>
  config: Config
  clock: () => Date
  log: Logger
  events: LeadEvents
  /** The files of visitors' photos. */
  photos: PhotoStorage
  /**
   * The model that writes the agent's answers, if one is configured. Without it, or if it fails, the script
   * does.
   */
  model?: AskModel | null
  /** The channels that reach owners and visitors; without them, none is set up. */
  senders?: Senders
  /** Without it, nothing is announced or sent. */
  notifier?: Notifier
  /** Without it, events are stored, and nobody is notified. */
  webhooks?: WebhookQueue
  /** Encrypts tokens; without it, nothing that needs tokens is set up. */
  secrets?: Secrets | null
  /** The identity provider, if it is on the same database. */
  directory?: MemberDirectory
  /** What is counted for Prometheus, if that is on. */
  metrics?: Metrics | null
}

/** One application per port: the console, the API, the widget host. */
export interface App {
  console: Hono
  api: Hono
  widget: Hono
}

/** Staff use leads, conversations, and settings; the rest requires an admin. */
export type Role = 'admin' | 'member'

/** A signed-in user who acts for an organization. */
export interface Member {
  userId: string
  organizationId: string
}

/** A member, as of the time at which the provider issued the token. */
export interface Admitted extends Member {
  issuedAt: Date
}

/** An identity provider on the same database: its public keys and the members of each organization. */
export interface MemberDirectory {
  publicKeys(): Promise<JSONWebKeySet>
  /** Returns Clerk's name of the role, such as `org:admin`, or null for non-members. */
  roleOf(member: Member): Promise<string | null>
  /** Returns the names of users, by id. */
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** Returns the account emails of an organization's admins, the first one first, read within a transaction. */
  adminEmails(tx: Kysely<Database>, organizationId: string): Promise<string[]>
  /** Returns whether the session of a token is signed out. */
  hasEnded(sessionId: string): Promise<boolean>
}

/** Allowed uses and the period in seconds. */
export interface Allowance {
  points: number
  duration: number
}

/**
 * The local stand-ins for other companies' services. The server runs without them; the start script passes
 * them in (`local/`).
 */
export interface StandIns {
  identity?: MemberDirectory
  /** Replaces limits of visitors (widget/visitor-limits.ts), by name. */
  visitorLimits?: Readonly<Record<string, Allowance>>
  /** Adds routes to a port, before the product's own. */
  routes?: Partial<Record<keyof App, (port: Hono) => void>>
  /** Runs once, before the first request. */
  prepare?(): Promise<unknown>
  /** Returns lines for the greeting. Runs after `prepare`. */
  greeting?(): Promise<Greeting>
}

/** Lines of the start message as label and value. */
export type Greeting = readonly (readonly [label: string, value: string])[]
