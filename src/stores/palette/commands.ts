import { atom, type ReadableAtom } from 'nanostores'
import type { ShortcutId } from '../../domain/palette/shortcuts.ts'

type Commands = Partial<Record<ShortcutId, () => void>>

const $provided = atom<readonly Commands[]>([])

/** The commands that the current screen provides; the last one for an id counts. */
export const $commands: ReadableAtom<readonly Commands[]> = $provided

/** Adds the commands of a screen. Returns a function that removes them. */
export function provideCommands(commands: Commands): () => void {
  $provided.set([...$provided.get(), commands])
  return () => $provided.set($provided.get().filter((one) => one !== commands))
}

/** Runs a command. Returns false if the current screen does not provide it. */
export function runCommand(id: ShortcutId): boolean {
  const command = $provided.get().findLast((commands) => commands[id])?.[id]
  command?.()
  return command !== undefined
}
