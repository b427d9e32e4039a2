import { existsSync, fdatasyncSync } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { StartupError } from '../errors.ts'
import { SECRETS_FILE } from '../secrets.ts'
import { whyTooSmall, whyUnwritable } from './disk.ts'
import { takeLock } from './lock.ts'
import { makePrivate, OTHERS, PRIVATE_FOLDER, requirePrivate, tightenFiles } from './rights.ts'

const MAJOR_VERSION = '18'
const DATA = 'data'
/** A database that is still being created. */
const UNFINISHED = 'data.new'
/** A backup that earlier versions made at each start. */
const OLD_COPY = 'data.before-start'
/** Visitors' photos (server/photos/folder.ts). */
export const PHOTOS = 'photos'

/** PGlite turns fsync off (-F). Here, acknowledged data also survives a power cut. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's default fdatasync does nothing.
  ...['-c', 'wal_sync_method=fsync'],
]

const SYNCS_AT_ONCE = 16
/** PostgreSQL writes its log in files of this size. */
const LOG_FILE_BYTES = 16 * 1024 * 1024
const EMPTY_DATABASE_BYTES = 3 * LOG_FILE_BYTES

type InitOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
interface NodeAttributes {
  mode?: number
}
interface NodeFs {
  node_ops: {
    mknod: (parent: unknown, name: string, mode: number, device: number) => unknown
    setattr: (node: unknown, attributes: NodeAttributes) => void
  }
  stream_ops: { fsync?: (stream: { nfd: number }) => number }
}

/**
 * A folder file system whose fsync reaches the disk and whose files only their owner can read. Emscripten's
 * file system on Node has no fsync and gives everyone access to every file.
 */
class PrivateFolder extends NodeFS {
  override async init(pglite: PGlite, options: InitOptions): Promise<{ emscriptenOpts: InitOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const adapt = (module: unknown) => {
      const { node_ops, stream_ops } = (module as { NODEFS: NodeFs }).NODEFS
      const { mknod, setattr } = node_ops
      node_ops.mknod = (parent, name, mode, device) => mknod(parent, name, mode & ~OTHERS, device)
      node_ops.setattr = (node, attributes) => {
        const { mode } = attributes
        setattr(node, mode === undefined ? attributes : { ...attributes, mode: mode & ~OTHERS })
      }
      stream_ops.fsync = ({ nfd }) => {
        fdatasyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), adapt] } }
  }
}

function openFolder(path: string): Promise<PGlite> {
  return PGlite.create({
    fs: new PrivateFolder(path),
    startParams: START_PARAMS,
    // Turns PostgreSQL's complaints about damaged files into one sentence.
    onStdout: () => true,
    onStderr: () => true,
  })
}

/**
 * Flushes every file below a folder to the disk, several in parallel, so that the disk can combine the
 * writes.
 */
async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).values()
  const sync = async () => {
    for (const entry of files) {
      const file = await open(join(entry.parentPath, entry.name), 'r+')
      await file.sync()
      await file.close()
    }
  }
  await Promise.all(Array.from({ length: SYNCS_AT_ONCE }, sync))
}

/** Creates a new database completely or not at all, also if the process is killed. */
async function create(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED)
  await rm(unfinished, { recursive: true, force: true })
  const why = await whyTooSmall(folder, EMPTY_DATABASE_BYTES)
  if (why !== null) throw new StartupError(why)
  await mkdir(unfinished, { mode: PRIVATE_FOLDER })
  const pglite = await openFolder(unfinished)
  await pglite.close()
  await syncTree(unfinished)
  await rename(unfinished, join(folder, DATA))
}

const damaged = (folder: string, reason: string) =>
  new StartupError(
    `The database in ${folder} cannot be opened: ${reason}. Your data was not changed. Restore it from a backup, or move the folder away to start with an empty one.`,
  )

/**
 * Returns whether the folder contains a database. Refuses, without writing, a folder that contains anything
 * else.
 */
async function inspect(folder: string): Promise<'absent' | 'present'> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw damaged(folder, `it cannot be read (${error.code})`)
  })
  if (found === null) return 'absent'
  if (!found.isDirectory()) throw damaged(folder, 'it is a file, not a folder')
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && name !== 'lost+found')
  const known = (name: string) =>
    [DATA, UNFINISHED, OLD_COPY, PHOTOS, SECRETS_FILE].includes(name) || /^lock(\.|$)/.test(name)
  const foreign = names.find((name) => !known(name))
  if (foreign !== undefined) throw damaged(folder, `"${foreign}" is not part of a Fieldhand database`)
  if (!names.includes(DATA)) return names.includes(OLD_COPY) ? 'present' : 'absent'

  const version = await readFile(join(folder, DATA, 'PG_VERSION'), 'utf8').catch(() => null)
  if (version === null) throw damaged(folder, 'the file data/PG_VERSION is missing')
  if (version.trim() !== MAJOR_VERSION) {
    const reason = /^\d{1,3}\s*$/.test(version)
      ? `PostgreSQL ${version.trim()} wrote it, and this is ${MAJOR_VERSION}`
      : 'the file data/PG_VERSION is damaged'
    throw damaged(folder, reason)
  }
  return 'present'
}

/**
 * Opens the embedded database of a folder, creates it if needed, and passes it to `prepare` (migrations).
 * PostgreSQL's own recovery runs at each start, so the process may be killed at any moment. One process per
 * folder. Throws StartupError.
 */
export async function openEmbedded<T>(
  folder: string,
  prepare: (pglite: PGlite) => Promise<T>,
): Promise<{ prepared: T; release: () => void }> {
  const isNew = (await inspect(folder)) === 'absent'
  await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The folder ${folder} cannot be created (${error.code}).`)
  })
  await (isNew ? makePrivate(folder) : requirePrivate(folder))
  const why = await whyUnwritable(folder)
  if (why !== null) throw new StartupError(why)
  const release = takeLock(folder)
  try {
    if (!existsSync(join(folder, DATA)) && existsSync(join(folder, OLD_COPY))) {
      await rename(join(folder, OLD_COPY), join(folder, DATA))
    }
    if ((await inspect(folder)) === 'absent') await create(folder)
    await tightenFiles(folder)
    const prepared = await openPrepared(folder, prepare)
    await rm(join(folder, OLD_COPY), { recursive: true, force: true })
    return { prepared, release }
  } catch (error) {
    const isExplained = error instanceof StartupError
    const why = isExplained ? null : await whyTooSmall(folder, LOG_FILE_BYTES)
    release()
    if (isExplained) throw error
    throw why === null ? damaged(folder, reasonOf(error)) : new StartupError(why)
  }
}

async function openPrepared<T>(folder: string, prepare: (pglite: PGlite) => Promise<T>): Promise<T> {
  const pglite = await openFolder(join(folder, DATA))
  try {
    return await prepare(pglite)
  } catch (error) {
    await pglite.close().catch(() => {})
    throw error
  }
}

/** The first line of an error without its final period. Emscripten's own messages are not for users. */
function reasonOf(error: unknown): string {
  const line = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  return /^(Aborted|unreachable|memory access|PGlite failed|Program terminated|table index|null function|Cannot)/i.test(
    line,
  ) || line === ''
    ? 'its files are damaged'
    : line.replace(/\.$/, '')
}
