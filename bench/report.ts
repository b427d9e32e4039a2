import { readFileSync, writeFileSync } from 'node:fs'
import { TEST_ORIGINS } from '../scripts/lib/test-console.ts'

/** Medians by name, such as `pages: /leads cold, content, ms`: part, subject, unit. Lower is better. */
export type Figures = Record<string, number>

/** The figures of the last committed run. */
const COMMITTED = new URL('committed.json', import.meta.url)

/** A figure has regressed if its ratio to the committed one exceeds this. */
const WORSE = 1.1

/** Differences that are insignificant: browsers report inputs in multiples of 8 ms, and shifts as fractions. */
const STEPS: Record<string, number> = { ms: 8, CLS: 0.002, kB: 1, MB: 1, requests: 1 }

/** Returns whether a figure is missing, or exceeds the committed one by more than a tenth and more than one step. */
export function isWorse(name: string, now: number, committed: number): boolean {
  const step = STEPS[name.slice(name.lastIndexOf(' ') + 1)] ?? 0
  return Number.isNaN(now) || (now > committed * WORSE && now - committed > step)
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

/** Formats a figure; `never` for an event that did not occur. */
export const shown = (value: number, digits = 0) => (Number.isNaN(value) ? 'never' : value.toFixed(digits))

/** Resets the companion's database to the demo data, with `leads` leads if given. */
export async function resetData(data: { leads?: number } = {}): Promise<void> {
  const answer = await fetch(`${TEST_ORIGINS.api}/__test/reset`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(data),
  })
  if (!answer.ok) throw new Error(`The companion did not reset its data: ${await answer.text()}`)
}

/** Prints each figure next to the committed one, and the regressions. With `update`, commits the figures. */
export function compare(now: Figures, update: boolean): void {
  const committed = JSON.parse(readFileSync(COMMITTED, 'utf8')) as Figures
  process.stdout.write('\nCompared with the committed figures:\n\n')
  head('figure', 'now', 'committed', 'ratio')
  const digits = (name: string) => (name.endsWith('CLS') ? 3 : 0)
  const worse: string[] = []
  for (const [name, value] of Object.entries(now)) {
    const before = committed[name]
    const isNew = before === undefined
    const ratio = isNew ? 'new' : shown(value / before, 2)
    row(name, shown(value, digits(name)), isNew ? '' : shown(before, digits(name)), ratio)
    if (!isNew && isWorse(name, value, before)) worse.push(`${name}: ${ratio}`)
  }
  const verdict =
    worse.length === 0 ? 'Nothing got worse.' : `Worse by more than 10 %:\n- ${worse.join('\n- ')}`
  process.stdout.write(`\n${verdict}\n`)
  if (!update) return
  const figures = Object.entries(replaced(committed, now)).map(([name, value]) => [
    name,
    Number(value.toFixed(3)),
  ])
  writeFileSync(COMMITTED, `${JSON.stringify(Object.fromEntries(figures), null, 2)}\n`)
}
