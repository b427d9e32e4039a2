import { MINUTE_MS } from './durations.ts'
/** Section 2: the static lead view has statuses of its own. */
export const SAMPLE_STATUSES = ['new', 'qualified', 'booked', 'lost'] as const
export type SampleStatus = (typeof SAMPLE_STATUSES)[number]

/** A lead that no one has sent, to show what one looks like. */
export interface SampleLead {
  name: string
  email: string
  phone: string
  status: SampleStatus
  /** US dollars. */
  estimatedValue: number
  notes: string
  /** ISO 8601. */
  updatedAt: string
}

/** The sample, as if it had come in a quarter of an hour ago. */
export function sampleLead(now: Date): SampleLead {
  return {
    name: 'Jordan Sample',
    email: 'jordan@example.com',
    phone: '(555) 555-0123',
    status: 'new',
    estimatedValue: 450,
    notes: 'Asked for weekly mowing of half an acre, gate on the left, home after 5 PM.',
    updatedAt: new Date(now.getTime() - 15 * MINUTE_MS).toISOString(),
  }
}

const NEXT_STEPS: Record<SampleStatus, string> = {
  new: 'Call within the hour: who answers first usually gets the job. Ask about the property and the timeline.',
  qualified: 'You know what they need and that it fits. Send the booking link, or agree on an estimate call.',
  booked: 'The estimate call stands. Save it to your calendar, and confirm the day before.',
  lost: 'Note why, so that you can see what costs you jobs. A friendly message next season may bring them back.',
}

/** What an owner does next with a lead of a status. */
export function nextStep(status: SampleStatus): string {
  return NEXT_STEPS[status]
}
