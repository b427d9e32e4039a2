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

/** Which channels work, regardless of the server's configuration. */
export async function setChannels(page: Page, { email = true, sms = true, push = true } = {}): Promise<void> {
  await page.route('**/notifications/settings', (route) =>
    route.request().method() === 'GET' ? withChannels({ email, sms, push })(route) : route.fallback(),
  )
}

const withChannels = ({ email, sms, push }: { email: boolean; sms: boolean; push: boolean }) =>
  changeAnswer((setup) => ({
    ...setup,
    channels: [channel('email', email), channel('sms', sms), channel('push', push)],
    vapid_public_key: push ? SERVER_KEY : null,
  }))

/** A notification that was sent, with the given fields. */
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

/** Answers calls to one path of the notifications, by method. Others reach the server. */
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

/** The list of sent notifications, with any filter. */
export const LOG = /\/notifications(\?.*)?$/
