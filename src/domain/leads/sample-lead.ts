import { MINUTE_MS } from '../time/durations.ts'
/** Section 2: the statuses in the static lead view. */
export const SAMPLE_STATUSES = ['new', 'qualified', 'booked', 'lost'] as const
export type SampleStatus = (typeof SAMPLE_STATUSES)[number]

export interface SampleLead {
  name: string
  email: string
  phone: string
  status: SampleStatus
  /** In US dollars. */
  estimatedValue: number
  notes: string
  /** ISO 8601. */
  updatedAt: string
}

/** Returns the sample lead as if it had arrived 15 minutes ago. */
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
  new: 'Call within the hour: the first to answer usually gets the job. Ask about the property and the timeline.',
  qualified: 'You know what they need and that it fits. Send the booking link, or agree on an estimate call.',
  booked: 'The estimate call is booked. Save it to your calendar, and confirm the day before.',
  lost: 'Note why, so that you can see what costs you jobs. A friendly message next season may bring them back.',
}

/** Returns the owner's next step for a lead with a given status. */
export function nextStep(status: SampleStatus): string {
  return NEXT_STEPS[status]
}
