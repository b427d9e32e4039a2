import type { JSONWebKeySet } from 'jose'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { LeadEvent } from '../../src/contract/events.ts'
import type { Secrets } from '../base/secrets.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from './config.ts'
import type { Occasion } from './occasion.ts'

/** The agent's unfinished reply, for the visitor only: see `reply_part` in src/contract/widget.ts. */
export interface ReplyPart {
  type: 'reply_part'
  conversation_id: string
  position: number
  text: string
}
export type ServerEvent = LeadEvent | ReplyPart

/** Publishes events to every server on the database. `subscribe` returns the unsubscribe function. */
export interface LeadEvents {
  /**
   * Publishes within a transaction: other servers receive the event when it commits, even if this server stops at
   * that moment. Local subscribers receive it when the caller calls the returned function after the commit.
   */
  publishWithin(tx: Kysely<Database>, organizationId: string, event: ServerEvent): Promise<() => void>
  subscribe(organizationId: string, listener: (event: ServerEvent) => void): () => void
  /**
   * Returns the milliseconds for which the organization has certainly had no event: since its last one, or since this
   * process began to receive all events.
   */
  quietMs(organizationId: string): number
}

/** Sends notifications about announced occasions. */
export interface Notifier {
  /** Queues an occasion. After the transaction commits, its notifications are planned. */
  announce(tx: Kysely<Database>, occasion: Occasion): Promise<void>
  /** Starts sending queued notifications. */
  wake(): void
}

/** The queue of webhook deliveries that wait for their attempts. */
export interface WebhookQueue {
  /** Adds the jobs of deliveries within a transaction. */
  add(tx: Kysely<Database>, deliveries: readonly { id: string; organization_id: string }[]): Promise<void>
}

/**
 * What the server's code depends on. Each feature with a service of its own adds it. Tests pass their own clock and an
 * in-memory database.
 */
export interface Deps {
  db: Kysely<Database>
  config: Config
  clock: () => Date
  log: Logger
  events: LeadEvents
  /** If missing, nothing is announced or sent. */
  notifier?: Notifier
  /** If missing, events are stored, but no endpoint receives them. */
  webhooks?: WebhookQueue
  /** Encrypts tokens. If missing, features that need tokens are not set up. */
  secrets?: Secrets | null
  /** The identity provider, if it uses the same database. */
  directory?: MemberDirectory
}

/** Staff use leads, conversations, and settings; the rest requires an admin. */
export type Role = 'admin' | 'member'

/** A signed-in user who acts for an organization. */
export interface Member {
  userId: string
  organizationId: string
}

/** A member, as of the time when the provider issued the token. */
export interface Admitted extends Member {
  issuedAt: Date
}

/** An identity provider in the same database: its public keys and the members of each organization. */
export interface MemberDirectory {
  publicKeys(): Promise<JSONWebKeySet>
  /** Returns Clerk's name of the role, such as `org:admin`, or null for non-members. */
  roleOf(member: Member): Promise<string | null>
  namesOf(userIds: readonly string[]): Promise<ReadonlyMap<string, string>>
  /**
   * Returns the account emails of an organization's admins, in the order in which they joined, read within a
   * transaction.
   */
  adminEmails(tx: Kysely<Database>, organizationId: string): Promise<string[]>
  /** Returns the verified account emails of an organization's members, read within a transaction. */
  memberEmails(tx: Kysely<Database>, organizationId: string): Promise<string[]>
  /** Returns an organization's members with their verified account emails. */
  members(
    db: Kysely<Database>,
    organizationId: string,
  ): Promise<{ userId: string; name: string | null; email: string | null }[]>
  /** Returns whether the session of a token is signed out. */
  hasEnded(sessionId: string): Promise<boolean>
}
