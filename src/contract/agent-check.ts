import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { tolerant } from './tolerance.ts'

/** A typical chat used to check the agent. `title` describes, in the owner's words, what the visitor does. */
export const CheckChat = tolerant(v.object({ id: v.string(), title: v.string() }), {
  defaults: ({ id }) => ({ title: id ?? '' }),
})
export type CheckChat = v.InferOutput<typeof CheckChat>

/** `settings` identifies the agent's knowledge: its value changes whenever the settings change. */
export const CheckPlan = tolerant(v.object({ settings: v.string(), chats: v.array(CheckChat) }), {
  defaults: () => ({ settings: '', chats: [] }),
})
export type CheckPlan = v.InferOutput<typeof CheckPlan>

const Expectation = v.object({ text: v.string(), is_met: v.boolean() })

/** A completed check chat: the expectations of the agent, and the messages. `author` is `visitor` or `agent`. */
export const CheckedChat = tolerant(
  v.object({
    id: v.string(),
    expectations: v.array(Expectation),
    messages: v.array(v.object({ author: v.string(), content: v.string() })),
  }),
  { defaults: () => ({ expectations: [], messages: [] }) },
)
export type CheckedChat = v.InferOutput<typeof CheckedChat>

/**
 * The id of a chat that is not part of the check: what the agent says to someone who writes at 9 PM in the business's
 * time zone.
 */
export const EVENING_CHAT = 'evening'

const CHECK = '/api/v1/organizations/:orgId/agent-check'

export const getCheckPlan = endpoint({
  method: 'GET',
  path: CHECK,
  summary: 'List the typical chats that check the agent with the settings of the organization',
  access: 'member',
  reply: CheckPlan,
})

export const playCheckChat = endpoint({
  method: 'POST',
  path: `${CHECK}/:chatId`,
  summary: 'Run one of the typical chats, or the chat `evening`, with the agent; nothing is stored or sent',
  access: 'member',
  reply: CheckedChat,
  errors: [404],
})
