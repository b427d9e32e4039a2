import { fdatasyncSync } from 'node:fs'
import { mkdir, open, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { severalAtOnce } from '../../src/domain/common/several-at-once.ts'
import { StartupError } from '../base/errors.ts'
import { whyTooSmall } from './disk.ts'
import { OTHERS, PRIVATE_FOLDER } from './rights.ts'

/** PGlite's start parameters without -F, which turns fsync off, so that acknowledged data survives a power outage. */
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  // Emscripten's default fdatasync does nothing.
  ...['-c', 'wal_sync_method=fsync'],
  // PostgreSQL clears this cache at each start. With its default of 128 MB, a database takes twice as long to open.
  ...['-c', 'shared_buffers=32MB'],
]

const SYNCS_AT_ONCE = 16
/** The size of PostgreSQL's log files. */
export const LOG_FILE_BYTES = 16 * 1024 * 1024
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

/**
 * Opens the database files in a folder; creates them if the folder is empty. Ends the process if PostgreSQL panics later,
 * for example because its log doesn't fit on the disk: PGlite would otherwise loop forever.
 */
export async function openFiles(path: string): Promise<PGlite> {
  let isOpen = false
  const pglite = await PGlite.create({
    fs: new PrivateFolder(path),
    startParams: START_PARAMS,
    // Suppresses PostgreSQL's output about damaged files. Users get one sentence instead.
    onStdout: () => true,
    onStderr(line) {
      const [, reason] = /\bPANIC: +(.*)/.exec(line) ?? []
      if (!isOpen || reason === undefined) return true
      process.stderr.write(
        `The database in ${path} has stopped: ${reason}. Everything that it has confirmed is stored. Solve this problem, and start again.\n`,
      )
      process.exit(1)
    },
  })
  isOpen = true
  return pglite
}

/**
 * Flushes every file below a folder to the disk, several in parallel, so that the disk can combine the
 * writes.
 */
async function syncTree(path: string): Promise<void> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  await severalAtOnce(SYNCS_AT_ONCE, files, async ({ parentPath, name }) => {
    const file = await open(join(parentPath, name), 'r+')
    await file.sync()
    await file.close()
  })
}

/** Creates database files in a new folder, passes them to `fill`, and flushes them to the disk. */
export async function createFiles(path: string, fill?: (pglite: PGlite) => Promise<void>): Promise<void> {
  const why = await whyTooSmall(dirname(path), EMPTY_DATABASE_BYTES)
  if (why !== null) throw new StartupError(why)
  await mkdir(path, { mode: PRIVATE_FOLDER })
  const pglite = await openFiles(path)
  try {
    await fill?.(pglite)
  } finally {
    await pglite.close()
  }
  await syncTree(path)
}
