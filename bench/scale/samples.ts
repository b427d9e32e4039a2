import { conversationsOf, organizationOf, type Size, WITH_LEAD } from './fill.ts'
import type { Sample } from './hot-paths.ts'
import { WITH_OWNER } from './organizations.ts'

/** Returns the newest conversation of an organization that has a lead. */
function newestWithLead(organization: number, size: Size): number {
  for (let n = conversationsOf(size) - 1; n >= 0; n -= 1)
    if (WITH_LEAD.includes(n % 10) && organizationOf(n, size.organizations) === organization) return n
  throw new Error(`Organization ${organization} has no lead`)
}

/** Returns samples of the largest organization, one of average size, and one in the middle. */
export function samplesOf(size: Size): Record<string, Sample> {
  const near = (n: number) => Math.max(1, Math.round(n / WITH_OWNER)) * WITH_OWNER
  const named = {
    'The largest organization': 1,
    'A small organization': near(size.organizations / 2),
  }
  return Object.fromEntries(
    Object.entries(named).map(([title, organization]) => [
      title,
      { organization, conversation: newestWithLead(organization, size) },
    ]),
  )
}
