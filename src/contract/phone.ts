import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant, text } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

/** A text number that the business has at Twilio or Telnyx itself. Its credentials never leave the server. */
export const OwnNumber = tolerant(
  v.object({
    /** In E.164 format, and as people write it. */
    number: v.string(),
    number_display: v.string(),
    /** Twilio, if it is missing. */
    carrier: v.optional(v.nullable(v.picklist(['twilio', 'telnyx']))),
    /** The last 4 characters of the account SID at Twilio; empty at Telnyx. */
    account_last4: v.string(),
    connected_at: v.nullable(Instant),
    /** Why the carrier refuses to send from it, or doesn't report its texts here; null while all is well. */
    trouble: v.nullable(v.string()),
    /** When the last text to it, and the last call, arrived; null if none has. */
    last_text_at: v.nullable(Instant),
    last_call_at: v.nullable(Instant),
    /** Where the carrier must report texts to it and calls to it, by HTTP POST; calls at Telnyx nowhere (empty). */
    text_url: v.string(),
    call_url: v.string(),
  }),
  {
    defaults: () => ({
      number: '',
      number_display: '',
      account_last4: '',
      connected_at: null,
      trouble: null,
      last_text_at: null,
      last_call_at: null,
      text_url: '',
      call_url: '',
    }),
  },
)
export type OwnNumber = v.InferOutput<typeof OwnNumber>

/** How a business's missed calls reach this server, and which number its texts come from. */
export const PhoneLine = tolerant(
  v.object({
    /**
     * The number in E.164 format from which the business's texts come, and to which it forwards the calls that it misses:
     * its own, or this server's; null if there is none.
     */
    number: v.nullable(v.string()),
    /** The same number as people write it. */
    number_display: v.nullable(v.string()),
    /** Whether calls to the number reach this server; they don't if it is at Telnyx. If missing, they do. */
    takes_calls: v.optional(v.nullable(v.boolean())),
    /** The members' confirmed numbers, as people write them, from which a test call connects the business's number. */
    test_phones: v.array(v.string()),
    /** When a test call has connected the business's number; null if none has. */
    connected_at: v.nullable(Instant),
    /** When the last missed call arrived; null if none has. */
    last_call_at: v.nullable(Instant),
    /** The business's own number; null if its texts come from this server's. */
    own: v.optional(v.nullable(OwnNumber)),
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

const OWN_NUMBER = '/api/v1/organizations/:orgId/phone-number' as const

const phone = v.pipe(text(LIMITS.line), v.trim(), v.nonEmpty('Enter the phone number'))

const NumberAtTwilio = v.object({
  carrier: v.optional(v.literal('twilio'), 'twilio'),
  account_sid: v.pipe(
    text(LIMITS.line),
    v.trim(),
    v.regex(/^AC[0-9A-Fa-f]{32}$/, 'The account SID is AC followed by 32 digits and letters from a to f'),
  ),
  auth_token: v.pipe(text(LIMITS.line), v.trim(), v.nonEmpty('Enter the auth token')),
  phone,
})

const NumberAtTelnyx = v.object({
  carrier: v.literal('telnyx'),
  api_key: v.pipe(text(LIMITS.line), v.trim(), v.nonEmpty('Enter the API key')),
  public_key: v.pipe(
    text(LIMITS.line),
    v.trim(),
    v.regex(/^[A-Za-z0-9+/]{43}=?$/, 'The public key is 44 letters, digits, and signs that end with ='),
  ),
  phone,
})

export const NumberInput = v.variant('carrier', [NumberAtTwilio, NumberAtTelnyx])
export type NumberInput = v.InferOutput<typeof NumberInput>

export const connectNumber = endpoint({
  method: 'PUT',
  path: OWN_NUMBER,
  summary: 'Connect a number of the business’s own account at Twilio or Telnyx; texts then come from it',
  access: 'admin',
  body: NumberInput,
  reply: PhoneLine,
  errors: [409, 422],
})

export const checkNumber = endpoint({
  method: 'POST',
  path: `${OWN_NUMBER}/check`,
  summary: 'Ask the carrier what keeps texts and calls to the business’s own number from arriving',
  access: 'admin',
  body: v.object({}),
  reply: v.object({ problems: v.array(v.string()) }),
  errors: [404, 409],
})

export const disconnectNumber = endpoint({
  method: 'DELETE',
  path: OWN_NUMBER,
  summary: 'Disconnect the business’s own number; texts then come from this server’s',
  access: 'admin',
  reply: null,
})
