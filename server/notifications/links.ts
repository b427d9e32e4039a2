import type { Selectable } from 'kysely'
import { NOTIFICATION_PARAM, ORGANIZATION_PARAM } from '../../src/contract/links.ts'
import type { Config } from '../config.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'

type Row = Selectable<NotificationsTable>

/**
 * Returns the URL for unsubscribing a notification's recipient, or null for a test, which the recipient has requested.
 * A stranger can have a conversation sent to any address.
 */
export function unsubscribeUrl(
  { origins }: Pick<Config, 'origins'>,
  { kind, token }: Pick<Row, 'kind' | 'token'>,
): string | null {
  if (kind === 'test') return null
  return `${origins.api}/api/v1/notifications/unsubscribe/${encodeURIComponent(token)}`
}

/** Returns a console path that opens in the notification's organization. */
export const inOrganization = (path: string, { organization_id }: Pick<Row, 'organization_id'>): string =>
  withParams(path, { [ORGANIZATION_PARAM]: organization_id })

/** Like `inOrganization`, but the console also reports that the recipient followed the notification's link. */
export const reported = (
  path: string,
  { id, organization_id }: Pick<Row, 'id' | 'organization_id'>,
): string => withParams(path, { [NOTIFICATION_PARAM]: id, [ORGANIZATION_PARAM]: organization_id })

function withParams(path: string, params: Record<string, string>): string {
  const url = new URL(path, 'https://console.invalid')
  for (const [name, value] of Object.entries(params)) url.searchParams.set(name, value)
  return url.pathname + url.search + url.hash
}

/** The webhooks section of the organization's page. */
export const DEVELOPER_PATH = '/organization#developer'

/** The notifications section of the settings. */
export const RULES_PATH = '/agent#notifications'
