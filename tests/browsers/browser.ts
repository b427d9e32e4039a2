import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import type { Page } from './page.ts'

/** A browser of this machine. */
export interface Browser {
  name: string
  /** False where the browser crashes when a page with a form goes elsewhere by itself while it is automated. */
  signsInByForm: boolean
  /** What has to be installed, or null. */
  missing(): string | null
  open(): Promise<{ newPage(): Promise<Page>; close(): Promise<void> }>
}

/** Returns the path of the first program that is installed. */
export function programOf(...names: string[]): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  return paths.find((path) => existsSync(path)) ?? null
}

/** Resolves when a process has ended. */
export async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
}
