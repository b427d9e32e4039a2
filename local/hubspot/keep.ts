import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { MiddlewareHandler } from 'hono'

const WRITE_MS = 2_000

export interface Kept<State> {
  /** The state of the file; undefined if there is none that can be read. */
  read(): State | undefined
  /** Has the state written soon, at the latest when the process ends. */
  changed(): void
  /** Writes what is not written yet. */
  close(): void
}

/** Keeps a state in a file. A killed process loses the last seconds; without room for the file, it stays in memory. */
export function keepIn<State>(file: string, state: () => State): Kept<State> {
  let writing: NodeJS.Timeout | null = null
  const write = () => {
    if (writing === null) return
    clearTimeout(writing)
    writing = null
    const unfinished = `${file}.new`
    try {
      writeFileSync(unfinished, serialize(state()), { mode: 0o600 })
      renameSync(unfinished, file)
    } catch {
      // The next change tries again.
    }
  }
  process.once('exit', write)
  return {
    read() {
      try {
        return deserialize(readFileSync(file)) as State
      } catch {
        return undefined
      }
    },
    changed() {
      if (writing === null) writing = setTimeout(write, WRITE_MS).unref()
    },
    close() {
      write()
      process.off('exit', write)
    },
  }
}

/** Has the state written after each request that may have changed it. */
export const keepChanges =
  (file: Pick<Kept<unknown>, 'changed'>): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (c.req.method !== 'GET') file.changed()
  }
