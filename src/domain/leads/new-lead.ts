import { present } from './name.ts'

/** Section 7: what is said when a lead comes in, for how many milliseconds, and where a click on it leads. */
export const NEW_LEAD_TOAST = { duration: 8_000, href: '/leads' } as const

/** `New lead: {contact name}` (section 7). */
export function newLeadText(contactName: string | null): string {
  return `New lead: ${present(contactName) ?? 'no name yet'}`
}

/** What is said when a visitor books an estimate call. */
export function bookedText(contactName: string | null): string {
  return `Estimate booked: ${present(contactName) ?? 'no name yet'}`
}

const BADGE = /^\(\d+\) /

/** A page's title with the number of leads that no one has seen, `(2) Leads`; 0 takes the number away. */
export function badgedTitle(title: string, count: number): string {
  const plain = title.replace(BADGE, '')
  return count > 0 ? `(${count}) ${plain}` : plain
}

/** The title of a page that is called `name`; a badge stays. */
export function renamedTitle(title: string, name: string): string {
  return `${BADGE.exec(title)?.[0] ?? ''}${name} · Fieldhand`
}

/** "1 new lead", and that the filter in force hides all of them when it does. */
export function arrivalsText(count: number, shown: number): string {
  const leads = count === 1 ? '1 new lead' : `${count} new leads`
  return shown === 0 ? `${leads}, outside the filter in force` : leads
}
