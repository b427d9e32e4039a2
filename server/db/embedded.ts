import { constants, fdatasyncSync, rmSync } from 'node:fs'
import { cp, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { StartupError } from '../errors.ts'
import { takeLock } from './lock.ts'

const MAJOR_VERSION = '18'
/** `data` is the database; the others exist only while the companion starts or runs. */
const DATA = 'data'
const UNFINISHED = 'data.new'
const BACKUP = 'data.before-start'

/** PGlite turns fsync off (-F); here what was acknowledged survives a power cut too. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's fdatasync, the default, does nothing.
  ...['-c', 'wal_sync_method=fsync'],
]

const SYNCS_AT_ONCE = 16

type InitOptions = Awaited<ReturnType<NodeFS['init']>>['emscriptenOpts']
interface NodeFsModule {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } }
}

/** A folder whose fsync reaches the disk: Emscripten's file system on Node has none of its own. */
class DurableFolder extends NodeFS {
  override async init(pglite: PGlite, options: InitOptions): Promise<{ emscriptenOpts: InitOptions }> {
    const { emscriptenOpts } = await super.init(pglite, options)
    const addFsync = (module: unknown) => {
      const { stream_ops } = (module as NodeFsModule).NODEFS
      stream_ops.fsync = ({ nfd }) => {
        fdatasyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] } }
  }
}

function openFolder(path: string): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableFolder(path),
    startParams: START_PARAMS,
    // What PostgreSQL says of a damaged file is told in a sentence of ours.
    onStdout: () => true,
    onStderr: () => true,
  })
}

/** Sends every file below a folder to the disk, several at a time: the disk then does it in one go. */
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

/** A new database appears whole or not at all: a start that is killed leaves nothing half-made. */
async function create(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED)
  await rm(unfinished, { recursive: true, force: true })
  const pglite = await openFolder(unfinished)
  await pglite.close()
  await syncTree(unfinished)
  await rename(unfinished, join(folder, DATA))
}

const damaged = (folder: string, reason: string) =>
  new StartupError(
    `The database in ${folder} cannot be opened: ${reason}. Nothing in it was changed. Restore it from a backup, or move the folder away to begin anew.`,
  )

/** Whether the folder holds a database. Refuses, reading only, one that holds anything else. */
async function inspect(folder: string): Promise<'absent' | 'present'> {
  const found = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw damaged(folder, `it cannot be read (${error.code})`)
  })
  if (found === null) return 'absent'
  if (!found.isDirectory()) throw damaged(folder, 'it is a file, not a folder')
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.') && name !== 'lost+found')
  const known = (name: string) => [DATA, UNFINISHED, BACKUP].includes(name) || /^lock(\.|$)/.test(name)
  const foreign = names.find((name) => !known(name))
  if (foreign !== undefined) throw damaged(folder, `"${foreign}" is not part of a Fieldhand database`)
  if (!names.includes(DATA)) return 'absent'

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
 * Opens the embedded database of a folder, making it if need be, and hands it to `prepare` (migrations).
 * Whatever fails in either leaves the files as they were and throws StartupError. One process a folder.
 */
export async function openEmbedded<T>(
  folder: string,
  prepare: (pglite: PGlite) => Promise<T>,
): Promise<{ prepared: T; release: () => Promise<void> }> {
  await inspect(folder)
  await mkdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new StartupError(`The folder ${folder} cannot be made (${error.code}).`)
  })
  const release = await takeLock(folder)
  try {
    if ((await inspect(folder)) === 'absent') {
      await create(folder)
      return { prepared: await prepare(await openFolder(join(folder, DATA))), release }
    }
    return { prepared: await openUnharmed(folder, prepare), release }
  } catch (error) {
    await release()
    throw error
  }
}

/** PostgreSQL writes to its files before it knows that it can open them all: a copy undoes that. */
async function openUnharmed<T>(folder: string, prepare: (pglite: PGlite) => Promise<T>): Promise<T> {
  const data = join(folder, DATA)
  const backup = join(folder, BACKUP)
  const mode = constants.COPYFILE_FICLONE
  rmSync(backup, { recursive: true, force: true })
  await cp(data, backup, { recursive: true, preserveTimestamps: true, mode })
  try {
    return await prepare(await openFolder(data))
  } catch (error) {
    rmSync(data, { recursive: true, force: true })
    await rename(backup, data)
    throw damaged(folder, reasonOf(error))
  } finally {
    // Far faster than its asynchronous twin, and nobody is served yet.
    rmSync(backup, { recursive: true, force: true })
  }
}

/** The first line of a failure without its final stop; Emscripten's own are not for people. */
function reasonOf(error: unknown): string {
  const line = error instanceof Error ? (error.message.split('\n')[0] ?? '') : ''
  return /^(Aborted|unreachable|memory access|PGlite failed|Program terminated|table index|null function|Cannot)/i.test(
    line,
  ) || line === ''
    ? 'its files are damaged'
    : line.replace(/\.$/, '')
}
