import type { Needs } from '../../src/contract/conversations.ts'
import type { AlarmStart } from '../../src/domain/leads/agent-notes.ts'
import { openSpan } from '../../src/domain/settings/business-hours.ts'
import { inLanguage, type Language } from '../base/catalogue.ts'
import { withoutPlaces } from './extract/places.ts'
import { COMPLAINT } from './notes.ts'
import { callbackTime } from './phrases.ts'
import { type Risk, type RiskKind, riskIn } from './risk/risk.ts'
import type { AgentContext } from './state.ts'
import { saySafety } from './texts/safety.ts'

const any = (...patterns: string[]) => new RegExp(patterns.join('|'), 'iu')

const PEOPLE =
  'child|children|kid|kids|son|daughter|baby|toddler|boy|girl|wife|husband|mom|dad|mother|father|grandma|grandpa|grand(?:son|daughter)|bro|brother|sis|sister|nephew|niece|neighbor|workers?|employees?|landscapers?|men|man|woman|someone|somebody|person|hijo|hija|niño|niña|bebé|esposo|esposa|alguien'
const SOMEONE = `\\b(?:${PEOPLE}|guys?|crew|friend|hes?|shes?|we|i)\\b`
const PET =
  '\\b(?:dog|dogs|cat|cats|puppy|kitten|pet|pets|horse|perr(?:it)?[oa]s?|cachorr[oa]s?|gat(?:it)?[oa]s?|mascotas?)\\b'
const POISON =
  '(?:fertili[sz]er|pesticides?|weed ?killer|round ?up|herbicide|insecticide|poison|chemicals?|bleach|antifreeze|gasoline|granules|bait|pellets|(?:bug|ant|wasp|insect|weed) ?(?:spray|killer|stuff)|rat poison|drano|(?:drain|oven|toilet) cleaner|ammonia|detergent|paint thinner|mushrooms?|berr(?:y|ies)|cocoa mulch|fertilizante|pesticida|veneno|herbicida)'
const SWALLOWED =
  '(?:drank|drunk|drinking|swallow(?:ed)?|ate|eaten|eat|licked|licking|ingested|inhaled|breathed in|got into|tomó|comió|tragó|bebió)'
const LINE = '(?:power|electric(?:al)?|utility|live)[ -]?(?:lines?|wires?|cables?)'
const LINE_ES =
  '(?<!\\p{L})(?:cables?|l[ií]neas?) (?:el[eé]ctric[oa]s?|de (?:la )?(?:luz|electricidad|corriente))(?!\\p{L})'
const GAS_LINE = 'gas ?(?:line|pipe|main)s?'
const HIT = '(?:hit|cut|broke|broken|struck|damaged|ruptured|nicked|punctured|leak\\w*|hissing|burst)'

