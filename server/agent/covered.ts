import { SERVICE_STEMS } from './extract/service.ts'
import type { Business } from './state.ts'
import { isOtherTrade } from './understand/trades.ts'
import { keywords, stems } from './words/words.ts'

/** The words for which the name of a preset service (section 9) is enough. */
const PLAIN: Readonly<Record<string, string>> = {
  'Lawn Care & Maintenance':
    'lawn mow mower grass turf weed weeds fertilize fertilizer edge edging césped cesped pasto zacate sacate yarda grama fertilizar malezas',
  'Landscape Design':
    'landscape landscaping landscaper design redesign layout paisajismo diseño diseno diseñar',
  'Tree Services':
    'tree branch limb prune pruning arborist oak maple elm ash pine spruce cedar birch willow palm árbol árboles arbol arboles podar poda ramas',
  'Irrigation Systems': 'irrigation irrigate sprinkler sprinklers drip riego aspersor aspersores rociadores',
  Hardscaping: 'hardscape hardscaping patio paver pavers paving walkway retaining adoquines',
  'Planting & Garden Care':
    'plant planting plants garden gardening gardener flower shrub bush jardín jardin jardinería jardineria flores plantar',
  'Snow Removal': 'snow plow plowing shovel shoveling nieve',
  'Pest Control': 'pest mosquito ants insect bugs plaga plagas hormigas mosquitos insectos',
}
/** Words that say how, where, or how much work there is, but not which. */
const CIRCUMSTANCES = keywords(
  `also still guys offer provide handle help work job service take down remove removal trim cut install put care clean up cleanup get rid need
  want looking quote estimate price cost small big large little huge old new few couple one two three four front back side
  house home property place yard street area around every week weekly biweekly month monthly year season spring summer fall
  winter today tomorrow soon acre feet foot sq square residential commercial please thanks hello hola trees only just well too
  hacen ofrecen cortan podan plantan instalan reparan limpian quitan fumigan necesito quiero casa semana mes servicio trabajo`,
)
/** The number of other words that a question can contain. More of them ask for something that nobody has confirmed. */
const MOST_OTHERS = 2
/** Matches what belongs to others, and what is done without asking. */
const OF_OTHERS =
  /\b(?:neighbou?r\p{L}*|city['’]?s|county['’]?s|hoa['’]?s|someone else\p{L}*|somebody else\p{L}*|not (?:my|our) (?:tree|property|yard|land)|without (?:asking|permission|telling|a permit|(?:him|her|them) knowing)|vecin[oa]s?|sin (?:permiso|preguntar\p{L}*|avisar\p{L}*))(?!\p{L})/iu

/**
 * Returns whether the owner's own words say that the business does what a question asks for. The name of a service
 * covers what it plainly means: mowing is lawn care, but bedbugs need a mention, although they are pests.
 */
export function isCovered(
  { services, servicesDescription, summary, faqs }: Business,
  question: string,
): boolean {
  if (OF_OTHERS.test(question)) return false
  const own = new Set(
    stems(
      [
        ...services,
        servicesDescription,
        summary,
        ...faqs.map((faq) => `${faq.question} ${faq.answer}`),
        ...(services.length === 0 ? Object.values(PLAIN) : services.map((service) => PLAIN[service])),
      ].join(' '),
    ),
  )
  const others = [...keywords(question)].filter((word) => !own.has(word) && !CIRCUMSTANCES.has(word))
  const isAbout = (word: string) => SERVICE_STEMS.has(word)
  const unknown = others.filter((word) => /\p{L}/u.test(word))
  if (others.some(isAbout) || unknown.length > MOST_OTHERS) return false
  return unknown.length === 0 || !isOtherTrade(question, services)
}
