import type { AgentTrace } from '../../contract/trace.ts'
import { SETTINGS_SECTIONS, type SectionId, type SettingsSection } from '../settings/fields.ts'
import { newFaqPath } from '../settings/links.ts'
import { intentLabel } from './intent-labels.ts'

/** The least probability of a meaning that the agent acts on. */
const LEAST = 0.4

const FACTS: Readonly<Record<string, string>> = {
  service_needs: 'Service',
  service_availability: 'Availability',
}

/** Where the owner's texts of each kind are in the settings. */
const SOURCES: Readonly<Record<string, { from: string; section: SectionId | null }>> = {
  faq: { from: 'From your FAQs', section: 'faqs' },
  price: { from: 'From your pricing notes', section: 'pricing' },
  about: { from: 'From your own description', section: 'services' },
  services: { from: 'From your services', section: 'services' },
  hours: { from: 'From your hours', section: 'hours' },
  area: { from: 'From your service area', section: 'area' },
  address: { from: 'From your address', section: 'business' },
  contact: { from: 'From your contact details', section: 'business' },
  booking: { from: 'From your booking link', section: 'hours' },
  agent: { from: 'From your agent’s voice', section: 'voice' },
  policy: { from: 'A fixed text', section: null },
}

const DANGERS: Readonly<Record<string, string>> = {
  selfharm: 'self-harm',
  poison: 'poisoning',
  injury: 'an injury',
  fire: 'a fire',
  gas: 'a gas leak',
  lines: 'power lines',
  electric: 'electricity',
  threat: 'a threat',
  minor: 'a visitor under 18',
  legal: 'legal action',
  urgent: 'an emergency',
  unsafe: 'a dangerous person',
}

export interface ShownSource {
  from: string
  question: string
  text: string
  section: Pick<SettingsSection, 'id' | 'title'> | null
}

/** The reasons for an answer, in the owner's terms. */
export interface Reasons {
  danger: string | null
  /** Whether the agent could act on the message. */
  isUnderstood: boolean
  /** What the message means, likeliest first; `chance` is a percentage, or '' if unknown. */
  meanings: readonly { label: string; chance: string }[]
  /** `quote` is '' if the visitor's words are the value. */
  facts: readonly { label: string; value: string; quote: string }[]
  sources: readonly ShownSource[]
  /** What the answer comes from instead of a source; '' if there is one. */
  origin: string
  maker: string
  dropped: AgentTrace['dropped']
  /** The URL that adds the question to the FAQs; null if the message wasn't a question, or a text of the owner answered it. */
  faqPath: string | null
}

const kindOf = (id: string) => id.split('.')[0] ?? id

function shownSource({ id, question, text }: AgentTrace['sources'][number]): ShownSource {
  const { from, section } = SOURCES[kindOf(id)] ?? { from: 'From your settings', section: 'business' }
  return { from, question, text, section: SETTINGS_SECTIONS.find((each) => each.id === section) ?? null }
}

function factLabel(field: string): string {
  const words = field.replaceAll('_', ' ')
  return FACTS[field] ?? words.charAt(0).toUpperCase() + words.slice(1)
}

const isCertain = (danger: string | null) => danger !== null && danger !== 'possible'

function dangerText(danger: string | null): string | null {
  if (danger === null) return null
  if (danger === 'possible') return 'It may describe a danger, so the line about 911 came first.'
  return `It recognized a danger: ${DANGERS[danger] ?? danger}. That comes before anything else.`
}

function makerText({ maker, fallback }: AgentTrace): string {
  if (maker === 'model')
    return 'A language model wrote this, and it was checked against your settings before it was sent.'
  if (fallback === null) return 'The agent’s script wrote this, not a language model.'
  return `The agent’s script wrote this, because the language model ${failureText(fallback)}.`
}

function failureText(fallback: string): string {
  if (/timeout/i.test(fallback)) return 'took too long'
  if (/abort/i.test(fallback)) return 'was interrupted'
  if (/error|failure/i.test(fallback)) return 'could not answer'
  return `broke a rule (${fallback})`
}

function originText({ sources, danger, maker }: AgentTrace): string {
  if (sources.length > 0) return ''
  if (maker === 'model') return 'The model did not name one of your texts.'
  return isCertain(danger)
    ? 'A fixed text for dangers.'
    : 'It uses none of your texts, only the agent’s own wording.'
}

/** Returns the meanings. A certain danger comes before them, so they don't count. */
function meaningsOf({ intents, acts, danger }: AgentTrace): Reasons['meanings'] {
  if (isCertain(danger)) return []
  const likely = intents.map(({ name, chance }) => ({
    label: intentLabel(name),
    chance: `${Math.round(chance * 100)}%`,
  }))
  const more = acts.map(intentLabel).filter((label) => !likely.some((each) => each.label === label))
  return [...likely, ...more.map((label) => ({ label, chance: '' }))]
}

/** Returns the reasons for an answer to `asked`. */
export function reasonsOf(trace: AgentTrace, asked: string): Reasons {
  const { danger, intents, acts, facts, sources, dropped, maker } = trace
  const [best] = intents
  const isLikely = best !== undefined && best.chance >= LEAST
  const isUnderstood = isLikely || [acts, facts, sources].some(({ length }) => length > 0) || danger !== null
  const isOwn = maker === 'model' || sources.some(({ id }) => kindOf(id) !== 'policy')
  const isQuestion = !isUnderstood || sources.length > 0 || (isLikely && best.name.startsWith('ask_'))
  const canAnswer = isQuestion && !isOwn && danger === null
  // A message with details of the visitor is no question to publish.
  const question = sources[0]?.question ?? (facts.length > 0 ? '' : asked)
  return {
    danger: dangerText(danger),
    isUnderstood,
    meanings: meaningsOf(trace),
    facts: facts.map(({ field, value, quote }) => ({
      label: factLabel(field),
      value,
      quote: quote.toLowerCase() === value.toLowerCase() ? '' : quote,
    })),
    sources: sources.map(shownSource),
    origin: originText(trace),
    maker: makerText(trace),
    dropped,
    faqPath: canAnswer ? newFaqPath(question) : null,
  }
}