const DANGERS = {
  selfharm: any(
    '\\b(?:kill(?:ing)?|hurt(?:ing)?|harm(?:ing)?|cut(?:ting)?) myself\\b(?! (?:with|on|while|mowing))',
    '\\bsuicid(?!e (?:tree|vine))\\w*|\\bself[- ]harm|\\bend (?:my life|it all|it(?! (?:here|now|with)))\\b(?=.{0,5}$)|\\b(?:nobody|no one) would (?:miss|care|notice)\\b|\\bend my life\\b|\\bend it all\\b|\\btake my (?:own )?life\\b|\\bno reason to live\\b|\\bbetter off dead\\b',
    "\\bi(?:['’]m| am)? (?:(?:just|really|only|kind of|kinda) )*(?:want|wanna|wish|going|ready)(?: i (?:could|would))?(?: to)? (?:just )?(?:die\\b|be dead\\b)",
    "\\bi (?:do not|don['’]?t) want to (?:live|be alive|be here any ?more|wake up)\\b",
    '\\b(?:me quiero|quiero) (?:morir|matar)(?:me)?(?![\\p{L}])|\\bquitarme la vida\\b|\\bno quiero vivir\\b',
  ),
  poisonPet: any(
    `${PET}.{0,30}\\b${SWALLOWED}\\b.{0,40}\\b${POISON}\\b`,
    `${PET}.{0,30}\\b(?:walked|ran|rolled|lay|laid|played|stepped|pis[oó]|camin[oó]|jug[oó])(?![\\p{L}]).{0,40}\\b(?:sprayed|treated|fumig\\p{L}+|rociaron)(?![\\p{L}])`,
    `${PET}.{0,20}\\b(?:poisoned|envenen\\p{L}+)`,
    `${PET}.{0,80}\\b(?:throwing up|vomit\\p{L}*|foaming|drooling|convulsing|seizing|having (?:a )?seizures?)\\b`,
    `\\b${POISON}\\b[^.!?]{0,60}${PET}[^.!?]{0,30}\\b(?:was|been|is) (?:licking|eating|drinking)\\b`,
  ),
  poison: any(
    `${SOMEONE}.{0,30}\\b${SWALLOWED}\\b.{0,40}\\b${POISON}\\b`,
    '\\b(?:child|kid|kids|son|daughter|baby|toddler|(?:month|year)s?[- ]old|hij[oa]|niñ[oa]|bebé)(?!\\p{L}).{0,30}\\b(?:ate|eaten|swallowed|comió|tragó)(?!\\p{L}).{0,40}\\b(?:mulch|plants?|leaf|leaves|seeds?|flowers?|bulbs?)\\b',
    `${SOMEONE}.{0,20}\\b(?:was|is|been|got|fue|está) (?:poisoned|envenen\\p{L}+)`,
    `\\b${POISON}\\b.{0,25}\\bin (?:his|her|my|their) (?:eyes?|mouth)\\b`,
    `\\b(?:sprayed|${POISON})\\b.{0,50}${SOMEONE}.{0,15}\\b(?:has|have|got|getting|broke out in|feels?|is|am|are) (?:\\w+ ){0,2}(?:rash(?! of)|hives|sick|dizzy|nause\\w+|vomiting|blisters)\\b`,
    '\\bpoison control\\b|\\b(?:was|been|got) poisoned\\b|\\b(?:mixed|mixing) (?:\\w+ ){0,2}(?:bleach|ammonia)\\b',
    `\\b(?:tomó|comió|tragó|bebió)\\b.{0,40}\\b${POISON}\\b`,
  ),
  injury: any(
    `${SOMEONE}.{0,25}\\b(?:is|was|got|gets|has been|been|are) (?:badly |really |seriously |very )?(?:hurt|injured|bleeding|unconscious|trapped|electrocuted|choking|shocked|herid[oa])\\b`,
    `${SOMEONE}.{0,25}\\b(?:hurt (?:himself|herself|themselves)|fell (?:off|from|out of)|collapsed|passed out|(?:is )?not breathing|can['’]?t breathe|(?:has|had|having) (?:a |an )?(?:heart attack|stroke|seizure|allergic reaction))\\b`,
    `\\b(?:fell|landed|crashed|collapsed|tipped|rolled) (?:over )?(?:on|onto) (?:my |the |a |our )?(?:child|kids?|son|daughter|baby|wife|husband|mom|dad|mother|father|neighbor|worker|guy|man|woman|someone|friend|me|him|her|us)\\b(?! (?:car|house|roof|yard|garage|fence|property))`,
    `\\b(?:cut off|lost|broke|severed|sliced) (?:his|her|my|their) (?:\\w+ )?(?:leg|arm|finger|fingers|foot|toe|toes|hand|neck)\\b`,
    '\\b(?:bleeding (?:badly|a lot|out|everywhere|from)|(?:call|need|send|get) an ambulance|unconscious|heart attack|not breathing|electrocuted)\\b',
    `${SOMEONE}.{0,25}\\b(?:pinned|crushed|trapped|stuck)\\b.{0,20}\\b(?:under|beneath|by|in|between)\\b|${SOMEONE}.{0,30}\\b(?:fainted|not moving|won['’]?t wake up|not responding|unresponsive)\\b`,
    "\\bblood (?:everywhere|all over)\\b|\\b(?:lots|a lot|so much) (?:of )?blood\\b|\\bbleeding (?:bad|heavily|so much|profusely)\\b|\\b(?:will not|won['’]?t) stop bleeding\\b",
    '\\b(?:cut|sliced|chopped|crushed|smashed) (?:off )?(?:my|his|her|their) (?:\\w+ )?(?:leg|arm|finger|fingers|foot|toe|toes|hand|thumb|face|head)\\b',
    '\\bchest (?:hurts|pains?)\\b|\\bpain in my chest\\b|\\b(?:arm|hand|face|leg) (?:is|are|feels|went|goes) numb\\b|\\bthroat (?:is|feels|feeling) (?:tight|closing|swelling|swollen)\\b',
    "\\b(?:can['’]?t|cannot|can not|cant|trouble|difficulty|hard time|hard to) breath(?:e|ing)?\\b|\\ballergic reaction\\b|\\banaphyla\\w+",
    '\\b(?:electric(?:al)?|got a|bad) shock\\b|\\bgot (?:shocked|electrocuted)\\b|\\b(?:rock|debris|chemical|spray|something)\\b.{0,25}\\bin (?:my|his|her|their) eyes?\\b',
    '\\b(?:truck|car|van|mower|trailer)\\b.{0,12}\\b(?:hit|ran over|struck|run over|backed over)\\b.{0,8}\\b(?:kid|kids|child|children|boy|girl|man|woman|person|someone|somebody|me|him|her|neighbor)\\b',
    '\\b(?:bitten|bit|stung)\\b.{0,15}\\b(?:black widow|rattlesnake|snake|copperhead|recluse)\\b|\\bsnake ?bite\\b',
    '\\b(?:está|esta|quedó|estoy) (?:herid[oa]|sangrando|inconsciente|atrapad[oa]|desmayad[oa])\\b|\\bno (?:puedo |puede )?respira[r]?\\b|\\bambulancia\\b|\\bsangra\\b|\\bmucha sangre\\b|\\bno se mueve\\b|\\bse desmayó|\\bdolor (?:de|en el) pecho\\b|\\bse cortó (?:el|la|un|una) (?:dedo|mano|pierna|brazo|pie)\\b',
  ),
  fire: any(
    '\\b(?:on|caught|catching) fire\\b(?! ?(?:sale|pit|place|wood))',
    '\\b(?:house|barn|garage|brush|grass|kitchen|electrical|wild) ?fire\\b(?! ?(?:pit|place|ring|damage|insurance|cleanup))',
    "\\b(?:there(?:['’]s| is) (?:a )?fire|fire in (?:my|the|our))\\b(?! ?(?:pit|place|ring))",
    "\\b(?:house|shed|garage|barn|mower|fence|deck|car|truck|building|roof)\\b.{0,8}\\b(?:is|are|['’]s) burning\\b|\\bflames\\b.{0,20}\\b(?:house|shed|garage|yard|deck|coming)\\b|\\bsmoke (?:is )?coming\\b",
    '\\b(?:incendio|se está quemando|se quema (?:la|mi) casa|en llamas)(?![\\p{L}])',
  ),
  gas: any(
    '\\bsmell(?:s|ing|ed)?\\b.{0,15}\\bgas\\b',
    '\\brotten eggs?\\b|\\b(?:headaches?|dizzy|nausea|nauseous)\\b.{0,40}\\b(?:furnace|heater|boiler|generator)\\b',
    '\\bgas leak\\b|\\bcarbon monoxide\\b|\\bgas is leaking\\b',
    `\\b${HIT}\\b.{0,20}\\b${GAS_LINE}\\b|\\b${GAS_LINE}\\b.{0,20}\\b${HIT}\\b`,
    '\\b(?:huele|olor) a gas\\b|\\bfuga de gas\\b',
  ),
  lines: any(
    `\\b${LINE}\\b.{0,25}\\b(?:down|fell|fallen|hanging|spark\\w*|snapped|arcing|loose|low|broke\\w*|touch\\w*|(?:on|across) (?:(?:the|my|our) )?(?:ground|yard|lawn|house|roof|fence|car|driveway|street|road)|after (?:(?:the|a|that|last) )?(?:\\w+ )?(?:storm|wind))\\b`,
    `\\b(?:down(?:ed)?|fallen|live|broken|snapped|exposed|on|onto|against|hit|cut|touching|tangled in|caught in|leaning on)\\b(?: (?:a|an|the|my|our|some))? ${LINE}\\b`,
    '\\b(?:down(?:ed)?|fallen|sparking|arcing) (?:wires?|cables?)\\b|\\bwires?\\b.{0,15}\\b(?:is|are|came|fell) (?:down|sparking|arcing)\\b',
    '\\blive wires?\\b',
    `${LINE_ES}.{0,25}(?:ca[ií]d|suelt|cay[oó]|cayeron|en el suelo|chispa)|(?:cay[oó]|cayeron|ca[ií]d[oa]s?|toc(?:a|ó|ando)|recargad[oa]|chispas)(?!\\p{L}).{0,30}${LINE_ES}`,
  ),
  threat: any(
    "\\b(?:i(?:['’]ll| will| am going to|['’]m (?:going to|gonna)| gonna| wanna| want to)|gonna|we(?:['’]ll| will)) (?:\\w+ ){0,2}(?:kill|stab|murder|strangle|hurt|shoot) (?:you(?! (?:an?|the|some|my|over)\\b)|your (?:family|kids|owner|boss|crew|guys)|him|her|them all|everyone|everybody|the (?:owner|crew|neighbor)|my (?:neighbor|wife|husband|boss|ex))\\b",
    '\\bi\\b.{0,40}\\b(?:kill|shoot|stab|murder|strangle) (?:you(?! (?:an?|the|some|my|over|guys (?:an?|some))\\b)|your (?:family|kids|owner|boss|crew|guys))\\b',
    "\\b(?:i(?:['’]ll| will|['’]m (?:going to|gonna))|gonna|should) (?:\\w+ ){0,2}(?:burn|blow) (?:up |down )?(?:your|you)\\b|\\b(?:beat you up|you(?:['’]re| are) dead|watch your back|you will regret|i know where (?:you|your \\w+) (?:live|work)s?|watch out or)\\b",
    "\\b(?:there(?:['’]s| is)|i (?:have|put|planted)) a bomb\\b|\\b(?:bring|bringing|get|got) (?:a|my) gun\\b",
    '\\b(?:te|los|lo) voy a (?:matar|quemar|golpear)\\b',
  ),
  minor: any(
    "\\bi(?:['’]?m| am) (?:only |just |actually )?(?:[5-9]|1[0-7])(?: ?(?:years?|yrs?)(?: |-)?old| ?y\\/?o\\b|(?= ?(?:[.!,]|$|(?:and|but|can|could|do|my|please|so|tho|lol)\\b)))",
    "\\bi(?:['’]?m| am) (?:only|just|like|almost|turning) (?:[5-9]|1[0-7])\\b(?! ?(?:[:%\\d]|am\\b|pm\\b|\\/|(?:miles?|mi|min\\p{L}*|hours?|hrs?|blocks?|acres?|feet|ft|houses?|doors?|weeks?|days?|months?|lots?|units?|zones?|people|away|percent|dollars?|bucks)\\b))",
    "\\bi(?:['’]?m| am) (?:a (?:minor|kid|child|little (?:kid|boy|girl))\\b|in (?:elementary|middle) school|under ?age)",
    '\\btengo (?:[5-9]|1[0-7]) años\\b(?! (?:viviendo|de|con|en|aqu[ií]|trabajando|esperando|buscando|teniendo|pagando|usando))|\\bsoy (?:menor de edad|un niño|una niña)(?![\\p{L}])',
  ),
  harassment: any(
    '\\b(?:send (?:me )?(?:your )?(?:nudes?|naked)|nudes|have sex|sex with|want(?:s|ed)? sex|fuck me|suck my|blow ?job|horny|show me your|what are you wearing|are you (?:sexy|hot|single|naked)|be my (?:girlfriend|boyfriend)|babe|hey sexy|porn|slut|whore|cunt|my (?:dick|cock|penis))\\b',
    '\\b(?:n[i1]gg(?:er|a)s?|f[a4]gg?ots?|kikes?|wetbacks?|spics(?! and))\\b',
  ),
  legal: any(
    '\\b(?:su(?:e|ing)) (?:you|your|the company|this company|for damages)\\b|\\bgoing to sue\\b|\\blaw ?suit\\b|\\blegal action\\b|\\bsmall claims\\b|\\bsee you in court\\b|\\bpress(?:ing)? charges\\b',
    '\\b(?:my|our|call(?:ing)? (?:my|a|an)|hear from (?:my|our)|get(?:ting)? (?:a|an|my)|hir(?:e|ing) (?:a|an)|contact(?:ing)? (?:my|a|an)|through (?:my|a)) (?:lawyer|attorney)s?\\b',
    '\\b(?:report(?:ing)?|complain(?:ing|t)?|call(?:ing)?|go(?:ing)?)\\b.{0,25}\\b(?:better business bureau|bbb|attorney general|osha)\\b',
    '\\b(?:demandar(?:los|le|les)?|mi abogad[oa]|acciones? legal(?:es)?)\\b',
  ),
  urgent: any(
    '\\b(?:trees?|branch(?:es)?|limbs?|trunk)\\b.{0,30}\\b(?:fell|fallen|falling|came down|crashed|landed|leaning|hanging(?! over\\b))\\b.{0,20}\\b(?:on|onto|over|into|against|through)\\b.{0,20}\\b(?:house|home|roof|garage|car|truck|porch|road|street|driveway|fence)\\b',
    '\\b(?:knocked|blew|dropped) (?:an?|the|some|our|my) (?:\\w+ ){0,2}(?:trees?|branch(?:es)?|limbs?)\\b.{0,15}\\b(?:on|onto|into|through)\\b.{0,12}\\b(?:house|home|roof|garage|car|truck|porch|road|street|driveway|fence)\\b',
    '\\b(?:trees?|branch(?:es)?|limbs?|trunk)\\b.{0,15}\\b(?:is|are|lying|laying|resting) (?:on|across|against|through|in) (?:top of )?(?:my|our|the) (?:house|home|roof|garage|car|truck|porch|power)\\b|\\b(?:trees?|branch(?:es)?|limbs?|trunk)\\b.{0,40}\\bblock(?:s|ed|ing)\\b.{0,15}\\b(?:road|street|driveway|garage)\\b',
    "\\b(?:sprinklers?|irrigation|water|valve|hose|zone)\\b.{0,25}\\b(?:won['’]?t|will not|(?:does not|doesn['’]?t)|can['’]?t (?:get it to)?)(?: \\w+)? ?(?:turn(?:ing)?|shut(?:ting)?|switch) (?:\\w+ )?off\\b|\\b(?:water|pipe|main|sprinklers?|line|valve|irrigation)\\b.{0,30}\\b(?:leak\\w*|running|pooling|spraying)\\b.{0,40}\\b(?:foundation|basement|crawl ?space|inside|(?:into|in) (?:my|our|the) (?:house|home|garage))\\b(?!.{0,40}\\b(?:when|whenever|time) it rains)",
    '\\b(?:pipe|main|sprinklers?|line|valve|irrigation)\\b.{0,20}\\b(?:burst|bursting|gushing|flooding)\\b|\\b(?:flooding|flooded) (?:my|our|the) (?:house|home|basement|yard|garage)\\b',
    "\\bemergency\\b(?! (?:fees?|charges?|rates?|services?|visits?|calls?|numbers?|plow\\w*|snow)\\b)|\\b(?:this|it)(?:['’]?s| is) (?:very |really |so )?urgent\\b|\\b(?:someone|somebody|anyone|you) (?:come |here |out |over )*(?:right now|right away|immediately)\\b|\\bneed (?:someone|somebody|you|help|this) (?:here |done |out )*(?:now|asap)\\b",
    '\\b(?:es una emergencia|es (?:muy )?urgente)\\b|(?<!\\p{L})(?:[aá]rbol|rama)\\b.{0,20}\\bcay[oó](?![\\p{L}]).{0,20}\\b(?:casa|techo|carro|coche|garaje)\\b|\\bcay[oó] .{0,15}(?<!\\p{L})(?:[aá]rbol|rama)\\b.{0,25}\\b(?:casa|techo|carro|coche|garaje|calle|entrada)\\b|\\bse (?:me |nos )?est[aá] inundando\\b(?!.{0,30}\\b(?:cada|cuando)\\b)|\\binundaci[oó]n\\b',
  ),
} satisfies Record<string, RegExp>

