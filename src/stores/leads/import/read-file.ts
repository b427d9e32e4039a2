import Papa from 'papaparse'
import { IMPORT_LIMITS } from '../../../contract/lead-imports.ts'
import { grouped } from '../../../domain/common/grouped.ts'
import { headingsIn } from '../../../domain/leads/import/columns.ts'
import { nextTurn } from '../../../platform/page/timing.ts'

/** A row of a file: its number as shown in spreadsheets, and its cells. */
export interface FileRow {
  row: number
  cells: string[]
}

/** A file that can be imported. */
export interface LeadFile {
  name: string
  /** SHA-256, hex. */
  hash: string
  /** All rows that are not blank, also those above the headings. */
  lines: readonly FileRow[]
  /** The index of the headings in `lines`. The rows above are not imported. */
  headingsAt: number
  headings: string[]
  rows: readonly FileRow[]
}

/** The reason why a file cannot be imported. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem'
}

const SIGNATURES: [bytes: number[], problem: string][] = [
  [[0x50, 0x4b, 0x03, 0x04], 'This is a spreadsheet or an archive. Save it as CSV and choose that file'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'This is an Excel file. Save it as CSV and choose that file'],
  [[0x25, 0x50, 0x44, 0x46], 'This is a PDF. Choose a CSV file'],
]

/** The number of characters to parse without a pause. This takes a few milliseconds on a slow device. */
const CHUNK = 100_000
/** The maximum number of characters in a row. A longer row means that a quotation mark is never closed. */
const LONGEST_ROW = 1_000_000
const NOT_CLOSED =
  'is never closed: a quotation mark begins a cell there. Correct the file and choose it again'

/**
 * Reads a CSV file in pieces, so that the page stays responsive. Recognizes commas, semicolons, tabs, and bars; UTF-8,
 * UTF-16, and Windows-1252; any line break; and the `sep=` line of Excel. Finds the row with the headings, which can be
 * below a title. Between the pieces, calls `tell` with the share that is read, from 0 to 1.
 *
 * @throws {FileProblem} if the file cannot be imported.
 */
export async function readLeadFile(
  name: string,
  bytes: ArrayBuffer,
  tell: (share: number) => void = () => undefined,
): Promise<LeadFile> {
  if (bytes.byteLength > IMPORT_LIMITS.bytes) throw new FileProblem(tooLarge(bytes.byteLength))
  const text = decode(new Uint8Array(bytes))
  await nextTurn()
  const lines = await parse(text, tell)
  if (lines.length === 0) throw new FileProblem('The file is empty')
  const headingsAt = headingsIn(lines.slice(0, TOP_ROWS).map(({ cells }) => cells))
  if (headingsAt === -1) {
    throw new FileProblem('The first row has no headings. Add a row with the names of the columns')
  }
  if (lines.length - headingsAt - 1 > IMPORT_LIMITS.rows) throw new FileProblem(TOO_MANY)
  if (lines.length <= headingsAt + 1) throw new FileProblem('The file has headings, and no rows below them')
  return withHeadings({ name, hash: await sha256(bytes), lines }, headingsAt)
}

/** Returns the file with its headings in another row. */
export function withHeadings(
  { name, hash, lines }: Pick<LeadFile, 'name' | 'hash' | 'lines'>,
  headingsAt: number,
): LeadFile {
  const rows = lines.slice(headingsAt + 1)
  const cells = lines[headingsAt]?.cells ?? []
  const width = rows.reduce((most, row) => Math.max(most, row.cells.length), cells.length)
  const headings = Array.from({ length: Math.min(width, MOST_COLUMNS) }, (_, at) => cells[at]?.trim() ?? '')
  return { name, hash, lines, headingsAt, headings, rows }
}

/** The number of rows at the start of a file that can be its headings. */
export const TOP_ROWS = 20
const MOST_COLUMNS = 300
const TOO_MANY = `The file has more than ${grouped(IMPORT_LIMITS.rows)} rows. Split it`

/** Returns the reason why a file of this size is rejected. */
export const tooLarge = (bytes: number) =>
  `The file is ${Math.ceil(bytes / 1_048_576)} MB. A file can be ${IMPORT_LIMITS.bytes / 1_048_576} MB. Split it`

function decode(bytes: Uint8Array): string {
  for (const [signature, problem] of SIGNATURES) {
    if (signature.every((byte, at) => bytes[at] === byte)) throw new FileProblem(problem)
  }
  const is = (...mark: number[]) => mark.every((byte, at) => bytes[at] === byte)
  if (is(0xff, 0xfe)) return new TextDecoder('utf-16le').decode(bytes)
  if (is(0xfe, 0xff)) return new TextDecoder('utf-16be').decode(bytes)
  const isZero = (...at: number[]) => at.every((each) => bytes[each] === 0)
  if (isZero(1, 3, 5) && !isZero(0)) return new TextDecoder('utf-16le').decode(bytes)
  if (isZero(0, 2, 4) && !isZero(1)) return new TextDecoder('utf-16be').decode(bytes)
  if (bytes.includes(0)) throw new FileProblem('This is not a text file. Choose a CSV file')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns what separates the cells. Skips titles, which have only one cell. */
function guessSeparator(text: string): string {
  let start = text.slice(0, CHUNK)
  for (let skipped = 0; skipped < TOP_ROWS; skipped += 1) {
    const { meta, errors } = Papa.parse(start, { preview: 20, skipEmptyLines: true })
    if (errors.every(({ code }) => code !== 'UndetectableDelimiter')) return meta.delimiter
    const [line = ''] = /^[^\r\n]*(?:\r\n?|\n)*/.exec(start) ?? []
    start = start.slice(line.length)
    if (start === '') break
  }
  return ','
}

/** The line that tells Excel what separates the cells. Spreadsheets don't show or count it. */
const SEPARATOR_LINE = /^"?sep=(.)"?[^\S\r\n]*(?:\r\n?|\n)/i

async function parse(content: string, tell: (share: number) => void): Promise<FileRow[]> {
  const [line = '', separator] = SEPARATOR_LINE.exec(content) ?? []
  const text = content.slice(line.length)
  const parser = new Papa.Parser({ delimiter: separator || guessSeparator(text), newline: '\n' })
  const rows: FileRow[] = []
  let row = 0
  let rest = ''
  for (let at = 0; at < text.length; ) {
    // Must not split a CRLF line break.
    const end = text[at + CHUNK - 1] === '\r' ? at + CHUNK + 1 : at + CHUNK
    const isLast = end >= text.length
    rest += text.slice(at, end).replace(/\r\n?/g, '\n').replaceAll('\0', '')
    at = end
    const { data, errors, meta } = parser.parse(rest, 0, !isLast) as Papa.ParseResult<string[]>
    const isOpen = isLast && errors.some(({ code }) => code === 'MissingQuotes')
    for (const cells of data) {
      row += 1
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ row, cells })
    }
    rest = rest.slice(meta.cursor)
    if (isOpen) throw new FileProblem(`Row ${row} ${NOT_CLOSED}`)
    if (rest.length > LONGEST_ROW) throw new FileProblem(`Row ${row + 1} ${NOT_CLOSED}`)
    if (rows.length > IMPORT_LIMITS.rows + TOP_ROWS) throw new FileProblem(TOO_MANY)
    if (!isLast) tell(at / text.length)
    await nextTurn()
  }
  return rows
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
