import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCases } from '../../../scripts/eval/cases.ts'
import { type EvalCompanion, startEvalCompanion } from '../../../scripts/eval/companion.ts'
import { playAll } from '../../../scripts/eval/play.ts'
import { ROOT } from '../../../scripts/lib/files.ts'

/** The least share of each file in tests/agent, in percent, that must end as expected. */
const FLOORS: Record<string, number> = {
  addresses: 91,
  area: 94,
  bookings: 100,
  corrections: 71,
  emails: 75,
  faq: 92,
  languages: 89,
  manners: 86,
  moves: 100,
  'names-asked': 76,
  'names-unasked': 54,
  order: 79,
  phones: 84,
  safety: 75,
  services: 73,
  settings: 94,
  spanish: 66,
  traps: 100,
  unrelated: 76,
}

let companion: EvalCompanion
beforeAll(async () => {
  companion = await startEvalCompanion()
})
afterAll(() => companion.stop())

const files = globSync('tests/agent/*.jsonl', { cwd: ROOT }).map((path) => join(ROOT, path))
const nameOf = (path: string) => basename(path, '.jsonl')

it('has a floor for each file, and at least 400 cases', () => {
  expect(files.map(nameOf).toSorted()).toEqual(Object.keys(FLOORS).toSorted())
  expect(files.flatMap(readCases).length).toBeGreaterThanOrEqual(400)
})

it.each(files.map((path) => [nameOf(path), path] as const))('%s reaches its floor', async (name, path) => {
  const results = await playAll(companion, readCases(path))
  const failed = results.flatMap(({ id, failures }) => failures.map((failure) => `${id}: ${failure}`))
  const share = (100 * results.filter(({ passed }) => passed).length) / results.length
  expect(share, failed.join('\n')).toBeGreaterThanOrEqual(FLOORS[name] ?? 100)
})
