import { parsePublishableKey } from '@clerk/shared/keys'

/** Returns what is wrong with Clerk's publishable key, or null. */
export function publishableKeyProblem(key: string | undefined): string | null {
  const remedy =
    'Set it to the publishable key from your Clerk dashboard (API keys), or run `npm start`, which has its own.'
  if (!key) return `PUBLIC_CLERK_PUBLISHABLE_KEY is not set. ${remedy}`
  if (!parsePublishableKey(key)) {
    return `PUBLIC_CLERK_PUBLISHABLE_KEY is not a publishable key (pk_live_… or pk_test_…). ${remedy}`
  }
  return null
}
