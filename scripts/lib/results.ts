import { readFileSync } from 'node:fs'

/** How many tests of one part passed, failed, and did not run. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
}

interface PlaywrightReport {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** Returns the sum of the tallies. */
export function sum(tallies: Tally[]): Tally {
  return tallies.reduce(
    (all, each) => ({
      passed: all.passed + each.passed,
      failed: all.failed + each.failed,
      skipped: all.skipped + each.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  )
}

/**
 * Reads the JSON report of Vitest or Playwright at `path`. A run that fails without a failed test (a crash, no
 * report, no test found) counts as one failure. A test that passes on a retry, which only shared machines do, counts
 * as passed; the list above the count marks it as flaky.
 */
export function readTally(path: string, exitCode: number): Tally {
  const report = parseReport(path)
  const tally = report ? tallyOf(report) : { passed: 0, failed: 0, skipped: 0 }
  const fellOver = tally.failed === 0 && (exitCode !== 0 || tally.passed + tally.skipped === 0)
  return fellOver ? { ...tally, failed: 1 } : tally
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
    return { passed: expected + flaky, failed: unexpected, skipped }
  }
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}
