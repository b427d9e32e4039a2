import type { FactName } from './state.ts'
import { tellsDetail } from './understand/answers.ts'

const QUESTIONS_OF_FACTS: readonly (readonly [FactName, RegExp])[] = [
  ['budget', /\b(?:budget|spend|afford|price range)\b/i],
  ['property_size', /\bhow (?:big|large)\b|\b(?:square|acres?|acreage|sq|size)\b/i],
  ['service_availability', /\b(?:available|availability|best time|times? works?|days? works?|good time)\b/i],
  ['timeline', /\b(?:timeline|how soon|when (?:do|would|should|are) you|time ?frame|start date|deadline)\b/i],
  ['address', /\b(?:address|where is)\b/i],
  [
    'service_needs',
    /\b(?:what|which) (?:kinds? of |types? of |sorts? of )?(?:works?|services?|jobs?|projects?)\b/i,
  ],
  ['email', /\be-?mail\b/i],
  ['phone', /\bphone\b/i],
  ['name', /\byour (?:full )?name\b/i],
]

/** Returns the fact that an owner's question asks for, or null. */
export function factOfQuestion(question: string): FactName | null {
  return QUESTIONS_OF_FACTS.find(([, pattern]) => pattern.test(question))?.[0] ?? null
}

const LONGEST_ANSWER = 120

/** Returns whether a statement is an answer to a question about a detail. */
export const isAnswerTo = (fact: FactName, statement: string): boolean =>
  statement !== '' && statement.length <= LONGEST_ANSWER && tellsDetail(fact, statement)

/** Words that show that a message gives a detail without being asked. */
const CUES: Partial<Record<FactName, RegExp>> = {
  property_size: /\b(?:yard|lawn|lot|property|jard[ií]n|c[eé]sped|propiedad)\b/iu,
  budget: /\b(?:budget|spend|afford|can (?:do|pay)|presupuesto)\b/i,
  timeline: /\b(?:timeline|deadline|done|finished|completed|started|as soon as|no (?:rush|hurry)|urgent)/i,
  service_availability:
    /\b(?:available|availability|reach me|call(?:ed)?|best time|works (?:best )?for (?:me|us)|disponible)\b/i,
}

/** Returns whether the wording of a message shows that a value in it is meant as this fact. */
export const isAnnounced = (fact: FactName, text: string): boolean => CUES[fact]?.test(text) ?? false

/** Returns whether a time can answer an owner's question. */
export function asksForTime(question: string | null | undefined): boolean {
  const fact = question ? factOfQuestion(question) : null
  return Boolean(question) && fact !== 'property_size' && fact !== 'budget'
}
