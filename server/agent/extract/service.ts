import { subjectsOf } from '../terms.ts'
import { serviceFor } from '../understand/trades.ts'
import { withoutTypos } from '../words/typos.ts'
import { keywords, stem, stems } from '../words/words.ts'
import { describesWork, mentionsWork } from '../work.ts'

/** The preset services (section 9) and the words that visitors use for them. */
const PRESETS: Readonly<Record<string, string>> = {
  'Lawn Care & Maintenance':
    'lawn mow mower grass turf zoysia fescue bluegrass fertilize fertilizer fertilization aerate aeration weed weeds edge edging overseed overseeding reseed hydroseed dethatch topdress sod dandelion crabgrass rake leaf leaves cleanup césped cesped pasto zacate sacate yarda grama fertilizar hojas malezas',
  'Landscape Design':
    'landscape landscaping landscaper landscaped redesign design layout paisajismo diseño diseno diseñar',
  'Tree Services':
    'tree stump branch limb prune pruning arborist hedge hedges oak maple elm ash pine spruce cedar palm birch willow árbol árboles arbol arboles podar poda ramas tocón',
  'Irrigation Systems':
    'irrigation irrigate sprinkler sprinklers drip riego regar aspersor aspersores rociadores',
  Hardscaping:
    'hardscape hardscaping patio paver pavers paving walkway retaining firepit flagstone adoquines piedra muro',
  'Planting & Garden Care':
    'plant planting plants garden gardening gardener flower mulch mulching shrub bush perennials jardín jardin jardinería jardineria jardinero flores plantar sembrar',
  'Snow Removal': 'snow plow plowing shovel shoveling ice deice salting nieve',
  'Pest Control':
    'pest mosquito grub tick ticks ants insect termite bugs wasp hornet avispas abejas moles roach roaches cockroach bedbugs scorpion flea rat rats mice rodent plaga plagas hormigas mosquitos insectos termitas cucarachas arañas ratas ratones fumigar fumiguen',
}
/** Words in service names that don't identify a service. */
const GENERIC = new Set(
  keywords(
    'service services care maintenance system systems control work weekly monthly full removal repair install installation',
  ),
)
/** Matches what precedes unwanted work: `I don't need mowing`, `tree trimming, not mowing`. */
const NEGATED =
  /\b(?:(?:forget(?: about)?|scratch|drop|skip|leave out|don['’]?t|do not|doesn['’]?t|didn['’]?t|not|never|without|except|used to(?= (?:get|have|do)\b)|instead of|rather than|sin|excepto|en vez de)|no(?= (?:\p{L}+ing|(?:snow|tree|lawn|garden|yard|pest) (?:removal|work|care|stuff|service|control)|more|need|necesit\p{L}+|quier\p{L}+)\b))\s[^,.;!?]{1,60}?(?=\bbut\b|\bjust\b|\bsino\b|\bpero\b|\bonly\b|\bi\b|[,.;!?]|$)/giu
const POLITE = /\b(?:ca|could|would|wo|do)n['’]?t you\b|\bnot (?:only|just|sure)\b|\bwhy not\b/gi
/** Matches where something is: `ants on the lawn`. */
const PLACE =
  /\b(?:in|on|over|across|into|near|around|under|behind|through|from|en|sobre) (?:(?:the|my|our|a|el|la|mi) )?(?:(?:front|back|side|whole|entire) )?(?:lawn|grass|garden|yard|trees?|patio|landscap\w+|plants|flowers?|c[eé]sped|jard[ií]n|pasto)\b/giu
const GARDEN_DESIGN = /\b(?:garden|lawn|patio|tree) (?:design|layout)|dise[ñn]o de (?:jard[ií]n|jardines)/giu
const STREET_NAME =
  /\b(?:[Cc]alle|[Aa]venida|[Cc]amino) \p{Lu}\p{L}+|\p{Lu}\p{L}+ (?:Street|St|Avenue|Ave|Road|Rd|Drive|Dr|Lane|Ln|Court|Ct|Boulevard|Blvd|Way|Circle|Place|Pl|Ridge|Hills?|Heights|Creek|Lakes?|Village|Estates|Crossing|Grove|Glen|Pointe|Park|Woods|Meadows?|Farms?|Commons|Acres|Church|School|Elementary|Academy|Apartments|Condos|HOA)\b/gu
/** Matches texts that have nothing to do with a service request, such as sales pitches and homework. */
const UNRELATED =
  /\b(?:sell(?:ing)? you|we sell|wholesale|seo|backlinks?|marketing|leads for|report|essay|homework|poem|haiku|song|lyrics|joke|(?<!(?:\d|\b(?:one|two|three|single|half|multi))[ -]?)story|recipe|instructions|prompt|pretend|school project|(?:hiring|jobs|resume|cv|employment|apprentice\w*|internship)\b|(?:apply|applying|looking) for an? (?:\w+ ){0,3}job|job (?:opening|application|offer)|(?:work|working) for you|looking for work|experience (?:in|with|as))/i
const TELLS =
  /\b(?:likes?|loves?|enjoys?|sleeps?|plays?|played|sat|sits|(?:has|have|had) an? (?:nice|beautiful|lovely|great|green|huge)|(?:nice|beautiful|lovely|great) (?:lawn|garden|yard|trees?|grass)|(?:was|were) (?:playing|sleeping|sitting)|reminds?|grew up|mowed (?:it|them|mine) (?:myself|yesterday))\b/i
const REQUEST =
  /\b(?:(?:it['’]?s|it is|this is|calling|writing|texting) (?:about|for|regarding)|need|want|meant|looking|help|quote|estimate|bids?|proposals?|ballpark|price|pricing|cost|much|do you|can you|could you|would (?:you|like|love)|['’]d (?:like|love)|interested|hire|get|please|fix|necesit\w+|quier\w+|quisiera|busco|pueden?|podr[ií]an?|cu[aá]nto)\b/iu
/** Matches problems with plants and grounds, or where something is: the words of someone who needs work done. */
const PROBLEM =
  /\b(?:too (?:long|tall|high|big|much|many)|ankle|knee|waist|dead|dying|die[ds]?|brown|yellow\w*|patch\w*|bare|overgrown|out of control|fell|fallen|falling|leaning|hanging|broken?|leak\w*|clog\w*|full of|covered|infest\w*|diseased?|rott\w+|crack\w*|uneven|mud\w*|soggy|flood\w*|damaged?|eat\w*|tear\w*|dig\w*|chew\w*|jungle|everywhere|all over|taking over|a mess|needs?|problems?|issues?|trouble|stopped|won['’]t|doesn['’]t|not work\w*|(?:we|i)(?:['’]ve)? (?:have|got)|there (?:is|are)|there['’]s|time (?:for|to)|due for|seco|muert\w+|muriendo|crecid\w+|alto|ca[ií]d\w+|cay[oó]|rot[oa]s?|lleno|fuga|amarill\w+|tengo|tenemos|hay)\b/iu
/** Matches words of a narrative sentence. A phrase without them names the work: `weekly mowing`. */
const TELLING =
  /\b(?:i|he|she|they|it|we|you|who|is|was|are|were|am|has|had|did|does|will|would|should|went|closes?|leave|leaves (?:at|for)|lives?|uses?|es|era|fue|est[aá])\b|\b(?:it|he|she|that|there|who|what|here|let)['’]s\b|['’](?:ll|re|ve|d|m)\b/iu
/** Matches what introduces the visitor's details next to the work: `mowing and my number is …`. */
const OF_VISITOR =
  /\s(?:(?:and|y) )?(?:also )?(?:my|mi) (?:phone|cell|number|name|e-?mail|address|n[uú]mero|nombre|tel[eé]fono|correo|direcci[oó]n)(?: number| address)? (?:is|es)\b/gi
/** Matches other words for mowing: `get my yard cut`, `my grass is 2 ft tall`, `bush hogging`. */
const CUTTING =
  /\b(?:grass|lawn|yard)(?: is|['’]?s| has gotten| got) [^.,;!?]{0,20}\b(?:tall|high|long|overgrown)\b|\b(?:yard|field|lot|(?:one|1)[- ]time) cut\b|\b(?:weekly|bi-?weekly) cuts?\b|\bcut(?:ting)? (?:(?:my|the|our) (?:yard|field|lot)|[^.,;!?]{0,15}\bacres?)\b|\b(?:bush|brush) ?hog\w*/gi
/** Matches names and sayings in which a plant word doesn't mean a plant. */
const SAYINGS =
  /\b(?:the|my|our|other|last|previous|old|(?:have|got|had) an?) (?:tree|lawn|mow(?:er|ing)|landscap\w+|garden\w*|sprinkler|snow) (?:guys?|compan(?:y|ies)|crews?|people|contractors?)\b|\b(?:tree ?house|grows? on trees|wall clocks?|family tree|christmas tree|wrong tree|new leaf|snow white|(?:olive|secret|beer|madison square) garden|garden gnome|(?:bank|local|army) branch|branch (?:office|manager)|use weed|smok\w+ (?:weed|grass)|bed ?bugs? movie|bugs bunny|software bugs?|pine(?:apple|wood)s?)\b/gi
const SENTENCE = /[^.!?;\n]+/g

const PRESET_STEMS = Object.entries(PRESETS).map(
  ([name, words]) => [name, new Set(words.split(' ').map(stem))] as const,
)

export const SERVICE_STEMS: ReadonlySet<string> = new Set(PRESET_STEMS.flatMap(([, stems]) => [...stems]))

/** The words that visitors may mistype. */
const SPELLED = new Set(
  `${Object.values(PRESETS).join(' ')} mowing mowed cutting trimming removal maintenance want need quote estimate`
    .split(' ')
    .filter((word) => word.length > 3),
)

/** The services that a text requests. `unlisted` contains presets that the business doesn't offer. */
export interface ServicesFound {
  offered: string[]
  unlisted: string[]
}

/**
 * Returns whether words name a service. `shared` is the set of words that several of the business's services share; a
 * service of only such and generic words is named vaguely unless all of its words occur.
 */
function namesService(
  service: string,
  words: ReadonlySet<string>,
  shared?: ReadonlySet<string>,
): 'clearly' | 'vaguely' | false {
  const all = [...keywords(service)]
  const telling = all.filter((word) => !GENERIC.has(word) && !shared?.has(word))
  const needed = telling.length > 0 ? telling : all
  const hits = needed.filter((word) => words.has(word)).length
  if (needed.length === 0 || hits < Math.ceil(needed.length / 2)) return false
  return telling.length > 0 || hits === all.length ? 'clearly' : 'vaguely'
}

/** Returns the words that don't distinguish a business's services: `cleaning` in House Cleaning and Window Cleaning. */
function sharedWords(services: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const service of services) {
    for (const word of keywords(service)) (seen.has(word) ? shared : seen).add(word)
  }
  return shared
}

/** Returns a text without the work that it declines: `everything except snow`. */
export const withoutDeclined = (text: string) => text.replace(NEGATED, ' ')

/** Returns the sentences of a text that can request work, without what they decline. */
function requestsIn(text: string): string {
  if (UNRELATED.test(text)) return ''
  const plain = text
    .replace(/\bclean(?:ed|ing)?[- ]?ups?\b/gi, 'cleanup')
    .replace(/\blimpi\p{L}+ (?:(?:de|el|la|mi) )*(?=(?:yarda|jard[ií]n|patio|terreno)\b)/giu, 'yard cleanup ')
    .replace(CUTTING, ' mowing ')
    .replace(OF_VISITOR, ', ')
    .replace(POLITE, ' please ')
    .replace(STREET_NAME, ' ')
    .replace(SAYINGS, ' ')
  return (plain.match(SENTENCE) ?? [])
    .map(withoutDeclined)
    .flatMap((sentence) => (asksForWork(sentence) ? [sentence] : sentence.split(',').filter(namesWork)))
    .join('. ')
}

const asksForWork = (sentence: string) =>
  REQUEST.test(sentence) || (PROBLEM.test(sentence) && !TELLS.test(sentence))
const namesWork = (part: string) => !TELLING.test(part) && !TELLS.test(part)

/** Returns whether an answer to the question about the work describes some: `my yard is a mess`. */
export const tellsWork = (text: string) =>
  describesWork(text) ||
  (mentionsWork(text.replace(SAYINGS, ' ')) &&
    !UNRELATED.test(text) &&
    (asksForWork(text) || namesWork(text)))

function presetsIn(words: ReadonlySet<string>): string[] {
  return PRESET_STEMS.filter(([name, synonyms]) => {
    return namesService(name, words) || [...synonyms].some((synonym) => words.has(synonym))
  }).map(([name]) => name)
}

/**
 * Finds the services that a text requests, first among the business's services, then among the presets (section 9).
 * Ignores services that the visitor declines, mentions only as the place of the work, or mentions for another reason. A
 * business without a list offers every preset. Pass the text with addresses masked, so that Garden Lane doesn't count
 * as a garden. `isAnswer` says that the text is a short answer to the question about the work.
 */
export function findServices(
  text: string,
  servicesOffered: readonly string[],
  isAnswer = false,
): ServicesFound {
  const isFound = ({ offered, unlisted }: ServicesFound) => offered.length + unlisted.length > 0
  const named = spelledServices(text, servicesOffered)
  if (isFound(named)) return named
  const spelled = spelledServices(withoutTypos(text, SPELLED), servicesOffered)
  if (isFound(spelled)) return spelled
  if (TELLS.test(text) || UNRELATED.test(text)) return named
  const described = serviceFor(withoutDeclined(text).trim(), servicesOffered, isAnswer)
  return { offered: described === null ? [] : [described], unlisted: [] }
}

function spelledServices(text: string, servicesOffered: readonly string[]): ServicesFound {
  const requests = requestsIn(text).replace(GARDEN_DESIGN, ' design ')
  const withoutPlaces = new Set(stems(requests.replace(PLACE, ' ')))
  const found = servicesIn(withoutPlaces, servicesOffered)
  if (found.offered.length > 0) return found
  const meant = servicesMeant(requests.replace(PLACE, ' '), servicesOffered)
  if (meant.length > 0) return { offered: meant, unlisted: [] }
  if (found.unlisted.length > 0) return found
  return servicesIn(new Set(stems(requests)), servicesOffered)
}

/** Returns the services whose names mean the same work as a text: Lawn Mowing for `grass cutting`. */
function servicesMeant(text: string, servicesOffered: readonly string[]): string[] {
  const meant = new Set(subjectsOf(text))
  return servicesOffered.filter((service) => subjectsOf(service).some((each) => meant.has(each)))
}

const DROPPED =
  /(?:(?:^|\b(?:it|that|this)(?:['’]?s| is) )not|\b(?:forget(?: about)?|scratch|drop|skip|leave out|remove|no longer (?:need|want)|don['’]?t (?:need|want)(?! to\b)|never ?mind(?: about)?|quiten?|olvid[ae])) (?:(?:the|my|any|el|la|los|las) )?([^,.;!?]{2,40}?)(?=\b(?:but|just|only|and|i|pero)\b|[,.;!?]|$)/giu
/** Returns the services among `known` that a visitor no longer wants: `forget the trees`. */
export const servicesDropped = (text: string, known: readonly string[]): string[] =>
  [...text.matchAll(DROPPED)].flatMap(([, named = '']) => servicesNamed(named, known).offered)

/** Finds the services that a text names for any reason, in the form that `findServices` returns. */
export const servicesNamed = (text: string, servicesOffered: readonly string[]) =>
  servicesIn(new Set(stems(text)), servicesOffered)

function servicesIn(words: ReadonlySet<string>, servicesOffered: readonly string[]): ServicesFound {
  if (servicesOffered.length === 0) return { offered: presetsIn(words), unlisted: [] }
  const shared = sharedWords(servicesOffered)
  const named = servicesOffered.map((service) => [service, namesService(service, words, shared)] as const)
  const clear = named.flatMap(([service, how]) => (how === 'clearly' ? service : []))
  // A word that names one service doesn't mean another one, too: `termite inspection`.
  const taken = new Set(clear.flatMap((service) => [...keywords(service)]))
  const presets = presetsIn(new Set([...words].filter((word) => !taken.has(word))))
  const offered = named.flatMap(([service, how]) =>
    how === 'clearly' || presets.includes(service) || (how && clear.length === 0) ? service : [],
  )
  // A business in another trade offers none of the presets, so they reveal nothing about it.
  const isOfTrade = servicesOffered.some((service) => Object.hasOwn(PRESETS, service))
  return { offered, unlisted: offered.length > 0 || !isOfTrade ? [] : presets }
}
