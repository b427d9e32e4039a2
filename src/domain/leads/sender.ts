import type { Message } from '../../contract/leads.ts'

/** Returns a message's sender (section 2, Lead dialog): Customer for incoming messages, and Agent for all others. */
export function senderOf(message: Pick<Message, 'message_type'>): 'Customer' | 'Agent' {
  return message.message_type === 'incoming' ? 'Customer' : 'Agent'
}
