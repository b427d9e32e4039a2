import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../../../scripts/lib/files.ts'
import { type AgentTrace, NO_TRACE } from '../../../../src/contract/trace.ts'
import { intentLabel } from '../../../../src/domain/conversations/intent-labels.ts'
import { reasonsOf } from '../../../../src/domain/conversations/why.ts'

const reasons = (trace: Partial<AgentTrace>, asked = 'Do you sell sod?') =>
  reasonsOf({ ...NO_TRACE, ...trace }, asked)
const source = (id: string, question = '') => ({ id, question, text: 'Yes.' })

describe('what the visitor does', () => {
  it.each([
    ['ask_insured', 'asks about insurance or licenses'],
    ['ask_weather', 'asks about weather'],
    ['ask_something_new', 'asks about something new'],
    ['agentName', 'asks for the agent’s name'],
    ['callMe', 'wants to be called'],
  ])('%s: %s', (name, label) => expect(intentLabel(name)).toBe(label))

  it('has words for every intent that the agent knows', () => {
    const files = readdirSync(join(ROOT, 'server/agent/examples/intents'))
    const labels = files.map((file) => intentLabel(file.split('.')[0] ?? ''))
    expect(labels.length).toBeGreaterThan(100)
    for (const label of labels) expect(label).toMatch(/^[a-z]+s(?: [\p{L}’ ]+)?$/u)
  })

  it('is listed with the likelihoods, and then what else the agent acted on', () => {
    const intents = [
      { name: 'ask_insured', chance: 0.837 },
      { name: 'greet', chance: 0.12 },
    ]
    expect(reasons({ intents, acts: ['greet', 'callMe'] })).toMatchObject({
      isUnderstood: true,
      meanings: [
        { label: 'asks about insurance or licenses', chance: '84%' },
        { label: 'says hello', chance: '12%' },
        { label: 'wants to be called', chance: '' },
      ],
    })
  })
})

describe('the source of an answer', () => {
  it.each([
    ['faq.3', 'From your FAQs', 'faqs'],
    ['price', 'From your pricing notes', 'pricing'],
    ['price.2', 'From your pricing notes', 'pricing'],
    ['hours', 'From your hours', 'hours'],
    ['contact', 'From your contact details', 'business'],
    ['booking', 'From your booking link', 'hours'],
    ['policy', 'A fixed text', undefined],
    ['novelty.1', 'From your settings', 'business'],
  ])('%s: %s', (id, from, section) => {
    const [shown] = reasons({ sources: [source(id)] }).sources
    expect([shown?.from, shown?.section?.id]).toEqual([from, section])
  })
})

describe('the link that adds a question', () => {
  const asks = [{ name: 'ask_offer', chance: 0.7 }]
  const link = '/agent#new-faq=Do%20you%20sell%20sod%3F'

  it('is there if no text of the owner answers the question', () => {
    expect(reasons({ intents: asks }).faqPath).toBe(link)
    expect(reasons({ intents: asks, sources: [source('policy', 'sod?')] }).faqPath).toBe(
      '/agent#new-faq=sod%3F',
    )
    expect(reasons({ intents: asks, sources: [source('faq.1')] }).faqPath).toBeNull()
  })

  it('is there if nothing was understood', () => {
    const guess = [{ name: 'work', chance: 0.2 }]
    expect(reasons({ intents: guess })).toMatchObject({ isUnderstood: false, faqPath: link })
    expect(reasons({ intents: guess, acts: ['greet'] })).toMatchObject({ isUnderstood: true, faqPath: null })
  })

  it('leaves out a message with details of the visitor', () => {
    const facts = [{ field: 'phone', value: '1', quote: '1' }]
    expect(reasons({ intents: asks, facts }, 'sod? call 614-555-0188').faqPath).toBe('/agent#new-faq')
  })

  it.each<[string, Partial<AgentTrace>]>([
    ['a statement', { intents: [{ name: 'work', chance: 0.9 }] }],
    ['a danger', { intents: asks, danger: 'gas' }],
    ['an answer of a model, whose sources are unknown', { intents: asks, maker: 'model' }],
  ])('is not there for %s', (_, trace) => expect(reasons(trace).faqPath).toBeNull())
})

it.each([
  ['gas', 'It recognized a danger: a gas leak. That comes before anything else.'],
  ['possible', 'It may describe a danger, so the line about 911 came first.'],
  ['flood', 'It recognized a danger: flood. That comes before anything else.'],
  [null, null],
])('the danger %s is told as: %s', (danger, text) => expect(reasons({ danger }).danger).toBe(text))

it.each<[string, Partial<AgentTrace>]>([
  ['It uses none of your texts, only the agent’s own wording.', {}],
  ['It uses none of your texts, only the agent’s own wording.', { danger: 'possible' }],
  ['A fixed text for dangers.', { danger: 'gas' }],
  ['The model did not name one of your texts.', { maker: 'model' }],
  ['', { sources: [source('policy')] }],
])('without a source, an answer has another origin: %s', (origin, trace) =>
  expect(reasons(trace).origin).toBe(origin),
)

it('a certain danger comes before what the message means otherwise', () => {
  const intents = [{ name: 'work', chance: 0.5 }]
  expect(reasons({ intents, danger: 'gas' })).toMatchObject({ isUnderstood: true, meanings: [] })
  expect(reasons({ intents, danger: 'possible' }).meanings).toHaveLength(1)
})

it.each([
  ['model', null, /^A language model wrote this/],
  ['script', null, /not a language model/],
  ['script', 'TimeoutError', /took too long/],
  ['script', 'AbortError', /was interrupted/],
  ['script', 'SyntaxError', /could not answer/],
  ['script', 'a promised time', /broke a rule \(a promised time\)/],
])('the maker %s (%s) is told as %s', (maker, fallback, text) =>
  expect(reasons({ maker, fallback }).maker).toMatch(text),
)

it('facts have readable names, and the words that they were read from', () => {
  const facts = [
    { field: 'service_needs', value: 'Mowing', quote: 'grass is high' },
    { field: 'property_size', value: 'Half an acre', quote: 'half an acre' },
  ]
  expect(reasons({ facts }).facts).toEqual([
    { label: 'Service', value: 'Mowing', quote: 'grass is high' },
    { label: 'Property size', value: 'Half an acre', quote: '' },
  ])
})
