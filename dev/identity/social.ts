import { ClerkError } from './errors.ts'

/** The social buttons in the forms, in order. */
export const SOCIAL_PROVIDERS = [
  { strategy: 'oauth_google', name: 'Google' },
  { strategy: 'oauth_facebook', name: 'Facebook' },
] as const

/** @throws {ClerkError} if a social button was used, because this machine isn't registered with any provider. */
export function rejectSocial(strategy: string | undefined): void {
  if (!strategy?.startsWith('oauth_')) return
  const provider = SOCIAL_PROVIDERS.find((known) => known.strategy === strategy)
  throw new ClerkError(
    422,
    'oauth_needs_real_key',
    `${provider?.name ?? 'Social'} sign-in needs a real Clerk publishable key. Use an email and password on this machine.`,
  )
}
