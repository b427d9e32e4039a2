import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../../../scripts/lib/files.ts'
import { runProgram } from '../../support/program.ts'
import { startRecordedModel } from '../../support/recorded-model.ts'

const folder = mkdtempSync(join(tmpdir(), 'eval-'))

function run(lines: readonly string[], flags: readonly string[] = []) {
  const path = join(folder, 'cases.jsonl')
  writeFileSync(path, lines.join('\n'))
  return play(path, {}, flags)
}

async function play(path: string, env: Record<string, string> = {}, flags: readonly string[] = []) {
  const program = runProgram('scripts/eval.ts', [...flags, path], env)
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

it('explains on request what the agent understood, and where its answers come from', async () => {
  const turns = ['Are you insured?', "I'm Jane Doe, 614-555-0188", 'zorp']
  const { code, results, stderr } = await run([JSON.stringify({ id: 'why', turns })], ['--explain'])
  expect(code).toBe(0)
  const [greeting, asked, answer, ...others] = results[0].messages
  expect([greeting.from, greeting.why, 'why' in asked]).toEqual(['agent', null, false])
  expect(answer.why).toMatchObject({ maker: 'script', danger: null })
  expect(answer.why.intents[0].name).toBe('ask_insured')
  const [source] = answer.why.sources
  expect(source.id).toMatch(/^faq\.\d+$/)
  // Each message of a turn has its reasons.
  for (const { from, why } of others) expect(Boolean(why)).toBe(from === 'agent')
  const lines = stderr.split('\n').map((line) => line.trim())
  expect(lines).toEqual(
    expect.arrayContaining([
      'visitor: Are you insured?',
      expect.stringMatching(/^understood: +ask_insured \d+ %/),
      `source:      ${source.id} “${source.text}”`,
      `says:        ${answer.text}`,
      expect.stringMatching(/^facts: .*phone = \(614\) 555-0188 \(“I'm Jane Doe, 614-555-0188”\)/),
    ]),
  )
  // Each answer has its reasons once, before its first message.
  expect(lines.filter((line) => line.startsWith('maker:'))).toHaveLength(turns.length)
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
