import type { InboxMessage } from '../../contract/conversations.ts'

/**
 * Returns a conversation as text. Each message has a line with its time (UTC) and author before it, and a line with the
 * link of each photo after it. Notes are marked.
 */
export function transcript(messages: readonly Omit<InboxMessage, 'client_id' | 'has_trace'>[]): string {
  return messages
    .map((message) => {
      const time = message.created_at.slice(0, 16).replace('T', ' ')
      const lines = [
        message.content,
        ...unheardOf(message),
        ...message.photos.map(({ url }) => `Photo: ${url}`),
      ].filter(Boolean)
      return `[${time} UTC] ${writerOf(message)}\n${lines.join('\n')}\n`
    })
    .join('\n')
}

const unheardOf = ({ unheard }: Pick<InboxMessage, 'unheard'>) =>
  unheard ? [`(Interrupted; not heard: ${unheard})`] : []

function writerOf({
  author,
  author_name,
  message_type,
}: Omit<InboxMessage, 'client_id' | 'has_trace'>): string {
  const name = author === 'visitor' ? 'Visitor' : author === 'agent' ? 'Agent' : (author_name ?? 'Team')
  return message_type === 'note' ? `${name} (internal note)` : name
}