/**
 * Dangers that require a careful response before anything else, most important first. `unsafe` is a person who is a
 * danger to others, and `electric` an appliance or a line.
 */
export type Danger = keyof typeof DANGERS | 'electric' | 'unsafe'

/** Matches questions about what might hurt, kill, or burn, and work near power lines, which are not dangers. */
const HARMLESS =
  /\b(?:will|would|could|can|does|do|is|are|might|may|if|in case)\b[^.!?]{0,40}\b(?:hurt|harm|poison(?:ous)?|kill)\b[^.!?]{0,40}\?|\b(?:mower|trimmer|blower|truck|gas[- ]powered)\b[^.!?]{0,25}\bgas\b|\bnon[- ]?emergency\b|\bnot an? emergency\b/i

/** The owner's notes about emergencies begin as the console and the notifications find them. */
interface Alarming {
  needs: 'emergency'
  note: AlarmStart
  canCall?: boolean
}

const DANGER = { needs: 'emergency', note: 'Danger', canCall: true } as const satisfies Alarming
/** Why a person is needed, the beginning of the owner's note, and whether the response names the phone number. */
const RESPONSES: Readonly<Record<Danger, { needs: Needs; note: string; canCall?: boolean }>> = {
  selfharm: { needs: 'emergency', note: 'May harm themselves' } satisfies Alarming,
  poisonPet: { needs: 'emergency', note: 'Danger' },
  poison: DANGER,
  injury: DANGER,
  fire: DANGER,
  gas: DANGER,
  lines: DANGER,
  electric: DANGER,
  unsafe: DANGER,
  threat: { needs: 'emergency', note: 'Threatens' } satisfies Alarming,
  minor: { needs: 'asked', note: 'Says that they are under 18' },
  harassment: { needs: 'complaint', note: 'Abusive message' },
  legal: { needs: 'complaint', note: `${COMPLAINT}, speaks of legal steps`, canCall: true },
  urgent: { needs: 'emergency', note: 'Urgent', canCall: true } satisfies Alarming,
}

