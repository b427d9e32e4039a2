import type { AgentContext, Business } from '../../../server/agent/state.ts'
import type { Busy } from '../../../server/call-times/slots.ts'
import { DEFAULT_APPOINTMENT } from '../../../src/contract/appointments.ts'
import { DEFAULT_HOURS } from '../../../src/contract/profile.ts'
import { endOf } from '../../../src/domain/leads/bookings.ts'

/** Friday, November 20, 2026, 9 AM in Austin: open until 5 PM. */
export const FRIDAY_MORNING = new Date('2026-11-20T15:00:00Z')

const GREEN_ACRES: Business = {
  name: 'Green Acres',
  agentName: 'Ava',
  tone: 'friendly',
  useEmojis: false,
  phone: '(512) 555-0100',
  email: 'hello@green.test',
  services: ['Lawn Care & Maintenance', 'Tree Services', 'Gutter Cleaning'],
  servicesDescription: null,
  pricingNotes: null,
  summary: null,
  replyTime: 'Within a few hours',
  hours: DEFAULT_HOURS,
  callHours: null,
  appointment: DEFAULT_APPOINTMENT,
  timezone: 'America/Chicago',
  closures: [],
  holidays: [],
  holidaysClosed: [],
  faqs: [
    { question: 'Are you licensed and insured?', answer: 'Yes, licensed and insured in Texas.' },
    { question: 'How much does a mowing visit cost?', answer: 'Most lawns are $45 to $70 a visit.' },
    { question: 'Do you offer free estimates?', answer: 'Yes, every estimate is free.' },
    { question: 'What areas do you serve?', answer: 'Austin and 25 miles around it.' },
  ],
  questions: [],
  takesPhotos: true,
  bookingUrl: null,
  area: { type: null, radius: 25, zipCodes: [], cities: [], description: null, center: null, address: null },
}

/** The time of an estimate call that is booked. */
export function aCallAt(start: string): Busy {
  const from = new Date(start)
  return { from, to: endOf(from, DEFAULT_APPOINTMENT) }
}

/** An agent's context for Green Acres with some settings changed. */
export function aContext(changes: Partial<Business> = {}, now = FRIDAY_MORNING): AgentContext {
  return { business: { ...GREEN_ACRES, ...changes }, now, busy: [] }
}
