import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { tolerant } from './tolerance.ts'

/** The values of missing fields. */
export const NO_TRACE = {
  maker: 'script',
  fallback: null,
  danger: null,
  intents: [],
  acts: [],
  facts: [],
  sources: [],
  dropped: [],
}

const Intent = tolerant(v.object({ name: v.string(), chance: v.number() }), {
  defaults: () => ({ name: '', chance: 0 }),
})
const Fact = tolerant(v.object({ field: v.string(), value: v.string(), quote: v.string() }), {
  defaults: () => ({ field: '', value: '', quote: '' }),
})
const Source = tolerant(v.object({ id: v.string(), question: v.string(), text: v.string() }), {
  defaults: () => ({ id: '', question: '', text: '' }),
})
const Dropped = tolerant(v.object({ say: v.string(), reason: v.string() }), {
  defaults: () => ({ say: '', reason: '' }),
})

/**
 * Why the agent said what it said after one message of the visitor; for members only. `maker` is `script` or `model`;
 * `fallback` is why the script answered although there is a model. `danger` is the kind of danger, `possible` for a weak
 * signal. `intents` are the likeliest ones, with their probabilities, and `acts` those that the agent acted on. `facts`
 * are what the message added, with the visitor's words. `sources` are the owner's texts that the answer rests on.
 * `dropped` are the model's sentences that were not sent. Later versions can add values.
 */
export const AgentTrace = tolerant(
  v.object({
    maker: v.string(),
    fallback: v.nullable(v.string()),
    danger: v.nullable(v.string()),
    intents: v.array(Intent),
    acts: v.array(v.string()),
    facts: v.array(Fact),
    sources: v.array(Source),
    dropped: v.array(Dropped),
  }),
  { defaults: () => NO_TRACE },
)
export type AgentTrace = v.InferOutput<typeof AgentTrace>

export const readMessageTrace = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/conversations/:conversationId/messages/:messageId/trace',
  summary: 'Get why the agent wrote a message with `has_trace`',
  access: 'member',
  scope: 'conversations:read',
  reply: AgentTrace,
  errors: [404],
})
