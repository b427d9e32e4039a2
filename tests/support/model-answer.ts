import type { ModelAnswer, Sentence } from '../../server/agent/model/form.ts'
import type { Source } from '../../server/agent/sources.ts'
import { keywords } from '../../server/agent/words/words.ts'

/** Returns a sentence of a model that cites sources. */
export const sentence = (say: string, ...cites: string[]): Sentence => ({ cites, say })

/** Returns a model's answer in its form. What the parts leave out is empty. A text is a sentence without sources. */
export function modelAnswer({
  sentences = [],
  ...parts
}: Partial<Omit<ModelAnswer, 'sentences'>> & { sentences?: readonly (string | Sentence)[] } = {}): string {
  const { risk = 'none', facts = [], corrections = [], action = 'none', when = '', unanswered = '' } = parts
  const said = sentences.map((each) => (typeof each === 'string' ? sentence(each) : each))
  // In the order of the schema, which a model follows.
  return JSON.stringify({ risk, facts, corrections, sentences: said, action, when, unanswered })
}

/** Reads the sources in the prompt of a model. */
export const sourcesIn = (prompt: string): Source[] =>
  [...prompt.matchAll(/^\[([\w.]+)\] (.+)$/gm)].map(([, id = '', text = '']) => ({ id, text }))

/** Returns the source that shares most of its words with a sentence: the one that a model would cite for an invention. */
export function nearestSource(say: string, sources: readonly Source[]): Source {
  const words = keywords(say)
  const likenessOf = ({ text }: Source) => {
    const own = keywords(text)
    return [...words].filter((word) => own.has(word)).length / Math.sqrt(own.size || 1)
  }
  const [nearest] = sources.toSorted((a, b) => likenessOf(b) - likenessOf(a))
  if (!nearest) throw new Error('There are no sources')
  return nearest
}

/** Removes what the agent says while it waits for a slow model: on a loaded machine, every model is slow. */
export const withoutFiller = (text: string) => text.replace(/^One moment, please\.(?: |$)/, '')