/** Dangers that threaten somebody or something now. */
export const THREATENING: ReadonlySet<Danger> = new Set(
  (Object.keys(RESPONSES) as Danger[]).filter((each) => RESPONSES[each].needs === 'emergency'),
)

/** Returns whether the visitor has mentioned harming themselves. `notes` are the conversation's notes. */
export const isDistressed = (notes: readonly string[]) =>
  notes.some((note) => note.startsWith(RESPONSES.selfharm.note))

const TOLD = `${DANGER.note}: `

/** Returns the last life-threatening danger that the notes mention, such as a gas leak; null if there is none. */
export function dangerTold(notes: readonly string[]): Danger | null {
  const told = notes.findLast((note) => note.startsWith(TOLD))
  return told ? dangerIn(told.slice(TOLD.length)) : null
}

/** Returns whether the notes mention a danger that was certain. */
export const isEndangered = (notes: readonly string[]) =>
  notes.some((note) => note.startsWith(TOLD) || note.startsWith(`${RESPONSES.urgent.note}: `))

/** The beginning of the note about a message that may tell of a danger. */
export const MAY_BE_DANGEROUS = 'May be dangerous' satisfies AlarmStart

/** The beginning of the note about a message that can't wait. */
export const CANT_WAIT = "Can't wait" satisfies AlarmStart

