import type { SecretsKey } from '../base/secrets.ts'

/**
 * The server's ports, storage, and allowed callers. Each feature adds the part that it reads from the environment, in
 * its own file `config.ts`.
 */
export interface Config {
  ports: { console: number; api: number; widget: number }
  /** The network addresses to listen on: only this machine, unless HOST names another address. */
  hosts: readonly string[]
  /** Public URLs, without a trailing slash. */
  origins: { console: string; api: string; widget: string }
  /** `postgres://…`, `memory://`, or the embedded database's folder. */
  databaseUrl: string
  /** The URL of the same database without a pooler in between, for live events. */
  listenUrl: string
  /** The built console. */
  distFolder: string
  /** The Clerk publishable key that the console was built with. */
  publishableKey: string
  /** Whether the publishable key belongs to the local identity. Stand-ins and demo data exist only in this case. */
  isLocal: boolean
  /** The issuer of session tokens, and the URL of its public keys; unused if the local identity issues them. */
  tokenIssuer: string
  jwksUrl: string
  /** Whether webhooks may target this machine, even without TLS. Only with the local identity. */
  localReceivers: boolean
  /** The key that encrypts tokens in the database; null if there is none. */
  secretsKey?: SecretsKey | null
  /** Opens `POST /__test/reset`. Only with the local identity. */
  testMode: boolean
  /** Fills an empty database with the demo organizations. Only with the local identity. */
  seedDemo: boolean
}
