import type { Selectable } from 'kysely'
import { NOTIFICATION_PARAM, ORGANIZATION_PARAM } from '../../src/contract/links.ts'
import type { NotificationsTable } from '../db/notification-schema.ts'
import type { Config } from '../kernel/config.ts'

type Row = Selectable<NotificationsTable>

export const UNSUBSCRIBE_PATH = '/api/v1/notifications/unsubscribe/:token'
export const RESUBSCRIBE_PATH = '/api/v1/notifications/resubscribe/:token'

const NOT_UNSUBSCRIBED: ReadonlySet<string> = new Set(['test', 'resubscribe', 'recipient_code'])

const urlOf = (path: string, { origins }: Pick<Config, 'origins'>, { token }: Pick<Row, 'token'>) =>
  origins.api + path.replace(':token', encodeURIComponent(token))

/**
 * Returns the URL for unsubscribing a notification's recipient, or null for a message that the recipient has requested,
 * that someone who has unsubscribed gets, or that names no business, as a code does. A stranger can have a conversation
 * sent to any address.
 */
export const unsubscribeUrl = (
  config: Pick<Config, 'origins'>,
  row: Pick<Row, 'kind' | 'token'>,
): string | null => (NOT_UNSUBSCRIBED.has(row.kind) ? null : urlOf(UNSUBSCRIBE_PATH, config, row))

/** Returns the URL with which a recipient who has unsubscribed undoes that. */
export const resubscribeUrl = (config: Pick<Config, 'origins'>, row: Pick<Row, 'token'>): string =>
  urlOf(RESUBSCRIBE_PATH, config, row)

/**
 * Returns a sent text without its notification's token, because members read it in the log, and the token permits to
 * act for the recipient.
 */
export const withoutToken = (text: string, { token }: Pick<Row, 'token'>): string =>
  text.replaceAll(token, '…')

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
