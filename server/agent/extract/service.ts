import { keywords, stem, stems } from './words.ts'

/** The preset services of section 9 with the words that visitors use for them. */
const PRESETS: Readonly<Record<string, string>> = {
  'Lawn Care & Maintenance':
    'lawn mow mower grass turf fertilize fertilizer fertilization aerate aeration weed weeds edging overseed overseeding dethatch sod leaf leaves césped cesped pasto zacate',
  'Landscape Design': 'landscape landscaping landscaper landscaped redesign',
  'Tree Services': 'tree stump branch limb prune pruning arborist hedge hedges árbol árboles arbol arboles',
  'Irrigation Systems': 'irrigation irrigate sprinkler sprinklers drip riego',
  Hardscaping: 'hardscape hardscaping patio paver pavers paving walkway retaining firepit flagstone',
  'Planting & Garden Care':
    'plant planting plants garden gardening gardener flower mulch mulching shrub perennials',
  'Snow Removal': 'snow plow plowing shovel shoveling ice deice salting nieve',
  'Pest Control': 'pest mosquito grub tick ticks ants insect termite bugs wasp moles',
}
/** Words in service names that do not identify a service. */
const GENERIC = new Set(
  keywords(
    'service services care maintenance system systems control work weekly monthly full removal repair install installation',
  ),
)

const PRESET_STEMS = Object.entries(PRESETS).map(
  ([name, words]) => [name, new Set(words.split(' ').map(stem))] as const,
)

/** The services that a text asks for. `unlisted` are presets that the business does not offer. */
export interface ServicesFound {
  offered: string[]
  unlisted: string[]
}

function namesService(service: string, words: ReadonlySet<string>): boolean {
  const all = [...keywords(service)]
  const telling = all.filter((word) => !GENERIC.has(word))
  const needed = telling.length > 0 ? telling : all
  const hits = needed.filter((word) => words.has(word)).length
  return needed.length > 0 && hits >= Math.ceil(needed.length / 2)
}

/**
 * Finds the services that a text asks for, first among the business's services, then among the presets of section 9.
 * A business without a list offers every preset. Pass the text with addresses masked, so that Garden Lane is no
 * garden.
 */
export function findServices(text: string, servicesOffered: readonly string[]): ServicesFound {
  const words = new Set(stems(text))
  const presets = PRESET_STEMS.filter(([name, synonyms]) => {
    return namesService(name, words) || [...synonyms].some((synonym) => words.has(synonym))
  }).map(([name]) => name)
  if (servicesOffered.length === 0) return { offered: presets, unlisted: [] }

  const offered = servicesOffered.filter((service) => {
    return presets.includes(service) || namesService(service, words)
  })
  return { offered, unlisted: offered.length > 0 ? [] : presets }
}
