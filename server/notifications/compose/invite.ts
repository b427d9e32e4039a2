import { calendarFile } from '../../../src/domain/leads/calendar-file.ts'
import { sayToVisitor } from '../../agent/texts/visitor.ts'
import { inLanguage } from '../../base/catalogue.ts'
import type { Invite } from '../senders.ts'
import { type CallFacts, type Facts, mailAddress } from './facts.ts'
import { withoutLinks } from './words.ts'

/**
 * Returns the calendar entry for a visitor's estimate call, or null without a valid address. The UID stays the same for
 * a booking. The sequence increases with each change: it is the second in which the change was announced, unless the
 * change specifies a sequence.
 */
export function inviteOf(
  { business, lead, row, origins, language }: Facts,
  call: CallFacts,
  start: Date,
  method: Invite['method'],
): Invite | null {
  const attendee = mailAddress(row.recipient)
  if (attendee === null) return null
  const { sequence } = row.data
  const say = inLanguage(sayToVisitor, language, call.kind)
  const organizer = business.email ?? `no-reply@${new URL(origins.console).hostname}`
  const ways = [business.phone?.display, business.email, call.pageUrl].filter(Boolean).join('\n')
  const content = calendarFile({
    id: call.id,
    start,
    minutes: call.minutes,
    updatedAt: row.created_at,
    sequence: Number.isSafeInteger(sequence) ? Math.abs(Number(sequence)) : undefined,
    summary: say('callWith', { business: business.name }),
    description: `${say('willCall', { business: business.name })}\n${ways}`,
    url: call.pageUrl,
    location: call.kind === 'visit' ? call.location : null,
    status: method === 'CANCEL' ? 'CANCELLED' : 'CONFIRMED',
    invitation: {
      method,
      organizer: { name: business.name, email: organizer },
      attendee: { name: withoutLinks(lead?.person ?? '') || attendee, email: attendee },
    },
  })
  return { method, content }
}
