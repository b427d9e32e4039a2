import type { InboxConversation } from '../../contract/conversations.ts'
import { present } from '../leads/name.ts'

/**
 * Returns who a conversation is with: the lead's display name or the name that the visitor gave, else where the visitor
 * lives, else the page of the website.
 */
export function whoOf({ name, city, page }: Pick<InboxConversation, 'name' | 'city' | 'page'>): string {
  const known = present(name)
  if (known) return known
  const [town, path] = [present(city), present(page)]
  if (town) return `Visitor from ${town}`
  if (path === '/') return 'Visitor on the home page'
  return path ? `Visitor on ${path}` : 'Visitor'
}

/** Returns whether someone's name is known. */
export const isNamed = ({ name }: Pick<InboxConversation, 'name'>): boolean => present(name) !== null

type Last = Pick<InboxConversation, 'last_author' | 'taken_by' | 'taken_by_name'>

/**
 * Returns who wrote the last message: "Visitor", "Agent", "You", a member's name, or "Team" if that is not known.
 * `userId` is the user's.
 */
export function lastAuthor({ last_author, taken_by, taken_by_name }: Last, userId: string | null): string {
  if (last_author === 'visitor') return 'Visitor'
  if (last_author === 'agent') return 'Agent'
  if (taken_by !== null && taken_by === userId) return 'You'
  return present(taken_by_name) ?? 'Team'
}

const CHANNELS: Readonly<Record<string, string>> = { website_chat: 'Website chat' }

/** Returns a channel in words. Those of later versions keep their name: `text_message` is "Text message". */
export function channelName(channel: string): string {
  const words = channel.replaceAll('_', ' ').trim()
  return CHANNELS[channel] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
