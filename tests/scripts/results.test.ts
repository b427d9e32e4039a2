import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../../scripts/lib/files.ts'
import { readTally, slowest, sum } from '../../scripts/lib/results.ts'

const folder = mkdtempSync(join(tmpdir(), 'results-'))
function report(content: unknown): string {
  const path = join(folder, 'report.json')
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('reads the reports of Vitest and Playwright', () => {
  const vitest = {
    ...{ numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 0 },
    testResults: [
      {
        ...{ name: join(ROOT, 'tests/unit/a.test.ts'), status: 'failed', message: '' },
        assertionResults: [
          { fullName: 'lists leads', status: 'passed' },
          { fullName: 'finds leads', status: 'failed' },
        ],
      },
      {
        ...{
          name: join(ROOT, 'tests/unit/b.test.ts'),
          status: 'failed',
          message: 'Cannot find c.ts\n  at b',
        },
        assertionResults: [],
      },
    ],
  }
  expect(readTally(report(vitest), 1)).toEqual({
    ...{ passed: 5, failed: 1, skipped: 2 },
    remarks: ['failed: tests/unit/a.test.ts: finds leads', 'failed: tests/unit/b.test.ts: Cannot find c.ts'],
  })
  const specs = ['expected', 'flaky', 'unexpected'].map((status) => ({
    ...{ title: `is ${status}`, file: 'leads.spec.ts', tests: [{ status }] },
  }))
  const playwright = {
    ...{ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 } },
    suites: [{ specs: [], suites: [{ specs }] }],
  }
  expect(readTally(report(playwright), 1)).toEqual({
    ...{ passed: 4, failed: 1, skipped: 0 },
    remarks: ['flaky: leads.spec.ts: is flaky', 'failed: leads.spec.ts: is unexpected'],
  })
})

test('counts a crash as a failure even if every finished test passed', () => {
  const passed = { numPassedTests: 5, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0 }
  const crash = (code: number) => ({
    ...{ failed: 1, skipped: 0, remarks: [`failed outside a test: exit code ${code}`] },
  })
  expect(readTally(report(passed), 1)).toEqual({ passed: 5, ...crash(1) })
  expect(readTally(report('{"broken'), 0)).toEqual({ passed: 0, ...crash(0) })
  expect(readTally(join(folder, 'missing.json'), 0)).toEqual({ passed: 0, ...crash(0) })
})

test('adds up', () => {
  const tally = { passed: 1, failed: 2, skipped: 3, remarks: ['failed: a'] }
  expect(sum([tally, tally])).toEqual({
    passed: 2,
    failed: 4,
    skipped: 6,
    remarks: ['failed: a', 'failed: a'],
  })
  expect(sum([])).toEqual({ passed: 0, failed: 0, skipped: 0, remarks: [] })
})

test('names the slowest tests of Vitest and Playwright', () => {
  const vitest = {
    testResults: [
      {
        name: join(ROOT, 'tests/unit/a.test.ts'),
        assertionResults: [
          { fullName: 'lists leads', duration: 20 },
          { fullName: 'is not run' },
          { fullName: 'finds leads', duration: 3_000 },
        ],
      },
    ],
  }
  expect(slowest(report(vitest), 2)).toEqual([
    { name: 'tests/unit/a.test.ts: finds leads', ms: 3_000 },
    { name: 'tests/unit/a.test.ts: lists leads', ms: 20 },
  ])
  const tests = [{ results: [{ duration: 90 }, { duration: 700 }] }]
  const playwright = { stats: {}, suites: [{ specs: [{ title: 'opens', file: 'leads.spec.ts', tests }] }] }
  expect(slowest(report(playwright), 1)).toEqual([{ name: 'leads.spec.ts: opens', ms: 700 }])
  expect(slowest(join(folder, 'missing.json'), 5)).toEqual([])
})
