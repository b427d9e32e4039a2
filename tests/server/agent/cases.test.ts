import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readCases } from '../../../scripts/eval/cases.ts'
import { type EvalCompanion, startEvalCompanion } from '../../../scripts/eval/companion.ts'
import { playAll } from '../../../scripts/eval/play.ts'
import { ROOT } from '../../../scripts/lib/files.ts'

/** The least share of each file in tests/agent, in percent, that must end as expected. */
const FLOORS: Record<string, number> = {
  addresses: 97,
  area: 97,
  bookings: 100,
  chats: 100,
  corrections: 97,
  details: 97,
  emails: 95,
  faq: 93,
  'follow-ups': 100,
  holidays: 97,
  languages: 95,
  manners: 96,
  moves: 100,
  'names-asked': 97,
  'names-unasked': 85,
  order: 90,
  phones: 97,
  preferences: 100,
  safety: 100,
  services: 93,
  settings: 97,
  spanish: 95,
  texting: 100,
  traps: 100,
  unrelated: 100,
  when: 100,
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
