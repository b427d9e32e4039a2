import { StartupError } from '../base/errors.ts'

declare module '../kernel/config.ts' {
  interface Config {
    /** The secret that signs Clerk's webhooks; null turns them off. */
    clerkWebhookSecret: string | null
  }
}

/** Validates Clerk's signing secret. */
export function readWebhookSecret(given: string | undefined): string | null {
  if (given === undefined) return null
  if (/^whsec_[A-Za-z0-9+/]+=*$/.test(given)) return given
  // The value is secret, so the message does not repeat it.
  throw new StartupError('CLERK_WEBHOOK_SECRET is not a signing secret of Clerk (whsec_…).')
}
