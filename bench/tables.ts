import { readFileSync, writeFileSync } from 'node:fs'
import { type Figures, readCommitted, shownFigure } from './report.ts'

const DOCUMENT = new URL('../docs/benchmarks.md', import.meta.url)

/** A table of the document. */
interface Table {
  /** Matches the names of its figures: the cells that name the row, then the figure. */
  names: RegExp
  /** The titles of the cells that name the row. */
  rows: string[]
  /** The titles of the other columns, and the end of the names of their figures. */
  columns: Record<string, string>
}

/** The generated tables, by the name in their markers. */
const TABLES: Record<string, Table> = {
  pages: {
    names: /^pages: (\S+) (cold|warm|silent), (.+)$/,
    rows: ['page', 'visit'],
    columns: {
      FCP: 'FCP, ratio',
      LCP: 'LCP, ratio',
      content: 'content, ratio',
      settled: 'settled, ratio',
      TBT: 'TBT, ratio',
      CLS: 'CLS',
      requests: 'requests',
      kB: 'kB',
    },
  },
  navigation: {
    names: /^pages: (\S+ to \S+), (.+)$/,
    rows: ['navigation'],
    columns: { first: 'first, ratio', again: 'again, ratio' },
  },
  leads: {
    names: /^leads: (\d+), (typing|pausing|paging|sorting), (.+)$/,
    rows: ['leads', 'action'],
    columns: { 'input to paint': 'paint ratio', 'input to new rows': 'new rows, ratio' },
  },
  loading: {
    names: /^leads: (\d+), (loaded.+|memory.+)$/,
    rows: ['leads'],
    columns: { loaded: 'loaded, ratio', 'memory, MB': 'memory, MB' },
  },
  typing: {
    names: /^typing: (.+), (\dx, .+)$/,
    rows: ['field'],
    columns: { 'full speed': '1x, paint ratio', 'four times slower': '4x, paint ratio' },
  },
}

/** Returns a table of the figures whose names match. */
function tableOf({ names, rows, columns }: Table, figures: Figures): string {
  const found = new Map<string, Figures>()
  for (const [name, value] of Object.entries(figures)) {
    const [, ...parts] = names.exec(name) ?? []
    const column = parts.pop()
    if (column === undefined) continue
    const key = parts.join(' | ')
    found.set(key, { ...found.get(key), [column]: value })
  }
  const cell = (values: Figures, name: string) => {
    const value = values[name]
    return value === undefined ? '' : shownFigure(`, ${name}`, value)
  }
  const titles = [...rows, ...Object.keys(columns)]
  const lines = [
    titles.join(' | '),
    titles.map(() => '---').join(' | '),
    ...[...found].map(([key, values]) =>
      [key, ...Object.values(columns).map((name) => cell(values, name))].join(' | '),
    ),
  ]
  return lines.map((line) => `| ${line} |`).join('\n')
}

/** Returns the document with its tables, which are between markers such as `<!-- pages -->`, made from the figures. */
export function withTables(text: string, figures: Figures): string {
  return Object.entries(TABLES).reduce((before, [name, table]) => {
    const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`]
    const [from, to] = [before.indexOf(start), before.indexOf(end)]
    if (from < 0 || to < from) throw new Error(`The document has no place for the table "${name}".`)
    return `${before.slice(0, from + start.length)}\n\n${tableOf(table, figures)}\n\n${before.slice(to)}`
  }, text)
}

/** Makes the tables of docs/benchmarks.md from the committed figures. */
export function writeTables(): void {
  writeFileSync(DOCUMENT, withTables(readFileSync(DOCUMENT, 'utf8'), readCommitted()))
}
