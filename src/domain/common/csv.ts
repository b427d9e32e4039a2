/** A record of a CSV text, and the line on which it starts, counted from 1. */
export interface CsvRow {
  line: number
  cells: string[]
}

/** An unclosed quotation mark in a CSV text, with the line on which the cell starts. */
export interface CsvFault {
  line: number
  message: string
}

/** The supported separators: the comma of RFC 4180, and those that spreadsheets use in other countries. */
const SEPARATORS = [',', ';', '\t']

/**
 * Parses CSV (RFC 4180). Quoted cells can contain separators, line breaks, and doubled quotation marks. Skips a byte
 * order mark and blank lines, and accepts any type of line break. The separator is the one that occurs most often in
 * the first line.
 */
export function readCsv(text: string): { rows: CsvRow[]; fault: CsvFault | null } {
  const source = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(source)
  const rows: CsvRow[] = []
  let cells: string[] = []
  let line = 1
  let rowLine = 1
  let at = 0
  const endRow = () => {
    if (cells.length > 1 || cells[0]?.trim()) rows.push({ line: rowLine, cells })
    cells = []
  }
  while (at < source.length) {
    if (cells.length === 0) rowLine = line
    let cell: string
    if (source[at] === '"') {
      const quoted = readQuoted(source, at)
      if (!quoted) {
        return { rows, fault: { line, message: 'A quotation mark opened here is never closed' } }
      }
      cell = quoted.cell
      line += lineEndsIn(source.slice(at, quoted.end))
      at = quoted.end
    } else {
      cell = ''
    }
    const end = endOfPlain(source, at, separator)
    cells.push(cell + source.slice(at, end))
    at = end
    if (source[at] === separator) {
      at++
      if (at < source.length && source[at] !== '\r' && source[at] !== '\n') continue
      cells.push('')
    }
    endRow()
    if (at < source.length) {
      at += source.startsWith('\r\n', at) ? 2 : 1
      line++
    }
  }
  return { rows, fault: null }
}

function separatorOf(source: string): string {
  const [first = ''] = source.split(/\r\n|\r|\n/, 1)
  const plain = first.replace(/"[^"]*"/g, '')
  const counts = SEPARATORS.map((separator) => plain.split(separator).length)
  return SEPARATORS[counts.indexOf(Math.max(...counts))] ?? ','
}

function readQuoted(source: string, start: number): { cell: string; end: number } | null {
  for (let from = start + 1; ; ) {
    const close = source.indexOf('"', from)
    if (close === -1) return null
    if (source[close + 1] !== '"') {
      return { cell: source.slice(start + 1, close).replaceAll('""', '"'), end: close + 1 }
    }
    from = close + 2
  }
}

function endOfPlain(source: string, start: number, separator: string): number {
  let end = start
  while (end < source.length && source[end] !== separator && source[end] !== '\r' && source[end] !== '\n')
    end++
  return end
}

const lineEndsIn = (text: string) => text.match(/\r\n|\r|\n/g)?.length ?? 0

/** Matches a cell that a spreadsheet interprets as a formula, including full-width and small characters. */
const FORMULA = /^\s*[=+\-@'＝＋－＠﹦﹢﹣﹫]|^[\t\r]/

/**
 * Writes CSV (RFC 4180) with a byte order mark, so that spreadsheets read it as UTF-8. Adds an apostrophe before a cell
 * that a spreadsheet would interpret as a formula.
 */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  return `\uFEFF${rows.map(writeCsvRow).join('')}`
}

/** Returns a record as {@link writeCsv} writes it, including the line break. */
export const writeCsvRow = (cells: readonly string[]) => `${cells.map(writeCell).join(',')}\r\n`

function writeCell(cell: string): string {
  const guarded = FORMULA.test(cell) ? `'${cell}` : cell
  return /[",;\t\r\n]|^\s|\s$|^$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded
}

/** Removes the apostrophe that {@link writeCsv} adds before formulas. */
export function unguarded(cell: string): string {
  return cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell
}
