import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Claim, featuresOfClaim } from '../../server/agent/model/features.ts'
import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import { keywords } from '../../server/agent/words/words.ts'
import type { Example } from './examples.ts'
import { headsOf, headsOfDocuments, heldOutDocuments, heldOutScores, thresholdOf } from './heads.ts'
import { randomFrom } from './regression.ts'

/** The numbers of features that the classifiers keep. */
const KEPT = 8_000
/** The shares of sentences that must not be sent but score above the thresholds, measured on held-out examples. */
const ALLOWED = { supported: 0.15, social: 0.05 }

/** A line of the examples: an owner's text, a visitor's message, and sentences that it supports, or doesn't. */
export interface Line {
  source: string
  asked: string
  supported: string[]
  unsupported: string[]
}

export interface ClaimExample extends Claim {
  isSupported: boolean
  /** The line, whose sentences are held out together. */
  group: number
  /** Whether the source is that of another line. */
  isMisattributed: boolean
}

/** Reads the examples of texts with questions and sentences about them, one JSON object a line. */
export const readLines = (folder: string): Line[] =>
  globSync('*.jsonl', { cwd: folder })
    .toSorted()
    .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
    .map((line) => JSON.parse(line) as Line)

/** Returns the sentences of the examples. */
export function claimsIn(lines: readonly Line[]): ClaimExample[] {
  return lines.flatMap(({ source, asked, supported, unsupported }, group) =>
    [supported, unsupported].flatMap((sentences, at) =>
      sentences.map((say) => ({
        say,
        cited: source,
        visitor: asked,
        isSupported: at === 0,
        group,
        isMisattributed: false,
      })),
    ),
  )
}

/** How much two sources that share words can trade places, so that not always the same one is the nearest. */
const JITTER = 0.15
const SEED = 5

/** Returns how many of their words two texts share. */
function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length / Math.sqrt(a.size * b.size || 1)
}

/**
 * Returns half of the sentences once more with the nearest source of another line, which doesn't support them: a model
 * that invents something cites the text that comes closest.
 */
function misattributed(examples: readonly ClaimExample[]): ClaimExample[] {
  const random = randomFrom(SEED)
  const sources = [...new Map(examples.map(({ group, cited }) => [group, cited]))].map(([group, cited]) => ({
    group,
    cited,
    words: keywords(cited),
  }))
  return examples.flatMap((example) => {
    if (random() < 0.5) return []
    const words = keywords(example.say)
    const [nearest] = sources
      .filter(({ group }) => group !== example.group)
      .map((source) => ({ source, score: shared(words, source.words) + JITTER * random() }))
      .toSorted((a, b) => b.score - a.score)
    return nearest
      ? [{ ...example, cited: nearest.source.cited, isSupported: false, isMisattributed: true }]
      : []
  })
}

const SUPPORTED = {
  supported: { kept: KEPT, isMember: ({ isSupported }: ClaimExample) => isSupported, isUsed: () => true },
}

/** Trains the classifier that tells whether the cited texts support a sentence. */
export function trainSupport(examples: readonly ClaimExample[], digest: string): StoredClassifier {
  const all = [...examples, ...misattributed(examples)]
  const documents = all.map((example) => ({ example, hashes: featuresOfClaim(example) }))
  const held = heldOutDocuments(documents, SUPPORTED, ({ group }) => group)
  const wrong = held.filter(({ example }) => !example.isSupported && !example.isMisattributed)
  return {
    digest,
    thresholds: { supported: thresholdOf(wrong, 'supported', ALLOWED.supported) },
    heads: headsOfDocuments(documents, SUPPORTED),
  }
}

const SOCIAL = {
  social: { kept: KEPT, isMember: ({ wish }: Example) => wish === 'social', isUsed: () => true },
}

/** Trains the classifier that tells whether a sentence needs no source. */
export function trainSocial(examples: readonly Example[], digest: string): StoredClassifier {
  const claims = heldOutScores(examples, SOCIAL).filter(({ example }) => example.wish !== 'social')
  return {
    digest,
    thresholds: { social: thresholdOf(claims, 'social', ALLOWED.social) },
    heads: headsOf(examples, SOCIAL),
  }
}
