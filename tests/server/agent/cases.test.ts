import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, it } from 'vitest'
import { type Case, readCases } from '../../../scripts/eval/cases.ts'
import { judge } from '../../../scripts/eval/judge.ts'
import { playCase } from '../../../scripts/eval/play.ts'
import { startEvalServer } from '../../../scripts/eval/server.ts'
import { ROOT } from '../../../scripts/lib/files.ts'
import { playRules } from './play-rules.ts'

/** The least share of each file in tests/agent, in percent, that must end as expected. */
const FLOORS: Record<string, number> = {
  addresses: 97,
  area: 97,
  beside: 95,
  bookings: 100,
  chats: 95,
  corrections: 97,
  details: 97,
  emails: 95,
  faq: 93,
  'follow-ups': 93,
  holidays: 97,
  languages: 95,
  manners: 93,
  moves: 100,
  'names-asked': 97,
  'names-unasked': 85,
  order: 90,
  phones: 97,
  preferences: 100,
  safety: 100,
  services: 93,
  settings: 96,
  spanish: 94,
  texting: 95,
  traps: 100,
  unrelated: 99,
  when: 100,
}

const NOW = new Date('2026-11-20T15:00:00Z')
/** One of this many cases is also played through the API. */
const SAMPLE = 20

const files = globSync('tests/agent/*.jsonl', { cwd: ROOT }).map((path) => join(ROOT, path))
const nameOf = (path: string) => basename(path, '.jsonl')
const clockOf = ({ business }: Case) => business?.now ?? NOW

it('has a floor for each file, and at least 400 cases', () => {
  expect(files.map(nameOf).toSorted()).toEqual(Object.keys(FLOORS).toSorted())
  expect(files.flatMap(readCases).length).toBeGreaterThanOrEqual(400)
})

it.each(files.map((path) => [nameOf(path), path] as const))('%s reaches its floor', async (name, path) => {
  const cases = readCases(path).map((each) => ({ ...each, failures: [] as string[] }))
  for (const each of cases) {
    if (each.expect) each.failures = judge(each.expect, await playRules(each, clockOf(each)))
  }
  const failed = cases.flatMap(({ id, failures }) => failures.map((failure) => `${id}: ${failure}`))
  const share = (100 * cases.filter(({ failures }) => failures.length === 0).length) / cases.length
  expect(share, failed.join('\n')).toBeGreaterThanOrEqual(FLOORS[name] ?? 100)
})

it('every twentieth case is the same conversation through the API', async () => {
  const server = await startEvalServer()
  const sample = files.flatMap(readCases).filter((_, index) => index % SAMPLE === 0)
  for (const each of sample) {
    const now = clockOf(each)
    const timed = { ...each, business: { ...each.business, now } }
    const { id, passed, failures, messages, ...ending } = await playCase(server, timed)
    const unmeasured = messages.map((message) => ({ ...message, ms: null }))
    expect({ ...ending, messages: unmeasured }, id).toEqual(await playRules(each, now))
  }
  await server.stop()
})
