import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, sep } from 'node:path'

/** A message, and what it tells of or asks for. */
export interface Example {
  text: string
  /** The kind of danger; null if there is none. */
  kind: string | null
  /** What the visitor wants of the business; null for everything that is nobody's class. */
  wish: string | null
  language: string
  /** The class whose words the message uses without belonging to it. */
  unlike: string | null
}

/** Matches the files of cases whose messages tell of danger or ask for a person. */
const NOT_ORDINARY = /(?:safety|languages)\.jsonl$/
/** Case files have no language of their own. */
const ANY_LANGUAGE = ''

/** Reads the visitors' messages of ordinary cases (docs/agent.md), each once. */
export function readCaseMessages(folder: string): Example[] {
  const files = globSync('*.jsonl', { cwd: folder })
    .filter((file) => !NOT_ORDINARY.test(file))
    .toSorted()
  const lines = files.flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n').filter(Boolean))
  const cases = lines.map((line) => JSON.parse(line) as { turns: string[]; expect?: { state?: string } })
  const ordinary = cases.filter(({ expect }) => expect?.state !== 'needs_person')
  return [...new Set(ordinary.flatMap(({ turns }) => turns))]
    .filter((text) => text.trim() !== '')
    .map((text) => ({ text, kind: null, wish: null, language: ANY_LANGUAGE, unlike: null }))
}

/** Reads the examples in some folders, in the order of their files' names. A file contains one message a line. */
export function readExamples(folder: string, groups: readonly string[]): Example[] {
  const files = groups.flatMap((group) => globSync(`${group}/*.txt`, { cwd: folder }).toSorted())
  return files.flatMap((file) => {
    const group = dirname(file).split(sep)[0]
    const [name = '', language = ''] = basename(file, '.txt').split('.')
    return readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== '')
      .map((text) => ({
        text,
        kind: group === 'risk' ? name : null,
        wish: group === 'wishes' || group === 'sentences' ? name : null,
        language,
        unlike: group === 'harmless' || group === 'unlike' ? name : null,
      }))
  })
}
