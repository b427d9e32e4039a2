import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../../scripts/lib/files.ts'
import {
  type ClaimExample,
  claimsIn,
  readLines,
  trainSocial,
  trainSupport,
} from '../../scripts/train/claims.ts'
import { CLASSIFIERS, digestOf, trained } from '../../scripts/train/classifiers.ts'
import type { Example } from '../../scripts/train/examples.ts'
import { readExamples } from '../../scripts/train/examples.ts'
import { readIntentExamples, trainIntents } from '../../scripts/train/intents.ts'
import { trainRisk } from '../../scripts/train/risk.ts'
import { featuresOfClaim } from '../../server/agent/model/features.ts'
import { classifierOf } from '../../server/agent/risk/classifier.ts'
import { featuresOf } from '../../server/agent/risk/features.ts'
import { riskIn } from '../../server/agent/risk/risk.ts'
import { intentsOf } from '../../server/agent/understand/intents.ts'
import { chanceOf } from '../../server/agent/understand/likelihoods.ts'
import { wishes } from '../../server/agent/wishes/wishes.ts'

const EXAMPLES = join(ROOT, 'server', 'agent', 'examples')
const examples = readExamples(EXAMPLES, ['risk', 'harmless', 'ordinary'])
const KINDS = [
  'electric',
  'gas',
  'fire',
  'injury',
  'poison',
  'selfharm',
  'structure',
  'crime',
  'threat',
  'minor',
]

describe('the examples', () => {
  it.each(
    KINDS.flatMap((kind) => [
      [kind, 'en'],
      [kind, 'es'],
    ]),
  )('of %s in %s are enough, and differ', (kind, language) => {
    const own = examples.filter((each) => each.kind === kind && each.language === language)
    const plain = own.map(({ text }) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' '))
    expect(new Set(plain).size).toBe(own.length)
    expect(own.length).toBeGreaterThanOrEqual(150)
  })
})

describe('the examples of intents', () => {
  const intents = readIntentExamples(join(EXAMPLES, 'intents'))

  it.each(['en', 'es'])('in %s are at least 60 an intent', (language) => {
    const counts = globSync(`*.${language}.txt`, { cwd: join(EXAMPLES, 'intents') }).map((file) => {
      const lines = readFileSync(join(EXAMPLES, 'intents', file), 'utf8')
        .split('\n')
        .filter(Boolean)
      return [file, new Set(lines).size] as const
    })
    expect(counts.length).toBeGreaterThan(60)
    expect(counts.filter(([, count]) => count < 60)).toEqual([])
  })

  it('name only intents that have a file', () => {
    const names = new Set(
      globSync('*.txt', { cwd: join(EXAMPLES, 'intents') }).map((file) => file.split('.')[0]),
    )
    expect(intents.flatMap((each) => each.intents).filter((intent) => !names.has(intent))).toEqual([])
  })

  it('give the same classifier each time, which recognizes them', () => {
    const few = new Set(['ask_insured', 'ask_price', 'greet', 'stop', 'work'])
    const sample = intents.filter((each) => each.intents.every((intent) => few.has(intent)))
    const size = { vectors: 4_093, width: 8, epochs: 4 }
    const stored = trainIntents(sample, 'digest', size)
    expect(trainIntents(sample, 'digest', size)).toEqual(stored)
    const { likelihoodsOf } = intentsOf(stored)
    const found = sample.filter(({ text, intents: wanted }) => {
      const [best] = [...likelihoodsOf(text)].toSorted((a, b) => b[1] - a[1])
      return best && wanted.includes(best[0])
    })
    expect(found.length).toBeGreaterThan(0.9 * sample.length)
  })
})

