import type { Message } from '../../contract/leads.ts'
import { DAY_MS } from '../time/durations.ts'

/** Messages of one calendar day. `label` is `Today`, `Yesterday`, the full date, or '' if unknown. */
export interface ConversationDay {
  label: string
  messages: Message[]
}

/** Returns a message's sender (section 2, Lead dialog): Customer for incoming messages, Agent for all others. */
export function senderOf(message: Pick<Message, 'message_type'>): 'Customer' | 'Agent' {
  return message.message_type === 'incoming' ? 'Customer' : 'Agent'
}

/**
 * Groups messages in order by calendar day in `timeZone`. A message without a time belongs to the previous
 * one.
 */
export function conversationDays(
  messages: readonly Message[],
  now: Date,
  timeZone?: string,
): ConversationDay[] {
  const calendar = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeZone })
  const today = calendar.format(now)
  const yesterday = calendar.format(now.getTime() - DAY_MS)
  const days: (ConversationDay & { day: string })[] = []
  for (const message of messages) {
    const last = days.at(-1)
    const time = Date.parse(message.created_at)
    const day = Number.isNaN(time) ? (last?.day ?? '') : calendar.format(time)
    if (last?.day === day) last.messages.push(message)
    else {
      const label = day === today ? 'Today' : day === yesterday ? 'Yesterday' : day
      days.push({ day, label, messages: [message] })
    }
  }
  return days.map(({ label, messages: ofDay }) => ({ label, messages: ofDay }))
}

/** Returns a message's time of day, "7:00 AM"; '' if unknown. */
export function timeOfDay(instant: string, timeZone?: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime())
    ? ''
    : date.toLocaleTimeString('en-US', { timeStyle: 'short', timeZone })
}
