import { LIMITS } from '../../src/contract/limits.ts'
import type { AgentTrace } from '../../src/contract/trace.ts'
import { cutText } from '../../src/domain/common/cut-text.ts'
import type { ParsedMessage } from './parse-message.ts'
import { hintsAtDanger } from './safety.ts'
import type { Source } from './sources.ts'
import type { AgentState, FactName } from './state.ts'
import { likelihoodsOf } from './understand/likelihoods.ts'

/** The source of the answer to a question; `policy` is a fixed text. */
export interface Cited extends Source {
  question: string
}

const MOST_INTENTS = 3
/** The least probability of an intent that is worth showing. */
const WORTH = 0.1

/** Returns the likeliest intents of a message, best first. */
function intentsOf(text: string): AgentTrace['intents'] {
  return [...likelihoodsOf(text)]
    .filter(([, chance]) => chance >= WORTH)
    .sort(([, a], [, b]) => b - a)
    .slice(0, MOST_INTENTS)
    .map(([name, chance]) => ({ name, chance: Math.round(chance * 100) / 100 }))
}

const SHOWN: readonly FactName[] = [
  'name',
  'phone',
  'email',
  'address',
  'service_needs',
  'property_size',
  'budget',
  'timeline',
  'service_availability',
]

/** Returns the visitor's words for a value; the whole message if they differ from the value. */
function quoteOf(value: string, text: string): string {
  const at = text.toLowerCase().indexOf(value.toLowerCase())
  return cutText(at === -1 ? text : text.slice(at, at + value.length), LIMITS.line)
}

/** Returns the facts that a message has added or changed, with the visitor's words. */
export function factsOf(before: AgentState['known'], after: AgentState['known'], text: string) {
  return SHOWN.flatMap((field) => {
    const value = after[field]
    return value && value !== before[field] ? [{ field, value, quote: quoteOf(value, text) }] : []
  })
}

/** Returns what the script understood, and the sources of its answers. */
export function traceOf(
  text: string,
  parsed: Pick<ParsedMessage, 'danger' | 'acts'>,
  known: AgentState['known'],
  after: AgentState['known'],
  cited: readonly Cited[],
): AgentTrace {
  const hint = hintsAtDanger(text) ? 'possible' : null
  return {
    maker: 'script',
    fallback: null,
    danger: parsed.danger ?? hint,
    intents: intentsOf(text),
    acts: [...parsed.acts],
    facts: factsOf(known, after, text),
    sources: cited.map(({ question, id, text: words }) => ({
      question: cutText(question, LIMITS.line),
      id,
      text: cutText(words, LIMITS.line),
    })),
    dropped: [],
  }
}
