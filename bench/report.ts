import { readFileSync, writeFileSync } from 'node:fs'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'

/**
 * Medians by name, such as `pages: /leads cold, content, ratio`: part, subject, unit. Lower is better. A ratio is a time
 * divided by that of the reference page in the same run.
 */
export type Figures = Record<string, number>

/** The figures of the last committed run. */
const COMMITTED = new URL('committed.json', import.meta.url)

/** A figure has regressed if its ratio to the committed one exceeds this. */
const WORSE = 1.1

/** A unit's insignificant difference, and the digits that are shown. */
const UNITS: Record<string, { step: number; digits: number }> = {
  ratio: { step: 0.05, digits: 2 },
  // Browsers report paints in multiples of 8 ms, and at least 16.
  'paint ratio': { step: 0.5, digits: 2 },
  CLS: { step: 0.002, digits: 3 },
  kB: { step: 1, digits: 0 },
  MB: { step: 1, digits: 0 },
  requests: { step: 1, digits: 0 },
}

function unitOf(name: string) {
  const unit = UNITS[name.slice(name.lastIndexOf(', ') + 2)]
  if (!unit) throw new Error(`The figure "${name}" has no known unit.`)
  return unit
}

/** Returns whether a figure is missing, or exceeds the committed one by more than a tenth and more than one step. */
export function isWorse(name: string, now: number, committed: number): boolean {
  return Number.isNaN(now) || (now > committed * WORSE && now - committed > unitOf(name).step)
}

/** Returns the committed figures with those of the measured parts replaced. */
export function replaced(committed: Figures, now: Figures): Figures {
  const partOf = (name: string) => name.slice(0, name.indexOf(':'))
  const measured = new Set(Object.keys(now).map(partOf))
  const others = Object.entries(committed).filter(([name]) => !measured.has(partOf(name)))
  return Object.fromEntries([...others, ...Object.entries(now)].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

export const row = (...cells: (string | number)[]) => process.stdout.write(`| ${cells.join(' | ')} |\n`)

export function head(...titles: string[]): void {
  row(...titles)
  row(...titles.map(() => '---'))
}

export const median = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Returns the median of times, each divided by the reference page's time in the same run. */
export const medianRatio = (times: readonly number[], references: readonly number[]) =>
  median(times.map((time, run) => time / (references[run] ?? Number.NaN)))

/** Formats a number; `never` for an event that did not occur. */
export const shown = (value: number, digits = 0) => (Number.isNaN(value) ? 'never' : value.toFixed(digits))

/** Formats a figure. */
export const shownFigure = (name: string, value: number) => shown(value, unitOf(name).digits)

/** Resets the server's database to the demo data, with `leads` leads if given. */
export async function resetData(data: { leads?: number } = {}): Promise<void> {
  const answer = await fetch(`${TEST_ORIGINS.api}/__test/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!answer.ok) throw new Error(`The server did not reset its data: ${await answer.text()}`)
}

/** Returns the figures of the last committed run. What never happened is stored as null. */
export const readCommitted = (): Figures =>
  JSON.parse(readFileSync(COMMITTED, 'utf8'), (_, value) => value ?? Number.NaN)

/** Replaces the committed figures of the measured parts. */
export function commit(now: Figures): void {
  const figures = Object.entries(replaced(readCommitted(), now))
  const rounded = figures.map(([name, value]) => [name, Number(value.toFixed(3))])
  writeFileSync(COMMITTED, `${JSON.stringify(Object.fromEntries(rounded), null, 2)}\n`)
}

/** Prints each figure next to the committed one, and the regressions. */
export function compare(now: Figures): void {
  const committed = readCommitted()
  process.stdout.write('\nCompared with the committed figures:\n\n')
  head('figure', 'now', 'committed', 'change')
  const worse: string[] = []
  for (const [name, value] of Object.entries(now)) {
    const before = committed[name]
    const isNew = before === undefined
    const change = isNew ? 'new' : shown(value / before, 2)
    row(name, shownFigure(name, value), isNew ? '' : shownFigure(name, before), change)
    if (!isNew && isWorse(name, value, before)) worse.push(`${name}: ${change}`)
  }
  const verdict =
    worse.length === 0 ? 'Nothing got worse.' : `Worse by more than 10 %:\n- ${worse.join('\n- ')}`
  process.stdout.write(`\n${verdict}\n`)
}