/** Returns whether the notes mention a danger, certain or not. */
export const isAlarmed = (notes: readonly string[]) =>
  notes.some((note) =>
    [DANGER.note, RESPONSES.urgent.note, RESPONSES.selfharm.note, MAY_BE_DANGEROUS].some((start) =>
      note.startsWith(`${start}: `),
    ),
  )

const DIG =
  /\b(?:(?:before|safe|ok|okay) (?:(?:we|i|you|anyone|to|for me to) )?(?:start )?dig|call(?:ing|ed)? 811|utilit(?:y|ies) (?:lines? )?(?:marked|located|marking)|(?:mark|locate)(?:ing)? (?:the |my )?(?:utilit(?:y|ies)|underground)|underground (?:lines?|utilities|cables?))\b|\bantes de cavar\b/i

/** Matches dangers of the past, which need work or sympathy rather than help. */
const PAST =
  /\b(?:(?:since|in) (?:the |last )?(?:winter|spring|summer|january|february|march|april|may|june|july|august|september|october|november|december)|since (?:the |last )?(?:fall|storm))\b|\b(?:last (?:week|month|year|winter|spring|summer|fall)|(?:weeks?|months?|years?) ago)\b/i
const CAN_PASS: ReadonlySet<Danger> = new Set(['injury', 'urgent'])

