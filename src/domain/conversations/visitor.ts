import { type InboxMessage, REPLY_MAIL_MINUTES, type ThreadVisitor } from '../../contract/conversations.ts'
import { relativeTime } from '../time/relative-time.ts'
import { timeOfDay } from './days.ts'

type Visitor = ThreadVisitor | null | undefined

/** Returns whether the visitor is at the chat, or when the visitor left; '' if the API doesn't know. */
export function presenceText(visitor: Visitor, now: Date): string {
  if (!visitor) return ''
  if (visitor.is_here) return 'Here now'
  return visitor.left_at === null ? '' : `Left ${relativeTime(visitor.left_at, now).toLowerCase()}`
}

/** Returns what happens with an unread reply to a visitor, as a sentence; '' if the API doesn't say. */
function unreadText({ reply_way, reply_email, reply_phone }: ThreadVisitor): string {
  switch (reply_way) {
    case 'text':
      return `Your reply is sent as a text to ${reply_phone}.`
    case 'texts_stopped':
      return `Your reply can’t be sent, because ${reply_phone} has stopped texts.`
    case 'email':
      return `Your reply is emailed to ${reply_email} if it isn’t read within ${REPLY_MAIL_MINUTES} minutes.`
    case 'emailed':
      return `An email about your unread replies went to ${reply_email}. More replies wait in the chat.`
    case 'failed':
      return `The email about your unread replies wasn’t delivered. Your reply waits in the chat.`
    case 'no_address':
      return 'Your reply waits in the chat, because there is no email address from the visitor.'
    case 'unsubscribed':
      return `Your reply waits in the chat, because ${reply_email} has unsubscribed.`
    case 'no_contact':
      return 'Your reply waits in the chat, because the visitor asked not to be contacted.'
    case 'test':
      return 'Your reply waits in the chat, because a test sends no email.'
    case 'unavailable':
      return 'Your reply waits in the chat, because email isn’t set up.'
    default:
      return ''
  }
}

/**
 * Returns what to know before replying to a visitor called `name` who isn't at the chat: when the visitor left, and what
 * happens with the reply. '' if the visitor is there, or if the API doesn't know.
 */
export function absenceText(visitor: Visitor, name: string, now: Date): string {
  if (!visitor || visitor.is_here) return ''
  const left =
    visitor.left_at === null ? '' : `${name} left ${relativeTime(visitor.left_at, now).toLowerCase()}.`
  return [left, unreadText(visitor)].filter(Boolean).join(' ')
}

/** How far the business's last message has come, such as "Delivered". */
export interface Receipt {
  messageId: string
  text: string
}

/**
 * Returns how far the last message of the business has come: sent, delivered to the visitor's browser, or seen. Null if
 * the visitor has written since, which says more, or if the API doesn't know.
 */
export function receiptOf(messages: readonly InboxMessage[], visitor: Visitor): Receipt | null {
  const last = messages.findLast(({ message_type }) => message_type !== 'note')
  if (!visitor || !last || last.author === 'visitor') return null
  const { is_here, left_at, read_position, read_at, received_position } = visitor
  // The browser has never reported anything.
  if (!is_here && left_at === null && received_position === null && visitor.reply_way !== 'text') return null
  const messageId = last.id
  if (read_position !== null && read_position >= last.position)
    return { messageId, text: read_at === null ? 'Seen' : `Seen ${timeOfDay(read_at)}` }
  const isReceived = received_position !== null && received_position >= last.position
  return { messageId, text: isReceived ? 'Delivered' : 'Sent' }
}
