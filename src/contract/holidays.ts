import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Day } from './fields.ts'
import { tolerant } from './tolerance.ts'

/**
 * A public holiday at the business's location, with its English name and its days from today to the end of next year.
 */
export const Holiday = tolerant(v.object({ name: v.string(), days: v.array(Day) }), {
  defaults: () => ({ name: '', days: [] }),
})
export type Holiday = v.InferOutput<typeof Holiday>

export const listHolidays = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/holidays',
  summary: "List the public holidays in the country of the profile's time zone, next first",
  access: 'member',
  reply: v.array(Holiday),
})
