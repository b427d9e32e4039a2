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
import { ALL_DAYS, type DayRange } from '../../domain/time/day-range.ts'
import { randomId } from '../../platform/random-id.ts'
import { $confirmedSession } from '../../platform/session/session.ts'
import { changing } from '../base/query/changing.ts'
import { type LogDays, logDays } from '../base/query/log-days.ts'
import { type Log, olderPages } from '../base/query/older-pages.ts'
import { optional, orNull } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { $isAdmin } from '../base/session/session.ts'

/**
 * The endpoints; null if the API does not support webhooks. Not fetched for members who are not admins, because they
 * may not see them.
 */
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

/** The endpoint whose deliveries are displayed; null if there is none. */
export const $shownWebhook: ReadableAtom<Webhook | null> = computed(
  [$webhooks, $shown],
  ({ data }, id) => data?.find((webhook) => webhook.id === id) ?? null,
)

/** The days to which the deliveries are limited. */
export const deliveryDays: LogDays<WebhookDeliveries> = logDays(
  ({ deliveries }) => deliveries.map(({ created_at }) => created_at),
  () => older.reset(),
)

interface AskedDeliveries extends DayRange {
  id: string
}

const older = olderPages(
  organizationQuery<WebhookDeliveries, AskedDeliveries>({
    kind: 'webhook-deliveries',
    $input: computed([$shown, deliveryDays.$days], (id, days) => (id === null ? null : { id, ...days })),
    read: (organizationId, signal, { id, ...days }) =>
      deliveryDays.read(days, (query) => fetchDeliveries(organizationId, id, query, signal)),
  }),
  ({ deliveries, cursor }) => ({ rows: deliveries, cursor }),
  (organizationId, cursor) =>
    deliveryDays.read(deliveryDays.$days.get(), (query) =>
      fetchDeliveries(organizationId, $shown.get() ?? '', { cursor, ...query }),
    ),
)

/** The deliveries to the displayed endpoint that have loaded so far, newest first. */
export const $deliveries: ReadableAtom<Log<WebhookDelivery, WebhookDeliveries>> = older.$log

/** Loads the next older page of the deliveries. */
export const loadOlderDeliveries = older.loadOlder

const $issued = atom<{ id: string; secret: string } | null>(null)

/** The secret of the displayed endpoint, if it was just issued; it can't be shown again. */
export const $shownSecret: ReadableAtom<string | null> = computed([$issued, $shown], (issued, id) =>
  issued?.id === id ? (issued?.secret ?? null) : null,
)

function showSecret(id: string, secret: string | null | undefined): void {
  if (secret) $issued.set({ id, secret })
}

/** Shows an endpoint with its deliveries; null shows none. */
export function showWebhook(id: string | null): void {
  if ($issued.get()?.id !== id) $issued.set(null)
  deliveryDays.choose(ALL_DAYS)
  $shown.set(id)
}

const change = changing('webhook-changed')

/** Returns a new id for an endpoint, so that a repeated request adds only one. */
export const newWebhookId = (): string => randomId('hook')

/**
 * Adds an endpoint, and shows its secret with it. Repeating this with the same id adds only one, with the latest values.
 */
export async function addWebhook(id: string, fields: NewWebhook): Promise<void> {
  const { secret } = await change((organizationId) => postWebhook(organizationId, { id, ...fields }))
  showSecret(id, secret)
}

/** Changes, pauses, or resumes an endpoint. */
export async function changeWebhook(id: string, fields: WebhookUpdate): Promise<void> {
  await change((organizationId) => putWebhook(organizationId, id, fields))
}

/** Removes an endpoint, even if it has already been removed. */
export async function dropWebhook(id: string): Promise<void> {
  await change((organizationId) => orNull(removeWebhook)(organizationId, id))
  if ($shown.get() === id) showWebhook(null)
}

/** Replaces the secret of an endpoint, and shows the new one. A repetition shows the same one. */
export async function replaceSecret(id: string): Promise<void> {
  const { secret } = await change((organizationId) => postSecret(organizationId, id))
  showSecret(id, secret)
}

/** Sends a test event. Returns the result. */
export const tryWebhook = (id: string): Promise<Partial<WebhookDelivery>> =>
  change((organizationId) => postTestEvent(organizationId, id))

/** Resends a delivery. Returns the result. */
export const sendAgain = (id: string, deliveryId: string): Promise<Partial<WebhookDelivery>> =>
  change((organizationId) => postResend(organizationId, id, deliveryId))
