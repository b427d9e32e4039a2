import type { InboxConversation } from '../../contract/conversations.ts'
import { capitalized } from '../common/capitalized.ts'
import { present } from '../common/present.ts'

/** The path of the widget host's page that the console shows as the preview. */
const PREVIEW = '/preview.html'

/**
 * Returns a name for the other party of a conversation: the lead's display name or the name that the visitor gave, or
 * else the visitor's city, or else the website's page.
 */
export function whoOf({ name, city, page }: Pick<InboxConversation, 'name' | 'city' | 'page'>): string {
  const known = present(name)
  if (known) return known
  const [town, path] = [present(city), present(page)]
  if (path === PREVIEW) return 'Visitor in the preview'
  if (town) return `Visitor from ${town}`
  if (path === '/') return 'Visitor on the home page'
  return path ? `Visitor on ${path}` : 'Visitor'
}

/** Returns whether the visitor's name is known. */
export const isNamed = ({ name }: Pick<InboxConversation, 'name'>): boolean => present(name) !== null

type Last = Pick<InboxConversation, 'last_author' | 'taken_by' | 'taken_by_name'>

/**
 * Returns the author of the last message: "Visitor", "Agent", "You", a member's name, or "Team" if the name is not
 * known. `userId` is the id of the current user.
 */
export function lastAuthor({ last_author, taken_by, taken_by_name }: Last, userId: string | null): string {
  if (last_author === 'visitor') return 'Visitor'
  if (last_author === 'agent') return 'Agent'
  if (taken_by !== null && taken_by === userId) return 'You'
  return present(taken_by_name) ?? 'Team'
}

const CHANNELS: Readonly<Record<string, string>> = {
  website_chat: 'Website chat',
  sms: 'Text messages',
  phone: 'Phone',
}

/**
 * Returns the label of a channel. Derives unknown labels from the channel's name: `text_message` becomes "Text
 * message".
 */
export function channelName(channel: string): string {
  const words = channel.replaceAll('_', ' ').trim()
  return CHANNELS[channel] ?? capitalized(words)
}
