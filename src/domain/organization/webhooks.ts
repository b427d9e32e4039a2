import type { Webhook, WebhookDelivery, WebhookEventType } from '../../contract/webhooks.ts'

export type Tone = 'quiet' | 'waiting' | 'done' | 'failed'

export interface Described {
  text: string
  tone: Tone
}

/** The description of each event, in the order of the form. */
export const EVENT_TEXTS: Readonly<Record<WebhookEventType, string>> = {
  'lead.created': 'A lead comes in',
  'lead.updated': 'A lead changes',
  'lead.deleted': 'A lead is removed',
  'conversation.needs_person': 'A visitor needs a person',
  'booking.confirmed': 'An appointment is booked',
  'booking.changed': 'An appointment moves',
  'booking.cancelled': 'An appointment is canceled',
}

/** Returns a description of an endpoint's state. */
export function webhookState({
  status,
  failing_since,
  delivered_at,
}: Pick<Webhook, 'status' | 'failing_since' | 'delivered_at'>): Described {
  if (status === 'disabled') return { text: 'Disabled', tone: 'failed' }
  if (status === 'paused') return { text: 'Paused', tone: 'quiet' }
  if (failing_since !== null) return { text: 'Failing, will be retried', tone: 'waiting' }
  return delivered_at === null
    ? { text: 'Nothing delivered yet', tone: 'quiet' }
    : { text: 'Works', tone: 'done' }
}

export function deliveryState({ status, attempts }: Pick<WebhookDelivery, 'status' | 'attempts'>): Described {
  if (status === 'delivered') return { text: 'Delivered', tone: 'done' }
  if (status === 'failed') return { text: 'Failed', tone: 'failed' }
  if (status === 'held') return { text: 'Waits until the endpoint is resumed', tone: 'quiet' }
  return { text: attempts === 0 ? 'On its way' : 'Failed, will be retried', tone: 'waiting' }
}

/** Returns a description of the response to the last attempt, or empty text if there was no attempt. */
export function answerText({
  response_status,
  error,
  duration_ms,
}: Partial<Pick<WebhookDelivery, 'response_status' | 'error' | 'duration_ms'>>): string {
  const time =
    duration_ms == null
      ? ''
      : ` after ${duration_ms < 1_000 ? `${duration_ms} ms` : `${(duration_ms / 1_000).toFixed(1)} s`}`
  if (response_status != null) return `HTTP ${response_status}${time}`
  return error ?? ''
}

/** Returns JSON with line breaks and indentation. Returns other text unchanged. */
export function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
