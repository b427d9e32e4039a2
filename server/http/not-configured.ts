import type { Organization } from '../../src/contract/organizations.ts'
import type { Secrets } from '../base/secrets.ts'
import type { Deps } from '../kernel/deps.ts'
import { HttpError } from './http-error.ts'

/** Why a feature is off whose variables are not set. */
const REASONS = {
  webhooks: 'Webhooks are not set up on this server. Set SECRETS_KEY.',
  calendar_addresses: 'Calendars by address are not set up on this server. Set SECRETS_KEY.',
  own_numbers: 'Own text numbers are not set up on this server. Set SECRETS_KEY.',
  calcom: 'Cal.com is not set up on this server. Set SECRETS_KEY.',
  google:
    'Google Calendar is not set up on this server. Set GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, and SECRETS_KEY.',
  hubspot:
    'HubSpot is not set up on this server. Set HUBSPOT_CLIENT_ID, HUBSPOT_CLIENT_SECRET, and SECRETS_KEY.',
  clerk_webhooks: 'Webhooks of Clerk are not set up on this server. Set CLERK_WEBHOOK_SECRET.',
  email: 'Email is not set up on this server. Set SMTP_URL and MAIL_FROM.',
  sms: 'Text messages are not set up on this server. Set TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, and SMS_FROM; or TELNYX_API_KEY, TELNYX_PUBLIC_KEY, and SMS_FROM.',
  translation: 'Translation is not set up on this server. Set AGENT_MODEL_URL and AGENT_MODEL.',
  push: 'Push messages are not set up on this server.',
} as const

export type Configurable = keyof typeof REASONS

export const reasonFor = (feature: Configurable): string => REASONS[feature]

/** Returns the error for a call that needs a feature whose variables are not set. */
export const notConfigured = (feature: Configurable) =>
  new HttpError(422, REASONS[feature], { details: { code: 'not_configured' } })

/** Returns the secrets. Throws a 422 HttpError for the feature that needs them if there is no key. */
export function requireSecrets({ secrets }: Pick<Deps, 'secrets'>, feature: Configurable): Secrets {
  if (!secrets) throw notConfigured(feature)
  return secrets
}

/** Returns the features without a response of their own that says whether they are off. */
export function offFeatures({ secrets }: Pick<Deps, 'secrets'>): Organization['off'] {
  const features = ['webhooks', 'calendar_addresses'] as const
  return secrets ? [] : features.map((feature) => ({ feature, reason: REASONS[feature] }))
}