const riskOf = (said: string): Risk => riskIn(said, withoutPlaces(said))

/** Matches that no one is hurt or in distress: `nobody's hurt`, `nadie está herido`, `I'm not suicidal`. */
const UNHURT =
  /\b(?:not|never|isn['’]t|ain['’]t) (?:at all |even )?suicidal\b|\bno (?:soy|estoy) suicida\b|(?<!\p{L})(?:no ?(?:body|one)|nadie|no (?:hay|est[aá]))(?:['’]s| is| was| got| est[aá]| fue| sali[oó]| nadie)* (?:hurt|injured|herid[oa]s?|lastimad[oa]s?)(?!\p{L})/giu

/** Returns the first danger in a message that the list of patterns names, or null. */
function listedIn(said: string): Danger | null {
  const text = said.replace(UNHURT, ' ')
  if (HARMLESS.test(text)) return null
  const isPast = PAST.test(text)
  const found = (Object.entries(DANGERS) as [keyof typeof DANGERS, RegExp][]).find(
    ([danger, pattern]) => pattern.test(text) && !(CAN_PASS.has(danger) && isPast),
  )
  const [danger = null] = found ?? []
  // `Are you insured if someone gets hurt?`
  return danger === 'injury' && riskOf(text).isUnlikely ? null : danger
}

const ANIMAL = new RegExp(PET, 'iu')
const PERSON = new RegExp(`(?<!\\p{L})(?:${PEOPLE})(?!\\p{L})`, 'iu')

/** Returns the danger to which a kind of risk belongs. */
function dangerOf({ kind, isSureOfKind }: Risk & { kind: RiskKind }, text: string): Danger {
  switch (kind) {
    // Someone who isn't in distress must not read about a crisis line.
    case 'selfharm':
      return isSureOfKind ? kind : 'unsafe'
    case 'structure':
      return 'urgent'
    // A visitor who is suspected wrongly isn't accused of a threat.
    case 'crime':
    case 'threat':
      return 'unsafe'
    case 'poison':
      return ANIMAL.test(text) && !PERSON.test(text) ? 'poisonPet' : 'poison'
    default:
      return kind
  }
}

/** Dangers that don't threaten a life, so that one that does takes precedence. */
const LESSER: ReadonlySet<Danger | null> = new Set([null, 'minor', 'harassment', 'legal', 'urgent'])
/** Kinds that people mention when they explain why they need help: `I broke my hip last year`. */
const CAN_BE_PAST: ReadonlySet<RiskKind | null> = new Set(['injury', 'structure', 'poison'])

/** Matches plants that the classifier would take for a person in distress. */
const PLANTS = /\bsuicide (?:trees?|vines?|palms?|plants?)\b/gi

/** Returns what the classifier sees in a message, except in words that are known to be harmless. */
const learnedRisk = (said: string) => riskOf(said.replace(PLANTS, ' ').replace(UNHURT, ' '))

/** Returns the danger that the classifier recognizes, or null. */
function learnedIn(said: string, listed: Danger | null): Danger | null {
  const risk = learnedRisk(said)
  const { kind, isSureOfKind } = risk
  if (kind === null || HARMLESS.test(said) || (CAN_BE_PAST.has(kind) && PAST.test(said))) return null
  const danger = dangerOf({ ...risk, kind }, said)
  const isGraver = danger !== 'urgent' && danger !== 'unsafe' && isSureOfKind
  return listed === null || listed === 'minor' || isGraver ? danger : null
}

/**
 * Returns the danger in a message that requires a careful response before anything else, or null: one that the patterns
 * name, or that the classifier recognizes.
 */
export function dangerIn(said: string): Danger | null {
  const listed = listedIn(said)
  // `The man who came to spray put his hands on me` is no poisoning.
  if (listed === 'poison' && riskOf(said).kind === 'crime') return 'unsafe'
  return LESSER.has(listed) ? (learnedIn(said, listed) ?? listed) : listed
}

/** Returns whether a message may tell of a danger, although not clearly. */
export function hintsAtDanger(said: string): boolean {
  const { kind, isHint } = learnedRisk(said)
  return dangerIn(said) === null && (kind !== null || (isHint && !PAST.test(said)))
}

/** Returns whether the visitor says or shows that they are under 18. */
export const isOfMinor = (said: string) => DANGERS.minor.test(said) || riskOf(said).isMinor

/** Returns whether a message asks about digging near underground lines. */
export const asksAboutDigging = (text: string) => DIG.test(text)

/** The careful response to a danger, the owner's note, and why a person is needed. */
export interface Warning {
  reply: string
  note: string
  needs: Needs
  /** Whether the business must be able to reach the visitor. */
  wantsAnswer: boolean
}

/** Dangers after which nobody is asked for contact details. */
const NOT_REACHED: ReadonlySet<Danger> = new Set(['selfharm', 'threat', 'minor', 'harassment'])

/** Says which number reaches a person soonest, that a message is marked as urgent, and when the team sees it. */
export function markedUrgent(context: AgentContext, language: Language): string {
  const { phone } = context.business
  const say = inLanguage(saySafety, language)
  const marked = openSpan(context.business, context.now)
    ? say('marked')
    : say('markedClosed', { when: callbackTime(context, language) })
  return phone ? `${say('call', { phone })} ${marked}` : marked
}

export function warningOf(danger: Danger, text: string, context: AgentContext, language: Language): Warning {
  const { phone } = context.business
  const { needs, note, canCall } = RESPONSES[danger]
  const say = inLanguage(saySafety, language)
  const call = phone && canCall ? say('call', { phone }) : ''
  const after = danger === 'urgent' ? markedUrgent(context, language) : call
  return {
    reply: after ? `${say(danger)} ${after}` : say(danger),
    note: `${note}: ${text}`,
    needs,
    wantsAnswer: !NOT_REACHED.has(danger),
  }
}
