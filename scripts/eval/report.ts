import type { Result } from './play.ts'

/** Returns the duration of each of the agent's turns in milliseconds, shortest first. */
export function turnTimes(results: readonly Result[]): number[] {
  const times = results.flatMap(({ messages }) =>
    messages.flatMap(({ ms }, index) => (messages[index - 1]?.from === 'visitor' && ms !== null ? [ms] : [])),
  )
  return times.sort((a, b) => a - b)
}

/** Returns the value that a fraction of the sorted values does not exceed. */
export const percentile = (sorted: readonly number[], share: number) =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0

/** Returns a table of the results by file, and the failures. */
export function report(byFile: ReadonlyMap<string, readonly Result[]>): string {
  const all = [...byFile.values()].flat()
  const groups = byFile.size > 1 ? [...byFile, ['total', all] as const] : [...byFile]
  const rows = groups.map(([name, results]) => {
    const passed = results.filter((each) => each.passed).length
    const times = turnTimes(results)
    return [
      name,
      ...[results.length, passed, results.length - passed].map(String),
      `${results.length ? ((100 * passed) / results.length).toFixed(1) : '-'}`,
      ...[0.5, 0.99].map((share) => percentile(times, share).toFixed(0)),
    ]
  })
  const table = [['file', 'cases', 'passed', 'failed', '%', 'median ms', '99% ms'], ...rows]
  const widths = table[0]?.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0))) ?? []
  const lines = table.map((row) =>
    row
      .map((cell, column) => (column ? cell.padStart : cell.padEnd).call(cell, widths[column] ?? 0))
      .join('  '),
  )
  const failed = all.flatMap(({ id, failures }) => failures.map((failure) => `${id}: ${failure}`))
  return `${[...failed, '', ...lines].join('\n')}\n`
}
