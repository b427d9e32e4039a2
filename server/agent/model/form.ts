import { toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Danger } from '../safety.ts'

/** The dangers that a model can report. */
export const REPORTED = [
  'gas',
  'fire',
  'electric',
  'injury',
  'poison',
  'selfharm',
  'threat',
  'unsafe',
  'urgent',
  'minor',
] as const satisfies readonly Danger[]

/** What a model can ask the software to do. It never books or cancels: the visitor confirms both. */
export const ACTIONS = ['none', 'offer', 'propose', 'move', 'cancel', 'hand_over'] as const

export const FIELDS = [
  'name',
  'email',
  'phone',
  'address',
  'service_needs',
  'property_size',
  'budget',
  'timeline',
  'service_availability',
] as const

const Fact = v.strictObject({ field: v.picklist(FIELDS), value: v.string(), quote: v.string() })
const Sentence = v.strictObject({ cites: v.array(v.string()), say: v.string() })

/**
 * The form of a model's answer. The danger comes first, so that nothing is shown before it, and each sentence follows
 * its citations, so that it is complete as soon as it is there.
 */
const Answer = v.strictObject({
  risk: v.picklist(['none', ...REPORTED]),
  facts: v.array(Fact),
  corrections: v.array(Fact),
  sentences: v.array(Sentence),
  action: v.picklist(ACTIONS),
  when: v.string(),
  unanswered: v.string(),
})

/** The form as a JSON schema. */
export const SCHEMA = toJsonSchema(Answer, { errorMode: 'ignore' })

/** Smaller models leave out what is empty. */
const Read = v.object({
  risk: v.fallback(v.picklist(['none', ...REPORTED]), 'none'),
  facts: v.fallback(v.array(Fact), []),
  corrections: v.fallback(v.array(Fact), []),
  sentences: v.fallback(
    v.array(v.object({ cites: v.fallback(v.array(v.string()), []), say: v.string() })),
    [],
  ),
  action: v.fallback(v.picklist(ACTIONS), 'none'),
  when: v.fallback(v.string(), ''),
  unanswered: v.fallback(v.string(), ''),
})
export type ModelAnswer = v.InferOutput<typeof Read>
export type Sentence = v.InferOutput<typeof Sentence>

/** Reads a whole answer. Throws if it isn't in the form. */
export function readAnswer(text: string): ModelAnswer {
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  return v.parse(Read, JSON.parse(text.slice(Math.max(0, from), to + 1)))
}

const RISK = /"risk"\s*:\s*"(\w*)"/
const STRING = String.raw`"(?:[^"\\]|\\.)*"`
const SENTENCE = new RegExp(
  String.raw`\{\s*"cites"\s*:\s*\[\s*(?:${STRING}\s*(?:,\s*|(?=\])))*\]\s*,\s*"say"\s*:\s*${STRING}\s*\}`,
  'g',
)

/** Reads the complete sentences at the beginning of an unfinished answer; none if it reports a danger. */
export function sentencesSoFar(text: string): Sentence[] {
  if (RISK.exec(text)?.[1] !== 'none') return []
  return (text.match(SENTENCE) ?? []).flatMap((each) => {
    try {
      return [v.parse(Sentence, JSON.parse(each))]
    } catch {
      return []
    }
  })
}
