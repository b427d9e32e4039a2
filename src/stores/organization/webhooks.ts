import { atom, computed, type ReadableAtom } from 'nanostores'
import {
  fetchDeliveries,
  fetchWebhooks,
  postResend,
  postSecret,
  postTestEvent,
  postWebhook,
  putWebhook,
  removeWebhook,
} from '../../api/webhooks.ts'
import type {
  NewWebhook,
  Webhook,
  WebhookDeliveries,
  WebhookDelivery,
  WebhookUpdate,
} from '../../contract/webhooks.ts'
import { randomId } from '../../platform/random-id.ts'
import { $confirmedSession } from '../../platform/session/session.ts'
import { optional, orNull } from '../query/optional.ts'
import { organizationQuery, type QueryState } from '../query/query.ts'
import { requireOwner } from '../session/owner.ts'
import { $isAdmin } from '../session/session.ts'
import { changing } from './changing.ts'

/** The endpoints; null from an API that has none. Not fetched for members, who may not see them. */
export const $webhooks: ReadableAtom<QueryState<Webhook[] | null>> = organizationQuery<
  Webhook[] | null,
  true
>({
  kind: 'webhooks',
  $input: computed([$confirmedSession, $isAdmin], ({ organization }, isAdmin) =>
    organization && isAdmin ? true : null,
  ),
  read: optional(fetchWebhooks),
})

const $shown = atom<string | null>(null)

/** The endpoint whose deliveries are shown. */
export const $shownWebhook: ReadableAtom<Webhook | null> = computed(
  [$webhooks, $shown],
  ({ data }, id) => data?.find((webhook) => webhook.id === id) ?? null,
)

/** What was last sent to the shown endpoint. */
export const $deliveries: ReadableAtom<QueryState<WebhookDeliveries>> = organizationQuery<
  WebhookDeliveries,
  string
>({
  kind: 'webhook-deliveries',
  $input: $shown,
  read: (organizationId, signal, id) => fetchDeliveries(organizationId, id, undefined, signal),
})

/** Shows an endpoint with its deliveries, or none. */
export function showWebhook(id: string | null): void {
  $shown.set(id)
}

const change = changing('webhooks', 'webhook-deliveries')

/** A new id for an endpoint, so that a repeated request adds only one. */
export const newWebhookId = (): string => randomId('hook')

/** Adds an endpoint; repeating it with the same id adds only one, as it was written last. */
export async function addWebhook(id: string, fields: NewWebhook): Promise<void> {
  await change((organizationId) => postWebhook(organizationId, { id, ...fields }))
}

/** Changes, pauses, or resumes an endpoint. */
export async function changeWebhook(id: string, fields: WebhookUpdate): Promise<void> {
  await change((organizationId) => putWebhook(organizationId, id, fields))
}

/** Removes an endpoint. */
export async function dropWebhook(id: string): Promise<void> {
  await change((organizationId) => orNull(removeWebhook)(organizationId, id))
  if ($shown.get() === id) showWebhook(null)
}

/** Replaces the secret of an endpoint. */
export async function replaceSecret(id: string): Promise<void> {
  await change((organizationId) => postSecret(organizationId, id))
}

/** Sends a test event. Returns how that went. */
export const tryWebhook = (id: string): Promise<Partial<WebhookDelivery>> =>
  change((organizationId) => postTestEvent(organizationId, id))

/** Sends a delivery again. Returns how that went. */
export const sendAgain = (id: string, deliveryId: string): Promise<Partial<WebhookDelivery>> =>
  change((organizationId) => postResend(organizationId, id, deliveryId))

/** Returns the deliveries that follow a cursor. */
export const readOlderDeliveries = (id: string, cursor: string): Promise<WebhookDeliveries> =>
  fetchDeliveries(requireOwner().organizationId, id, cursor)
