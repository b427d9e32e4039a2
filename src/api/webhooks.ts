import type { DaysQuery } from '../contract/fields.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type NewWebhook,
  resendWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
  type WebhookDeliveries,
  type WebhookDelivery,
  type WebhookUpdate,
} from '../contract/webhooks.ts'
import { call, write } from './client.ts'

/** Returns the webhook endpoints, oldest first. */
export function fetchWebhooks(organizationId: string, signal?: AbortSignal): Promise<Webhook[]> {
  return call(listWebhooks, { organizationId, signal })
}

/**
 * Adds an endpoint. Repeating the request with the same id replaces its URL and events. Returns the readable part of the
 * response, with the secret.
 */
export async function postWebhook(
  organizationId: string,
  body: NewWebhook & { id: string },
): Promise<Partial<Webhook>> {
  return await write(createWebhook, { organizationId, body })
}

/** Changes, pauses, or resumes an endpoint. */
export async function putWebhook(
  organizationId: string,
  webhookId: string,
  body: WebhookUpdate,
): Promise<void> {
  await write(updateWebhook, { organizationId, params: { webhookId }, body })
}

export async function removeWebhook(organizationId: string, webhookId: string): Promise<void> {
  await write(deleteWebhook, { organizationId, params: { webhookId } })
}

/** Replaces the secret of an endpoint. Returns the readable part of the response, with the new secret. */
export async function postSecret(organizationId: string, webhookId: string): Promise<Partial<Webhook>> {
  return await write(rotateWebhookSecret, { organizationId, params: { webhookId } })
}

/** Sends a test event immediately. Returns the readable part of the result. */
export async function postTestEvent(
  organizationId: string,
  webhookId: string,
): Promise<Partial<WebhookDelivery>> {
  return await write(testWebhook, { organizationId, params: { webhookId } })
}

/** Returns the deliveries to an endpoint, newest first, one page at a time. */
export function fetchDeliveries(
  organizationId: string,
  webhookId: string,
  query: { cursor?: string } & DaysQuery,
  signal?: AbortSignal,
): Promise<WebhookDeliveries> {
  return call(listWebhookDeliveries, { organizationId, params: { webhookId }, query, signal })
}

/** Resends a delivery immediately. Returns the readable part of the result. */
export async function postResend(
  organizationId: string,
  webhookId: string,
  deliveryId: string,
): Promise<Partial<WebhookDelivery>> {
  return await write(resendWebhookDelivery, { organizationId, params: { webhookId, deliveryId } })
}
