import { NOTIFICATION_PARAM, ORGANIZATION_PARAM } from '../../src/contract/links.ts'
import type { NotificationKind } from '../../src/contract/notifications.ts'
import type { Config } from '../config.ts'

type Origins = Pick<Config, 'origins'>

interface Linked {
  id: string
  kind: NotificationKind
  token: string
}

/** Mails that the recipient asked for this minute: there is nothing to unsubscribe from. */
const ASKED_FOR: readonly NotificationKind[] = ['test', 'transcript']

/** Returns where a notification's recipient unsubscribes; null if the recipient asked for this mail. */
export function unsubscribeUrl({ origins }: Origins, { kind, token }: Linked): string | null {
  if (ASKED_FOR.includes(kind)) return null
  return `${origins.api}/api/v1/notifications/unsubscribe/${encodeURIComponent(token)}`
}

interface Sent {
  id: string
  organization_id: string
}

/** Returns a path of the console as a link that opens it in the notification's organization. */
export const inOrganization = (path: string, { organization_id }: Pick<Sent, 'organization_id'>): string =>
  withParams(path, { [ORGANIZATION_PARAM]: organization_id })

/** Like `inOrganization`; the console also reports that the notification's link was followed. */
export const reported = (path: string, { id, organization_id }: Sent): string =>
  withParams(path, { [NOTIFICATION_PARAM]: id, [ORGANIZATION_PARAM]: organization_id })

function withParams(path: string, params: Record<string, string>): string {
  const url = new URL(path, 'https://console.invalid')
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** The section of the organization's page with its webhooks. */
export const DEVELOPER_PATH = '/organization#developer'

/** The section of the settings about notifications. */
export const RULES_PATH = '/agent#notifications'
