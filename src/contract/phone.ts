import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** How a business's missed calls reach this server. */
export const PhoneLine = tolerant(
  v.object({
    /** This server's number in E.164 format, to which a business forwards the calls that it misses; null if there is none. */
    number: v.nullable(v.string()),
    /** The same number as people write it. */
    number_display: v.nullable(v.string()),
    /** The members' confirmed numbers, as people write them, from which a test call connects the business's number. */
    test_phones: v.array(v.string()),
    /** When a test call has connected the business's number; null if none has. */
    connected_at: v.nullable(Instant),
    /** When the last missed call arrived; null if none has. */
    last_call_at: v.nullable(Instant),
  }),
  {
    defaults: () => ({
      number: null,
      number_display: null,
      test_phones: [],
      connected_at: null,
      last_call_at: null,
    }),
  },
)
export type PhoneLine = v.InferOutput<typeof PhoneLine>

export const getPhoneLine = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/phone-line',
  summary: 'Tell how the calls that the business misses reach this server',
  access: 'member',
  reply: PhoneLine,
})
