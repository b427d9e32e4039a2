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

/** Adds the notification to a path of the console, which reports that its link was followed. */
export function reported(path: string, { id }: Pick<Linked, 'id'>): string {
  const [before = '', hash] = path.split('#')
  const query = `${before.includes('?') ? '&' : '?'}notification=${encodeURIComponent(id)}`
  return `${before}${query}${hash === undefined ? '' : `#${hash}`}`
}

/** The section of the organization's page with its webhooks. */
export const DEVELOPER_PATH = '/organization#developer'

/** The section of the settings that says who hears of what. */
export const RULES_PATH = '/agent#notifications'
