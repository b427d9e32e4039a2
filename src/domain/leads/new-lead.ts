import { counted } from '../common/counted.ts'
import { present } from '../common/present.ts'

/** The toast for a new lead (section 7): the duration in milliseconds, and the link target. */
export const NEW_LEAD_TOAST = { duration: 8_000, href: '/leads' } as const

/** Returns `New lead: {contact name}` (section 7). */
export function newLeadText(contactName: string | null): string {
  return `New lead: ${present(contactName) ?? 'no name yet'}`
}

export function bookedText(contactName: string | null): string {
  return `Estimate booked: ${present(contactName) ?? 'no name yet'}`
}

const BADGE = /^\(\d+\+?\) /

/** The highest number that a badge shows. */
const MOST_ON_BADGE = 99

/** Returns the number on a badge: "99+" for 100 or more. */
export const badgeText = (count: number): string =>
  count > MOST_ON_BADGE ? `${MOST_ON_BADGE}+` : String(count)

/** Returns a page's title with the number of new items, such as `(2) Leads`. 0 removes the number. */
export function badgedTitle(title: string, count: number): string {
  const plain = title.replace(BADGE, '')
  return count > 0 ? `(${badgeText(count)}) ${plain}` : plain
}

/** Returns the title of a page called `name`, preserving the badge. */
export function renamedTitle(title: string, name: string): string {
  return `${BADGE.exec(title)?.[0] ?? ''}${name} · Fieldhand`
}

/** Returns a text such as "1 new lead", with a note if the current filter hides all new leads. */
export function arrivalsText(count: number, shown: number): string {
  const leads = counted(count, 'new lead')
  return shown === 0 ? `${leads}, hidden by the current filter` : leads
}