describe('the examples of claims', () => {
  const claims = claimsIn(readLines(join(EXAMPLES, 'claims')))
  const sentences = readExamples(EXAMPLES, ['sentences'])

  it('support some sentences of each source, and others not', () => {
    for (const each of Map.groupBy(claims, ({ group }) => group).values()) {
      const supported = each.filter(({ isSupported }) => isSupported).map(({ say }) => say)
      const others = each.filter(({ isSupported }) => !isSupported).map(({ say }) => say)
      expect(Math.min(supported.length, others.length), each[0]?.cited).toBeGreaterThanOrEqual(2)
      expect(supported.filter((say) => others.includes(say))).toEqual([])
    }
    expect(claims.length).toBeGreaterThan(5_000)
  })

  it('are not the sentences on which the check is measured', () => {
    const measured = readFileSync(join(ROOT, 'tests/agent/with-model/claims.jsonl'), 'utf8')
    const learned = [...claims.map(({ say }) => say), ...sentences.map(({ text }) => text)]
    expect(learned.filter((say) => measured.includes(JSON.stringify(say)))).toEqual([])
  })

  it('give the same classifier each time, which tells them apart', () => {
    const sample = claims.filter(({ group }) => group % 8 === 0)
    const stored = trainSupport(sample, 'digest')
    expect(trainSupport(sample, 'digest')).toEqual(stored)
    const { scoresOf, thresholds } = classifierOf(stored, featuresOfClaim)
    const isFound = (each: ClaimExample) => (scoresOf(each).supported ?? 0) >= (thresholds.supported ?? 0)
    const shareOf = (isSupported: boolean) => {
      const all = sample.filter((each) => each.isSupported === isSupported)
      return all.filter(isFound).length / all.length
    }
    expect(shareOf(true)).toBeGreaterThan(0.7)
    expect(shareOf(false)).toBeLessThan(0.2)
  })

  it('tell courtesies from claims', () => {
    const sample = sentences.filter((_, at) => at % 8 === 0)
    const { scoresOf, thresholds } = classifierOf(trainSocial(sample, 'digest'), featuresOf)
    const isFound = ({ text }: Example) => (scoresOf(text).social ?? 0) >= (thresholds.social ?? 0)
    const [social = [], others = []] = [true, false].map((isSocial) =>
      sample.filter(({ wish }) => (wish === 'social') === isSocial),
    )
    expect(social.filter(isFound).length).toBeGreaterThan(0.6 * social.length)
    expect(others.filter(isFound).length).toBeLessThan(0.06 * others.length)
  })
})

describe('a classifier', () => {
  const sample: readonly Example[] = examples.filter((_, index) => index % 20 === 0)

  it('is the same whenever it learns from the same examples', () => {
    expect(trainRisk(sample, 'digest')).toEqual(trainRisk(sample, 'digest'))
  })

  it('recognizes its examples, but not those of other classes', () => {
    const { scoresOf, thresholds } = classifierOf(trainRisk(sample, ''), featuresOf)
    const dangers = sample.filter(({ kind }) => kind !== null && kind !== 'minor')
    const isFound = ({ text }: Example) => (scoresOf(text).danger ?? 0) >= (thresholds.danger ?? 0)
    expect(dangers.filter(isFound).length).toBeGreaterThan(0.5 * dangers.length)
    const ordinary = sample.filter(({ kind, unlike }) => kind === null && unlike === null)
    expect(ordinary.filter(isFound).length).toBeLessThan(0.05 * ordinary.length)
  })

  it('is committed with the digest of its examples', () => {
    for (const each of CLASSIFIERS) {
      const stored = readFileSync(join(ROOT, each.file), 'utf8')
      expect(JSON.parse(stored).digest).toBe(digestOf(each))
      if (process.env.THOROUGH) expect(trained(each)).toBe(stored)
    }
  }, 600_000)

  it('reads messages of any length and script', () => {
    expect(chanceOf('слово '.repeat(5_000), ['work'])).toBeLessThan(0.5)
    expect(chanceOf('', ['work'])).toBeLessThan(0.1)
    for (const text of ['', ' ', '🔥', '!'.repeat(100_000), 'слово '.repeat(5_000), '\ud800'])
      expect(riskIn(text)).toMatchObject({ kind: null, isMinor: false })
    expect(wishes('optout', '')).toBe(false)
  })
})

describe('dangers in words that no pattern names', () => {
  it.each([
    ['half the oak just came thru my bedroom ceiling', 'structure'],
    ['huele mucho a gas donde escarbaron', 'gas'],
    ['sprinkler box is buzzing and i got zapped touching it', 'electric'],
    ['one of your guys is peeking in my windows', 'crime'],
  ])('are recognized: %s', (text, kind) => expect(riskIn(text).kind).toBe(kind))

  it.each([
    'this deal is killer',
    'the heat is killing my lawn',
    'burning bush trimming please',
    'we can talk tuesday',
  ])('are not seen in %s', (text) => expect(riskIn(text)).toMatchObject({ kind: null, isHint: false }))
})

describe('a wish', () => {
  it.each(['get me a real person', 'quiero hablar con alguien de verdad', 'I want the owner to call me'])(
    'for a person is recognized: %s',
    (text) => expect(wishes('person', text)).toBe(true),
  )
  it.each(['is the owner insured', 'someone told me you do gutters', 'weekly mowing please'])(
    'for a person is not seen in %s',
    (text) => expect(wishes('person', text)).toBe(false),
  )
})
