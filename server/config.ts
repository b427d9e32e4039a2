/** Where the companion listens, what it stores in, and who may call it. */
export interface Config {
  ports: { console: number; api: number; widget: number }
  /** Addresses as browsers see them, without a closing slash. */
  origins: { console: string; api: string; widget: string }
  /** `postgres://…`, `memory://`, or the embedded database's folder. */
  databaseUrl: string
  /** The built console. */
  distFolder: string
  /** Clerk's publishable key that the console was built with. */
  publishableKey: string
  /** Issuer of session tokens, and where their public keys are when not the local identity's. */
  tokenIssuer: string
  jwksUrl: string | null
  /** Opens `POST /__test/reset`. */
  testMode: boolean
  /** Fills an empty database with the demo organizations. */
  seedDemo: boolean
}
