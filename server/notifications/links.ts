import { NOTIFICATION_PARAM, ORGANIZATION_PARAM } from '../../src/contract/links.ts'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import type { Config } from '../config.ts'

type Origins = Pick<Config, 'origins'>

interface Linked {
  id: string
  kind: NotificationKind
  token: string
}

/** Mail that the recipient has just requested, so there is nothing to unsubscribe from. */
const ASKED_FOR: readonly NotificationKind[] = ['test', 'transcript']

/** Returns the URL for unsubscribing a notification's recipient, or null if the recipient requested this mail. */
export function unsubscribeUrl({ origins }: Origins, { kind, token }: Linked): string | null {
  if (ASKED_FOR.includes(kind)) return null
  return `${origins.api}/api/v1/notifications/unsubscribe/${encodeURIComponent(token)}`
}

interface Sent {
  id: string
  organization_id: string
}

/** Returns a console path that opens in the notification's organization. */
export const inOrganization = (path: string, { organization_id }: Pick<Sent, 'organization_id'>): string =>
  withParams(path, { [ORGANIZATION_PARAM]: organization_id })

/** Like `inOrganization`, but the console also reports that the recipient followed the notification's link. */
export const reported = (path: string, { id, organization_id }: Sent): string =>
  withParams(path, { [NOTIFICATION_PARAM]: id, [ORGANIZATION_PARAM]: organization_id })

function withParams(path: string, params: Record<string, string>): string {
  const url = new URL(path, 'https://console.invalid')
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** The webhooks section of the organization's page. */
export const DEVELOPER_PATH = '/organization#developer'

/** The notifications section of the settings. */
export const RULES_PATH = '/agent#notifications'
