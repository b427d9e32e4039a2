import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredClassifier } from '../../server/agent/risk/classifier.ts'
import { ROOT } from '../lib/files.ts'
import { type Example, readCaseMessages, readExamples } from './examples.ts'
import { trainRisk } from './risk.ts'
import { trainSpanish } from './spanish.ts'
import { trainWishes } from './wishes.ts'

const EXAMPLES = join(ROOT, 'server', 'agent', 'examples')
const CASES = join(ROOT, 'tests', 'agent')
const CODE = ['scripts/train/*.ts', 'server/agent/risk/features.ts']

interface Trained {
  /** The file, from the project's root. */
  file: string
  /** The folders of its examples. */
  groups: readonly string[]
  train: (examples: readonly Example[], digest: string) => StoredClassifier
}

/** The classifiers that the agent uses. */
export const CLASSIFIERS: readonly Trained[] = [
  {
    file: 'server/agent/risk/risk.json',
    groups: ['risk', 'harmless', 'ordinary'],
    train: trainRisk,
  },
  {
    file: 'server/agent/wishes/wishes.json',
    groups: ['wishes', 'unlike', 'ordinary', 'harmless', 'risk'],
    train: trainWishes,
  },
  {
    file: 'server/agent/spanish/spanish.json',
    groups: ['wishes', 'unlike', 'ordinary', 'harmless', 'risk'],
    train: trainSpanish,
  },
]

/** Returns a digest of the examples and of the code that learns from them. */
export function digestOf({ groups }: Trained): string {
  const hash = createHash('sha256')
  const add = (root: string, pattern: string) => {
    for (const file of globSync(pattern, { cwd: root }).toSorted())
      hash.update(readFileSync(join(root, file), 'utf8').replaceAll('\r\n', '\n'))
  }
  for (const group of groups) add(EXAMPLES, `${group}/*.txt`)
  for (const pattern of CODE) add(ROOT, pattern)
  add(CASES, '*.jsonl')
  return hash.digest('hex').slice(0, 16)
}

/** Returns the file's text that the examples lead to. */
export function trained(each: Trained): string {
  const examples = [...readExamples(EXAMPLES, each.groups), ...readCaseMessages(CASES)]
  return `${JSON.stringify(each.train(examples, digestOf(each)), null, 2)}\n`
}
