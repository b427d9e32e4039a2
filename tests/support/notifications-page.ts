import type { Page, Route } from '@playwright/test'
import type { ChannelState } from '../../src/contract/notification-settings.ts'
import type { Notification } from '../../src/contract/notifications.ts'
import { answerWith, changeAnswer } from './organizations.ts'

const channel = (name: ChannelState['channel'], isReady: boolean): ChannelState => ({
  channel: name,
  is_ready: isReady,
  reason: isReady ? null : 'Email is not set up. Set SMTP_URL to your mail server.',
  sender: null,
})

/** Any key of the right kind: an uncompressed point of P-256. */
export const SERVER_KEY =
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'

interface Channels {
  email?: boolean
  sms?: boolean
  push?: boolean
  /** Whether everybody counts as confirmed. */
  isConfirmed?: boolean
}

/** Sets which channels work, regardless of the server's configuration. */
export async function setChannels(page: Page, channels: Channels = {}): Promise<void> {
  await page.route('**/notifications/settings', (route) =>
    route.request().method() === 'GET' ? withChannels(channels)(route) : route.fallback(),
  )
}

const withChannels = ({ email = true, sms = true, push = true, isConfirmed = false }: Channels) =>
  changeAnswer((setup) => ({
    ...setup,
    ...(isConfirmed && { unconfirmed: [] }),
    channels: [channel('email', email), channel('sms', sms), channel('push', push)],
    vapid_public_key: push ? SERVER_KEY : null,
  }))

/** Returns a sent notification with the given fields. */
export function buildNotification(fields: Partial<Notification> & { id: string }): Notification {
  return {
    kind: 'new_lead',
    channel: 'email',
    audience: 'owner',
    recipient_name: 'Olivia Greene',
    recipient: 'owner@fieldhand.test',
    lead_id: null,
    lead_name: null,
    conversation_id: null,
    status: 'sent',
    reason: null,
    attempts: 1,
    created_at: new Date().toISOString(),
    due_at: null,
    sent_at: null,
    delivered_at: null,
    opened_at: null,
    failed_at: null,
    ...fields,
  }
}

/** Responds to calls to one notifications path, by method. Other calls reach the server. */
export async function answerNotifications(
  page: Page,
  path: string | RegExp,
  answers: Partial<Record<'GET' | 'POST' | 'DELETE', (route: Route) => unknown>>,
): Promise<void> {
  await page.route(path, async (route) => {
    const answer = answers[route.request().method() as 'GET']
    const json = await answer?.(route)
    await (json === undefined ? route.fallback() : answerWith(200, json)(route))
  })
}

/** Matches the list of sent notifications, with any filter. */
export const LOG = /\/notifications(\?.*)?$/

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const about = { lead_id: 'lead_x', lead_name: 'Maria Gonzalez' }

/** A notification in each status and on each channel. */
export const EVERY_STATUS: readonly Notification[] = [
  buildNotification({
    ...{ id: 'n_late', status: 'queued', kind: 'new_lead', ...about, created_at: minutesAgo(1) },
    due_at: new Date(Date.now() + 9 * 3_600_000).toISOString(),
  }),
  buildNotification({
    ...{ id: 'n_retried', status: 'queued', kind: 'booking_made', ...about, created_at: minutesAgo(4) },
    ...{ due_at: new Date(Date.now() + 7_200_000).toISOString(), attempts: 7 },
    reason: 'The mail server mail.example.com cannot be reached.',
  }),
  buildNotification({
    ...{ id: 'n_opened', status: 'opened', kind: 'needs_person', channel: 'push', sent_at: minutesAgo(12) },
    ...{ recipient: null, recipient_name: 'Chrome on Android', ...about },
  }),
  buildNotification({
    ...{ id: 'n_delivered', status: 'delivered', kind: 'reminder', channel: 'sms', audience: 'visitor' },
    ...{ recipient: '+16145550142', recipient_name: 'Maria Gonzalez', ...about, sent_at: minutesAgo(50) },
  }),
  buildNotification({ id: 'n_sent', kind: 'daily_summary', sent_at: minutesAgo(900) }),
  buildNotification({
    ...{ id: 'n_failed', status: 'failed', ...about, created_at: minutesAgo(1_400) },
    reason:
      'There is no mailbox owner@fieldhand.test: “550 5.1.1 <owner@fieldhand.test>: Recipient address rejected”',
  }),
  buildNotification({
    ...{ id: 'n_canceled', status: 'canceled', kind: 'confirmation', audience: 'visitor', ...about },
    ...{ recipient: 'maria@example.com', recipient_name: 'Maria Gonzalez', created_at: minutesAgo(2_900) },
    reason: 'The appointment was moved',
  }),
]
