import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/lib/files.ts'
import { runProgram } from '../../support/companion.ts'
import { startRecordedModel } from '../../support/recorded-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'eval-'))

function run(lines: readonly string[]) {
  const path = join(folder, 'cases.jsonl')
  writeFileSync(path, lines.join('\n'))
  return play(path)
}

async function play(path: string, env: Record<string, string> = {}) {
  const program = runProgram('scripts/eval.ts', [path], env)
  const code = await program.ended
  const { stdout, stderr } = program.output()
  const results = stdout.split('\n').flatMap((line) => (line ? [JSON.parse(line)] : []))
  return { code, results, stderr }
}

it('plays cases through the API, each with its own clock and organization', async () => {
  const turns = ['Hi, I am Jane Doe and my number is 614-555-0188', '   ']
  const business = { business_name: 'Roofs', services_offered: ['Roofing'], now: '2026-11-20T15:00:00Z' }
  const { code, results, stderr } = await run(
    [
      { id: 'known', turns, business, expect: { lead: { phone: '6145550188', email: null }, booking: null } },
      { id: 'unsaid', turns: [], business: { agent_name: 'Max' }, expect: { says: ['Max', 'Fern'] } },
      { id: 'person', turns: ['Let me talk to a human please'], expect: { state: 'needs_person' } },
      { id: 'free', turns: ['hello'] },
    ].map((each) => JSON.stringify(each)),
  )
  expect(results.map(({ id, passed, failures }) => [id, passed, failures])).toEqual([
    ['known', true, []],
    ['unsaid', false, ['says: nothing matches Fern']],
    ['person', true, []],
    ['free', true, []],
  ])
  const [known] = results
  expect(known.messages[0]).toMatchObject({ from: 'agent', text: expect.stringContaining('Roofs') })
  expect(known.messages[1]).toEqual({ from: 'visitor', text: turns[0], ms: null })
  expect(known.messages[2].ms).toBeGreaterThan(0)
  expect(known.lead.phone).toBe('(614) 555-0188')
  expect(known).toMatchObject({ booking: null, state: 'agent' })
  expect(stderr).toContain('unsaid: says: nothing matches Fern')
  expect(code).toBe(1)
})

it('refuses what is not a case', async () => {
  const { code, results, stderr } = await run(['{"id": "a", "turns": []}', 'nonsense'])
  expect([code, results]).toEqual([2, []])
  expect(stderr).toMatch(/cases\.jsonl:2: not JSON/)
})

it('plays the cases with a model that the environment names', async () => {
  const model = await startRecordedModel(join(ROOT, 'tests/agent/with-model/recorded.json'))
  const env = { AGENT_MODEL_URL: model.url, AGENT_MODEL: 'recorded' }
  const { code, results } = await play(join(ROOT, 'tests/agent/with-model/cases.jsonl'), env)
  model.close()
  expect(results.flatMap(({ id, failures }) => failures.map((each: string) => `${id}: ${each}`))).toEqual([])
  expect(results).toHaveLength(7)
  expect(model.requests()).toBeGreaterThanOrEqual(6)
  expect(code).toBe(0)
})
