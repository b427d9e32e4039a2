import type { QueryKind } from './client.ts'
import { markStale, markStaleInTurn } from './query.ts'

const LEAD_FIGURES = ['found-leads', 'lead-stats', 'insights'] as const satisfies QueryKind[]
const LEADS = ['leads', ...LEAD_FIGURES] as const satisfies QueryKind[]
const CONVERSATIONS = ['inbox', 'found-conversations', 'waiting', 'test-chats'] as const satisfies QueryKind[]

/**
 * The kinds of queries that each change makes stale. A change to one conversation also concerns its thread, by id
 * (`stores/conversations/refresh-conversation.ts`).
 */
export const STALE_AFTER = {
  'leads-changed': LEADS,
  'leads-imported': ['lead-imports', ...LEADS],
  /** The outbox has sent changes to leads and tasks, calls, or messages. */
  'outbox-sent': [...LEADS, 'activity', 'tasks'],
  /** The live stream reports that someone has changed leads, or may have. */
  'lead-event': ['leads', 'lead-notifications', 'lead-questions', 'activity', 'contact-limits', 'tasks'],
  'lead-event-figures': LEAD_FIGURES,
  'conversations-changed': CONVERSATIONS,
  'conversation-erased': ['conversation', ...CONVERSATIONS],
  'saved-reply-changed': ['saved-replies'],
  'notification-setup-changed': ['notification-setup'],
  'notification-tested': ['notification-log'],
  'notification-resent': ['notification-log', 'lead-notifications'],
  'settings-saved': ['setup-status'],
  'settings-changed': ['agent-check'],
  'settings-saved-elsewhere': ['profile', 'faqs', 'questions'],
  'pause-changed': ['pauses'],
  'profile-changed': ['profile'],
  'onboarding-step-completed': ['onboarding-progress', 'profile', 'setup-status'],
  'onboarding-step-rejected': ['onboarding-progress'],
  'onboarding-continued-elsewhere': ['profile', 'setup-status'],
  'plan-changed': ['organization', 'setup-status'],
  'calendar-setup-changed': ['calendars', 'integration-status', 'former-admins', 'setup-status'],
  'calendar-connection-changed': ['calendars', 'calendar-connection', 'integration-status'],
  'calendar-ended-elsewhere': ['calendars', 'integration-status'],
  'hubspot-connection-changed': [
    'integration-status',
    'setup-status',
    'hubspot-connection',
    'hubspot-properties',
    'hubspot-transfers',
  ],
  'hubspot-ended-elsewhere': ['integration-status'],
  'hubspot-fields-saved': ['hubspot-connection'],
  'hubspot-fields-rejected': ['hubspot-properties', 'hubspot-connection'],
  'hubspot-transfer-retried': ['hubspot-transfers', 'hubspot-connection', 'lead-hubspot'],
  'own-number-changed': ['phone-line', 'notification-setup'],
  'integration-requested': ['integration-requests'],
  'api-key-changed': ['api-keys', 'former-admins', 'setup-status'],
  'webhook-changed': ['webhooks', 'webhook-deliveries', 'former-admins', 'setup-status'],
  'former-admin-changed': ['former-admins', 'setup-status'],
} as const satisfies Record<string, readonly QueryKind[]>

export type Change = keyof typeof STALE_AFTER

/** Marks everything that a change makes stale, and refetches what is displayed. */
export function refetchAfter(organizationId: string, change: Change): void {
  markStale(organizationId, ...STALE_AFTER[change])
}

/** Like {@link refetchAfter}, but lets pending requests complete first (`markStaleInTurn`). */
export async function refetchInTurn(organizationId: string, change: Change): Promise<void> {
  await Promise.all(STALE_AFTER[change].map((kind) => markStaleInTurn(organizationId, kind)))
}
