import Papa from 'papaparse'
import { IMPORT_LIMITS } from '../../../contract/lead-imports.ts'
import { isHeadings } from '../../../domain/leads/import/columns.ts'
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
  headings: string[]
  rows: FileRow[]
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
 * UTF-16, and Windows-1252; and any line break. The first row that is not blank contains the headings.
 *
 * @throws {FileProblem} if the file cannot be imported.
 */
export async function readLeadFile(name: string, bytes: ArrayBuffer): Promise<LeadFile> {
  if (bytes.byteLength > IMPORT_LIMITS.bytes) throw new FileProblem(tooLarge(bytes.byteLength))
  const text = decode(new Uint8Array(bytes))
  await nextTurn()
  const [headings, ...rows] = await parse(text)
  if (!headings) throw new FileProblem('The file is empty')
  if (!isHeadings(headings.cells)) {
    throw new FileProblem('The first row has no headings. Add a row with the names of the columns')
  }
  if (rows.length === 0) throw new FileProblem('The file has headings, and no rows below them')
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), headings.cells.length)
  return {
    name,
    hash: await sha256(bytes),
    headings: Array.from(
      { length: Math.min(width, MOST_COLUMNS) },
      (_, at) => headings.cells[at]?.trim() ?? '',
    ),
    rows,
  }
}

const MOST_COLUMNS = 200

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
  if (bytes.includes(0)) throw new FileProblem('This is not a text file. Choose a CSV file')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

async function parse(text: string): Promise<FileRow[]> {
  const { delimiter } = Papa.parse(text.slice(0, CHUNK), { preview: 20, skipEmptyLines: true }).meta
  const parser = new Papa.Parser({ delimiter: delimiter || ',', newline: '\n' })
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
    if (rows.length > IMPORT_LIMITS.rows + 1) {
      const most = IMPORT_LIMITS.rows.toLocaleString('en-US')
      throw new FileProblem(`The file has more than ${most} rows. Split it`)
    }
    await nextTurn()
  }
  return rows
}

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
