import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import type { StoredIntents } from '../../server/agent/understand/intents.ts'
import { ROOT } from '../lib/files.ts'
import { claimsIn, readLines, trainSocial, trainSupport } from './claims.ts'
import { readDetails } from './details.ts'
import { type Example, readCaseMessages, readExamples } from './examples.ts'
import { type IntentExample, readIntentExamples, type Size, trainIntents } from './intents.ts'
import { trainRelevance } from './relevance.ts'
import { trainRisk } from './risk.ts'
import { trainSpanish } from './spanish.ts'
import { trainWishes } from './wishes.ts'

const EXAMPLES = join(ROOT, 'server', 'agent', 'examples')
const CLAIMS = join(EXAMPLES, 'claims')
const CASES = join(ROOT, 'tests', 'agent')
const detailed = readDetails(EXAMPLES)
const CODE = ['scripts/train/*.ts', 'server/agent/*/features.ts']

interface Trained {
  /** The file, from the project's root. */
  file: string
  /** The folders of its examples. */
  groups: readonly string[]
  train: (digest: string) => StoredClassifier | StoredIntents
}

/** Returns a classifier that learns from some folders and from the messages of the project's own cases. */
const withCases = (
  file: string,
  groups: readonly string[],
  train: (examples: readonly Example[], digest: string) => StoredClassifier,
): Trained => ({
  file,
  groups,
  train: (digest) => train([...readExamples(EXAMPLES, groups), ...readCaseMessages(CASES)], digest),
})

/** Returns a classifier of the messages in one folder, whose file names are its classes. */
const ofFolder = (file: string, group: string, size: Size): Trained => ({
  file,
  groups: [group],
  train: (digest) => trainIntents(readIntentExamples(join(EXAMPLES, group)), digest, size),
})

/** The wishes beside which nobody asks for a call. */
const UNCALLED: ReadonlySet<string | null> = new Set(['nocontact', 'optout'])

/** Returns what visitors say of appointments, also with contact details. Who wants no contact wants none. */
function appointments(): IntentExample[] {
  const refusals = readExamples(EXAMPLES, ['wishes']).filter(({ wish }) => wish === 'nocontact')
  const all = [
    ...readIntentExamples(join(EXAMPLES, 'appointments')),
    ...refusals.map(({ text, language }) => ({ text, language, intents: ['other'] })),
  ]
  return all.flatMap((each, at) =>
    [each.text, ...detailed({ ...each, isUncalled: true }, at)].map((text) => ({ ...each, text })),
  )
}

/** Intents of messages that may answer a question for a detail, and so say nothing of what doesn't. */
const MAY_ANSWER: ReadonlySet<string> = new Set([
  'accept',
  'choose',
  'decline',
  'fact',
  'other_time',
  'skip',
  'time',
  'unsure',
  'vague',
])
/** One in so many messages with other intents is an example of what answers no question. */
const OTHERS = 24

/** Returns what visitors answer to questions for details, and what they write instead. */
function answers(): IntentExample[] {
  const others = readIntentExamples(join(EXAMPLES, 'intents'))
    .filter(({ intents }) => !intents.some((intent) => MAY_ANSWER.has(intent)))
    .filter((_, at) => at % OTHERS === 0)
  return [
    ...readIntentExamples(join(EXAMPLES, 'answers')),
    ...others.map((each) => ({ ...each, intents: ['other'] })),
  ]
}

/** The classifiers that the agent uses. */
export const CLASSIFIERS: readonly Trained[] = [
  withCases('server/agent/risk/risk.json', ['risk', 'harmless', 'ordinary', 'details'], (examples, digest) =>
    trainRisk(examples, digest, detailed),
  ),
  withCases(
    'server/agent/wishes/wishes.json',
    ['wishes', 'unlike', 'ordinary', 'harmless', 'risk', 'details'],
    (examples, digest) =>
      trainWishes(examples, digest, (example, at) =>
        detailed({ ...example, isUncalled: UNCALLED.has(example.wish) }, at),
      ),
  ),
  withCases(
    'server/agent/spanish/spanish.json',
    ['wishes', 'unlike', 'ordinary', 'harmless', 'risk'],
    trainSpanish,
  ),
  ofFolder('server/agent/understand/intents.json', 'intents', { vectors: 32_749, width: 48, epochs: 9 }),
  ofFolder('server/agent/understand/trades.json', 'trades', { vectors: 16_381, width: 24, epochs: 9 }),
  {
    file: 'server/agent/understand/appointments.json',
    groups: ['appointments', 'wishes', 'details'],
    train: (digest) => trainIntents(appointments(), digest, { vectors: 8_191, width: 16, epochs: 12 }),
  },
  {
    file: 'server/agent/understand/answers.json',
    groups: ['answers', 'intents'],
    train: (digest) => trainIntents(answers(), digest, { vectors: 8_191, width: 16, epochs: 12 }),
  },
  {
    file: 'server/agent/model/support.json',
    // The likeness of words comes from the classifier of intents, which is trained before.
    groups: ['claims', 'intents'],
    train: (digest) => trainSupport(claimsIn(readLines(CLAIMS)), digest),
  },
  {
    file: 'server/agent/search/relevance.json',
    groups: ['claims', 'intents'],
    train: (digest) => trainRelevance(readLines(CLAIMS), digest),
  },
  {
    file: 'server/agent/model/social.json',
    groups: ['sentences'],
    train: (digest) => trainSocial(readExamples(EXAMPLES, ['sentences']), digest),
  },
]

/** Returns a digest of the examples and of the code that learns from them. */
export function digestOf({ groups }: Trained): string {
  const hash = createHash('sha256')
  const add = (root: string, pattern: string) => {
    for (const file of globSync(pattern, { cwd: root }).toSorted())
      hash.update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'))
  }
  for (const group of groups) add(EXAMPLES, `${group}/*.{txt,jsonl}`)
  for (const pattern of CODE) add(ROOT, pattern)
  add(CASES, '*.jsonl')
  return hash.digest('hex').slice(0, 16)
}

/** Returns the file's text that the examples lead to. */
export function trained(each: Trained): string {
  return `${JSON.stringify(each.train(digestOf(each)), null, 2)}\n`
}
