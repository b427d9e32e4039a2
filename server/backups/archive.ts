import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { StartupError } from '../base/errors.ts'
import { newId } from '../base/ids.ts'

/**
 * An archive is gzip-compressed JSON Lines: the header; each table as a line with its columns, followed by its rows as
 * arrays of strings; the sequences; the photos in base64; the files of the journal; and finally the SHA-256 of everything
 * before it. Format 1 has no journal.
 */
export interface Header {
  fieldhand: 'backup'
  format: number
  /** In ISO 8601 format. */
  made_at: string
  /** The migrations applied to the database. */
  migrations: string[]
}

export type Entry =
  | { table: [schema: string, name: string]; columns: string[] }
  | { sequence: [schema: string, name: string]; value: string }
  | { photo: string; base64: string }
  | { journal: string; text: string }

export const FORMAT = 2
const NEW_LINE = 10

/** Writes an archive from chunks of whole lines, completely or not at all. Only the owner of the file can read it. */
export async function writeArchive(path: string, chunks: AsyncIterable<string>): Promise<{ bytes: number }> {
  const unfinished = `${path}.${newId('part')}`
  const hash = createHash('sha256')
  async function* content() {
    for await (const chunk of chunks) {
      const bytes = Buffer.from(chunk)
      hash.update(bytes)
      yield bytes
    }
    yield Buffer.from(`${JSON.stringify({ sha256: hash.digest('hex') })}\n`)
  }
  try {
    const file = createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true })
    await pipeline(content, createGzip(), file)
    await rename(unfinished, path)
    return { bytes: file.bytesWritten }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

/** Yields the lines of an archive without their line endings. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  const content = new PassThrough()
  const unpacked = pipeline(createReadStream(path), createGunzip(), content)
  // The loop below gets the error from the stream.
  unpacked.catch(() => {})
  let begun: Buffer[] = []
  for await (const chunk of content as AsyncIterable<Buffer>) {
    let from = 0
    for (let end = chunk.indexOf(NEW_LINE); end !== -1; end = chunk.indexOf(NEW_LINE, from)) {
      yield Buffer.concat([...begun, chunk.subarray(from, end)])
      begun = []
      from = end + 1
    }
    begun.push(chunk.subarray(from))
  }
  if (begun.some(({ length }) => length > 0)) throw new Error('The last line has no end')
}

function readHeader(path: string, line: Buffer | null): Header {
  try {
    const header = JSON.parse(line?.toString() ?? '') as Header
    if (header.fieldhand === 'backup' && header.format >= 1) return header
  } catch {
    // Fall through: the file isn't an archive.
  }
  throw new StartupError(`${path} is not a backup of Fieldhand.`)
}

/**
 * Reads a whole archive and returns its header. Throws StartupError if the file is missing, incomplete, or not an
 * archive.
 */
export async function checkArchive(path: string): Promise<Header> {
  const hash = createHash('sha256')
  let header: Header | null = null
  let last: Buffer | null = null
  try {
    for await (const line of linesOf(path)) {
      header ??= readHeader(path, line)
      if (last !== null) hash.update(last).update('\n')
      last = line
    }
  } catch (error) {
    if (error instanceof StartupError) throw error
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') throw new StartupError(`${path} does not exist.`)
    if (code !== undefined && !code.startsWith('Z_'))
      throw new StartupError(`${path} cannot be read (${code}).`)
    if (header === null) readHeader(path, null)
  }
  const whole = header ?? readHeader(path, null)
  if (last?.toString() === JSON.stringify({ sha256: hash.digest('hex') })) return whole
  throw new StartupError(`${path} is incomplete or damaged: use another backup. Nothing was changed.`)
}

/**
 * Yields the lines between the header and the checksum of an archive that has passed `checkArchive`: entries, and the
 * rows of the latest table entry.
 */
export async function* readArchive(path: string): AsyncGenerator<string> {
  let isFirst = true
  let previous: string | null = null
  for await (const bytes of linesOf(path)) {
    if (previous !== null) yield previous
    previous = isFirst ? null : bytes.toString()
    isFirst = false
  }
}
