import type { ShortcutId } from '../../domain/palette/shortcuts.ts'

type Commands = Partial<Record<ShortcutId, () => void>>

/** The commands that the screens provide; the last one for an id wins. */
let provided: readonly Commands[] = []

/** Adds the commands of a screen. Returns a function that removes them. */
export function provideCommands(commands: Commands): () => void {
  provided = [...provided, commands]
  return () => {
    provided = provided.filter((one) => one !== commands)
  }
}

/** Runs a command. Returns false if the current screen does not provide it. */
export function runCommand(id: ShortcutId): boolean {
  const command = provided.findLast((commands) => commands[id])?.[id]
  command?.()
  return command !== undefined
}
