import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { PGlite, type PGliteOptions } from '@electric-sql/pglite'
import { newId } from '../../server/base/ids.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const CACHE = join(ROOT, '.cache')
const PGLITE = 'node_modules/@electric-sql/pglite/package.json'

/** A file in the form that PGlite reads. Node.js takes half a second to read the same bytes from a Blob. */
class Archive extends Blob {
  readonly #bytes: ArrayBuffer

  constructor(bytes: ArrayBuffer) {
    super()
    this.#bytes = bytes
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    return Promise.resolve(this.#bytes)
  }
}

/** Closes a database, and returns its files to load into others. */
export async function filesOf(pglite: PGlite): Promise<Blob> {
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  return new Archive(await dump.arrayBuffer())
}

/** Returns a hash of PGlite's version and the content of these files. */
export function versionOf(...paths: string[]): string {
  const hash = createHash('sha256')
  for (const path of [PGLITE, ...paths]) hash.update(readFileSync(resolve(ROOT, path)))
  return hash.digest('hex').slice(0, 16)
}

/** Returns the files of the database that `create` returns, from the cache if they are there. */
export async function cachedFiles(name: string, create: () => Promise<PGlite>): Promise<Blob> {
  const path = join(CACHE, `${name}.tar`)
  if (existsSync(path)) return new Archive((await readFile(path)).buffer)
  const files = await filesOf(await create())
  await mkdir(CACHE, { recursive: true })
  const unfinished = `${path}.${newId('part')}`
  await writeFile(unfinished, new Uint8Array(await files.arrayBuffer()))
  try {
    // Several processes can do this at the same time, so each file must appear complete.
    await rename(unfinished, path)
  } catch (error) {
    // On Windows, a file that is being read can't be replaced.
    if (!existsSync(path)) throw error
    await rm(unfinished)
  }
  return files
}

/** Returns whether PGlite would create a database. It sets `noInitDb` for the instance in which it does so. */
function isNew({ fs, loadDataDir, noInitDb }: PGliteOptions): boolean {
  const { rootDir } = (fs ?? {}) as { rootDir?: string }
  return !loadDataDir && !noInitDb && !(rootDir && existsSync(join(rootDir, 'PG_VERSION')))
}

/**
 * Lets PGlite copy an empty database when this process needs a new one. Creating it takes five times as long. Returns a
 * function that undoes this.
 */
export function copyNewDatabases(): () => void {
  const { create } = PGlite
  const original = create.bind(PGlite)
  Object.assign(PGlite, {
    async create(options: PGliteOptions = {}) {
      if (!isNew(options)) return original(options)
      const loadDataDir = await cachedFiles(`empty-database-${versionOf()}`, () => original())
      return original({ ...options, loadDataDir })
    },
  })
  return () => {
    PGlite.create = create
  }
}
