import type { FactName } from './state.ts'
import { MONTH_NAME } from './words/calendar.ts'

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
const WEEKDAYS = 'mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun'
const AMOUNT =
  '\\d[\\d.,/]*(?:st|nd|rd|th)?k?|half|quarter|third|one|two|three|four|five|six|seven|eight|nine|ten|dozen|few|couple|hundred|thousand|grand|un|una|medio|media|dos|tres|cuatro|cinco|seis|diez|cien|mil'

/** Words, at least one of which occurs in an answer to a question about the fact. */
const TELLING: Partial<Record<FactName, string>> = {
  property_size: `small|smaller|medium|large|larger|big|bigger|huge|tiny|average|normal|standard|ac|acres?|hectares?|sq|sqft|square|feet|foot|ft|yards?|lots?|blocks?|${AMOUNT}|pequeñ[oa]|median[oa]|grandes?|pies|acres|metros`,
  budget: `\\$[\\d.,]+k?|\\d{2}[\\d.,]*|\\d+k|hundred|thousand|grand|cien|mil|dollars?|bucks|usd|flexible|open|cheap(?:est)?|low|tight|reasonable|unlimited|no|none|dólares|flexible|barato`,
  timeline: `asap|a\\.s\\.a\\.p\\.?|soon(?:er|est)?|now|today|tonight|tomorrow|weeks?|weekends?|months?|year|spring(?:time)?|summer|fall|autumn|winter|(?:${WEEKDAYS})(?:days?)?|${MONTH_NAME}|flexible|whenever|any ?time|rush|hurry|deadline|immediately|away|urgent(?:ly)?|days?|holidays?|christmas|easter|thanksgiving|later|\\d{1,2}(?:st|nd|rd|th)|\\d{1,2}\\/\\d{1,2}|pronto|semanas?|mes(?:es)?|mañana|hoy|primavera|verano|otoño|invierno|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre`,
  service_availability: `(?:${WEEKDAYS})(?:days?|s)?|week ?days?|week ?ends?|week ?nights?|mornings?|afternoons?|evenings?|nights?|any ?time|any|day|whenever|noon|lunch|\\d{1,2}(?::\\d{2})?\\s?(?:am|pm|a\\.m\\.|p\\.m\\.)?|flexible|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|mañanas?|tardes?`,
}

const CLOCK_TIME =
  /\b(?:at|a las?) \d|\d ?(?:am|pm)\b|\d:\d\d|^\W*\d{1,2} (?:is|works|would be|sounds) (?:good|better|fine|great|ok(?:ay)?|perfect|best)\b/i

/** Words that add nothing to such an answer. */
const FILLER = new Set(
  `about around closer sorry maybe roughly approximately approx probably just like pretty fairly very quite kind of so too really
  i i'd i'm i'll we we'd we're we'll it it's its that that's is are be keep go stay would will should could can do done need want
  hope hoping prefer think thinking guess say looking planning plan have has got get started start starting finished
  completed happen my our the this these those to in on at by before after within between until till from for up
  or and but with if possible either not no nothing than then more less least most over under below tops between max maximum minimum
  a an un una total range somewhere early late mid middle end beginning next following some sometime time any other every
  each per month visit week cut mow year yard lawn lot property house size sized backyard front back city suburban
  corner whole set specific fixed particular hard budget price cost spend spending as possible little right depends
  depending when gets warm warmer works best free available best there here home usually mostly only
  specifically please thanks thank you hopefully ideally please max ish long also both was good fine ok okay yes yeah
  timeline deadline sure mind in decided yet go flexible anytime give take exactly actually well um uh oh hmm
  en el la los las de para por lo
  antes cuanto posible unos unas más o menos próxima próximo este esta es que quiero quisiera sería`.split(
    /\s+/,
  ),
)

const TELLING_WORD = new Map(
  Object.entries(TELLING).map(([name, words]) => [name, new RegExp(`^(?:${words})$`, 'iu')] as const),
)

/** Returns whether a statement consists only of an answer to a question about a fact. */
export function isAnswerTo(fact: FactName, statement: string): boolean {
  const telling = TELLING_WORD.get(fact)
  if (!telling || statement === '' || statement.length > LONGEST_ANSWER) return false
  if (fact === 'property_size' && CLOCK_TIME.test(statement)) return false
  const words =
    statement
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}$][\p{L}\p{N}$.,/:']*/gu) ?? []
  const bare = words.map((word) => word.replace(/[.,:']+$/, ''))
  const other = bare.filter((word) => !telling.test(word) && !FILLER.has(word))
  return other.length === 0 && bare.some((word) => telling.test(word))
}

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
