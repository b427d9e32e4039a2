import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { deserialize, serialize } from 'node:v8'
import type { MiddlewareHandler } from 'hono'

const WRITE_MS = 2_000

export interface Kept<State> {
  /** Returns the state in the file; undefined if there is no readable file. */
  read(): State | undefined
  /** Schedules a write of the state, which happens soon and at the latest when the process exits. */
  changed(): void
  /** Writes pending changes. */
  close(): void
}

/**
 * Stores a state in a file. A killed process loses the last few seconds. If the file can't be written, the state stays
 * in memory.
 */
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
      // The next change retries.
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

/** Schedules a write of the state after each request that may have changed it. */
export const keepChanges =
  (file: Pick<Kept<unknown>, 'changed'>): MiddlewareHandler =>
  async (c, next) => {
    await next()
    if (c.req.method !== 'GET') file.changed()
  }
