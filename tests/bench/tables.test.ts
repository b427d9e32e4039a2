import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readCommitted } from '../../bench/report.ts'
import { withTables } from '../../bench/tables.ts'
import { ROOT } from '../../scripts/lib/files.ts'

const NAMES = ['pages', 'navigation', 'leads', 'loading', 'typing']
const EMPTY = NAMES.map((name) => `<!-- ${name} -->\n<!-- /${name} -->`).join('\n')

/** Returns the rows of a generated table, without its title. */
function rowsOf(text: string, name: string): string[] {
  const [, inside = ''] = text.split(`<!-- ${name} -->`)
  const [table = ''] = inside.split(`<!-- /${name} -->`)
  return table.trim().split('\n').slice(2)
}

test('the tables of the document are those of the committed figures', () => {
  const text = readFileSync(join(ROOT, 'docs/benchmarks.md'), 'utf8')
  expect(withTables(text, readCommitted())).toBe(text)
})

test('every committed figure is in a table, and no milliseconds are committed', () => {
  const figures = readCommitted()
  const tables = withTables(EMPTY, figures)
  const isShown = (name: string) => withTables(EMPTY, { ...figures, [name]: 987 }) !== tables
  expect(Object.keys(figures).filter((name) => !isShown(name))).toEqual([])
  expect(Object.keys(figures).filter((name) => name.endsWith('ms'))).toEqual([])
})

test('a table has one row for each subject, and a column for each figure', () => {
  const figures = {
    'leads: 100, loaded, ratio': 3,
    'leads: 100, memory, MB': 8,
    'leads: 100, paging, new rows, ratio': 1.5,
    'leads: 100, paging, paint ratio': 1,
    'pages: / cold, CLS': 0.0014,
    'pages: / cold, content, ratio': 1.234,
    'pages: / cold, kB': 198.4,
    'pages: / to /leads, again, ratio': 0.5,
    'pages: / to /leads, first, ratio': Number.NaN,
    'typing: Settings, Answer 1, 1x, paint ratio': 1,
    'typing: Settings, Answer 1, 4x, paint ratio': 2.5,
  }
  const tables = withTables(EMPTY, figures)
  expect(rowsOf(tables, 'pages')).toEqual(['| / | cold |  |  | 1.23 |  |  | 0.001 |  | 198 |'])
  expect(rowsOf(tables, 'navigation')).toEqual(['| / to /leads | never | 0.50 |'])
  expect(rowsOf(tables, 'leads')).toEqual(['| 100 | paging | 1.00 | 1.50 |'])
  expect(rowsOf(tables, 'loading')).toEqual(['| 100 | 3.00 | 8 |'])
  expect(rowsOf(tables, 'typing')).toEqual(['| Settings, Answer 1 | 1.00 | 2.50 |'])
})

test('the text around the tables stays, and generating twice changes nothing', () => {
  const figures = { 'leads: 100, memory, MB': 8 }
  const once = withTables(`Before.\n${EMPTY}\nAfter.\n`, figures)
  expect(once).toMatch(/^Before\.\n<!-- pages -->[\s\S]*<!-- \/typing -->\nAfter\.\n$/)
  expect(withTables(once, figures)).toBe(once)
})

test('a document without a place for a table is refused', () => {
  expect(() => withTables('No marker', {})).toThrow('no place for the table "pages"')
})
