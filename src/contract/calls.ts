import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Instant } from './fields.ts'
import { tolerant } from './tolerance.ts'

/** How a call ended: with a booking, with a message for the team, at a person, before anything was said, or as spam. */
export const CALL_OUTCOMES = ['booked', 'message', 'transferred', 'abandoned', 'spam'] as const
export type CallOutcome = (typeof CALL_OUTCOMES)[number]

/**
 * A call that the agent answered. `phone` is the caller's number as people write it; null if it was hidden. `seconds` and
 * `outcome` are null while the call goes on. Later versions can add outcomes.
 */
export const AnsweredCall = tolerant(
  v.object({
    id: v.string(),
    phone: v.nullable(v.string()),
    started_at: Instant,
    seconds: v.nullable(v.number()),
    outcome: v.nullable(v.string()),
    summary: v.nullable(v.string()),
  }),
  { defaults: () => ({ id: '', phone: null, started_at: '', seconds: null, outcome: null, summary: null }) },
)
export type AnsweredCall = v.InferOutput<typeof AnsweredCall>

/** The languages in which calls are spoken. */
export const SPOKEN_LANGUAGES = ['en-US', 'es-US'] as const
const SpokenLanguage = v.picklist(SPOKEN_LANGUAGES)
export type SpokenLanguage = v.InferOutput<typeof SpokenLanguage>

/** A call in which a member tries the agent. */
export const TestCall = v.object({
  /** The first frame on the socket must name it as `callSid`. */
  id: v.string(),
  conversation_id: v.string(),
  /** The address of the socket (`ws:` or `wss:`). It counts once, within a minute, for pages of the console. */
  url: v.string(),
  /** What the agent says first. */
  greeting: v.string(),
  language: SpokenLanguage,
})
export type TestCall = v.InferOutput<typeof TestCall>

/**
 * Starts a call in which a member tries the agent: it needs no number, is a test like the chats of the preview, and rings
 * nobody. On the socket, the page sends and receives the frames of Twilio's ConversationRelay
 * (https://www.twilio.com/docs/voice/conversationrelay/websocket-messages). Closing it hangs up.
 */
export const startTestCall = endpoint({
  method: 'POST',
  path: '/api/v1/organizations/:orgId/test-calls',
  summary: 'Start a call in which a member tries the agent; it is a test',
  access: 'member',
  reply: TestCall,
  errors: [404],
})

/** What the agent's end of a call has the other end do. Frames that it doesn't know must be ignored. */
export const CallOrder = v.variant('type', [
  v.object({ type: v.literal('text'), token: v.string(), last: v.boolean(), lang: SpokenLanguage }),
  v.object({
    type: v.literal('language'),
    ttsLanguage: SpokenLanguage,
    transcriptionLanguage: SpokenLanguage,
  }),
  v.object({ type: v.literal('end'), handoffData: v.string() }),
])
export type CallOrder = v.InferOutput<typeof CallOrder>
