import type { FactName } from './state.ts'

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

/** Returns the fact that one of the owner's questions asks for, or null. */
export function factOfQuestion(question: string): FactName | null {
  return QUESTIONS_OF_FACTS.find(([, pattern]) => pattern.test(question))?.[0] ?? null
}

const LONGEST_ANSWER = 120
const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?'
const NUMBER_WORDS = 'one|two|three|four|five|six|seven|eight|nine|ten|half|quarter|third|couple|few|dozen'

/** What an answer to a question about a fact contains. Facts without an entry need evidence of their own. */
const EVIDENCE: Partial<Record<FactName, RegExp>> = {
  property_size: new RegExp(
    `^(?:it['’]?s |about |around |maybe |roughly |just |a |an |the |is |my |our |yard |lawn |lot |pretty |fairly |very |quite |kind of |not (?:too |very |that )?|so )*(?:(?:small|medium|large|big|huge|tiny|average|normal|standard|mid)(?:[ -]?sized?)?|(?:${NUMBER_WORDS}|\\d[\\d.,/]*k?)(?: (?:an?|of an?))?(?: (?:acres?|lots?|feet|ft|sq.*|yards?|blocks?|city lots?))?)(?: (?:yard|lawn|lot|property|one|size|city lot|suburban lot|corner lot|backyard|front yard|i think|i guess|or so|maybe))*$|\\b(?:acres?|hectares?|square (?:feet|foot|meters?|yards?)|sq ?ft|city lot|corner lot|quarter[- ]acre|pequeñ[oa]|median[oa]|grande)(?![\\p{L}])`,
    'iu',
  ),
  budget:
    /[$€]\s?\d|\b\d[\d,.]*\s?(?:k|dollars?|bucks|usd|hundred|thousand|d[oó]lares)?\b|\b(?:hundred|thousand)\b|\b(?:flexible|no (?:set |fixed |specific |particular )?budget|as (?:low|cheap|little) as|cheap(?:est)?|whatever it (?:takes|costs)|open to|depends on (?:the )?(?:price|quote|estimate)|tight budget|low budget|reasonable)\b/i,
  timeline: new RegExp(
    `\\b(?:asap|a\\.s\\.a\\.p|soon(?:er|est)?|now|today|tonight|tomorrow|weeks?|weekend|months?|year|spring|summer|fall|autumn|winter|season|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|${MONTHS}|flexible|whenever|any ?time|no (?:rush|hurry|deadline)|immediately|right away|urgent(?:ly)?|days?|holidays?|christmas|easter|thanksgiving|later|pronto|semanas?|mes(?:es)?|mañana|hoy|primavera|verano|otoño|invierno|\\d{1,2}\\/\\d{1,2})(?![\\p{L}])`,
    'iu',
  ),
  service_availability:
    /\b(?:(?:mon|tue|tues|wed|wednes|thu|thurs|fri|sat|satur|sun)(?:days?)?|week ?(?:days?|ends?|nights?)|mornings?|afternoons?|evenings?|nights?|any ?(?:time|day)|whenever|noon|lunch|after|before|\d{1,2}(?::\d{2})?\s?(?:am|pm|a\.m\.|p\.m\.)|flexible|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bado|mañanas?|tardes?)\b/i,
}

/** Returns whether a statement is plausible as the answer to a question about a fact. */
export function isAnswerTo(fact: FactName, statement: string): boolean {
  if (statement === '' || statement.length > LONGEST_ANSWER) return false
  return EVIDENCE[fact]?.test(statement) ?? false
}
