import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { ROOT } from './files.ts'

/** How many tests of one part passed, failed, and didn't run. `remarks` lists those that failed or were flaky. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  remarks: string[]
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults?: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; duration?: number | null }[]
  }[]
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs?: { title: string; file: string; tests: { status: string; results?: { duration: number }[] }[] }[]
}

interface PlaywrightReport extends PlaywrightSuite {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
      remarks: [...all.remarks, ...each.remarks],
    }),
    { passed: 0, failed: 0, skipped: 0, remarks: [] },
  )
}

/**
 * Reads the JSON report of Vitest or Playwright at `path`. A run that fails without a failed test (a crash, a missing
 * report, or no tests) counts as one failure. A test that passes on a retry, which only shared machines do, counts as
 * passed; its remark says that it is flaky.
 */
export function readTally(path: string, exitCode: number): Tally {
  const report = parseReport(path)
  const tally = report ? tallyOf(report) : sum([])
  if (tally.failed > 0 || (exitCode === 0 && tally.passed + tally.skipped > 0)) return tally
  return { ...tally, failed: 1, remarks: [...tally.remarks, `failed outside a test: exit code ${exitCode}`] }
}

/** A test and its duration. */
export interface Timed {
  name: string
  ms: number
}

/** Returns the slowest `count` tests of the JSON report at `path`, slowest first. */
export function slowest(path: string, count: number): Timed[] {
  const report = parseReport(path)
  if (!report) return []
  const timed = 'stats' in report ? playwrightTimes(report) : (report.testResults ?? []).flatMap(vitestTimes)
  return timed.toSorted((a, b) => b.ms - a.ms).slice(0, count)
}

function parseReport(path: string): VitestReport | PlaywrightReport | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as VitestReport | PlaywrightReport
  } catch {
    return null
  }
}

function tallyOf(report: VitestReport | PlaywrightReport): Tally {
  if ('stats' in report) {
    const { expected, unexpected, flaky, skipped } = report.stats
    return { passed: expected + flaky, failed: unexpected, skipped, remarks: playwrightRemarks(report) }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
    remarks: (report.testResults ?? []).flatMap(vitestRemarks),
  }
}

function vitestRemarks({
  name,
  status,
  message,
  assertionResults,
}: NonNullable<VitestReport['testResults']>[number]) {
  const file = relative(ROOT, name)
  const failed = assertionResults.filter((test) => test.status === 'failed')
  if (failed.length > 0) return failed.map(({ fullName }) => `failed: ${file}: ${fullName}`)
  return status === 'failed' ? [`failed: ${file}: ${message.split('\n', 1)[0]}`] : []
}

function vitestTimes({ name, assertionResults }: NonNullable<VitestReport['testResults']>[number]): Timed[] {
  const file = relative(ROOT, name)
  return assertionResults.map(({ fullName, duration }) => ({
    name: `${file}: ${fullName}`,
    ms: duration ?? 0,
  }))
}

function playwrightTimes({ suites = [], specs = [] }: PlaywrightSuite): Timed[] {
  return [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.flatMap(({ results = [] }) =>
        results.map(({ duration }) => ({ name: `${file}: ${title}`, ms: duration })),
      ),
    ),
    ...suites.flatMap(playwrightTimes),
  ]
}

function playwrightRemarks({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  return [
    ...specs.flatMap(({ title, file, tests }) =>
      tests.flatMap(({ status }) => {
        if (status === 'unexpected') return [`failed: ${file}: ${title}`]
        return status === 'flaky' ? [`flaky: ${file}: ${title}`] : []
      }),
    ),
    ...suites.flatMap(playwrightRemarks),
  ]
}
