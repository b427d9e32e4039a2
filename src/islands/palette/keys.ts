import { dispatchKey, type KeyPress, type PendingKey } from '../../domain/palette/key-dispatch.ts'
import type { ShortcutId } from '../../domain/palette/shortcuts.ts'
import { runCommand } from '../../stores/palette/commands.ts'
import { showPalette } from '../../stores/palette/palette.ts'
import { goToScreen, screenOf } from './screens.ts'

let pending: PendingKey | null = null

/** Focuses the screen's search field, or opens the palette on screens without one. */
function search(): void {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]')
  if (!field?.checkVisibility()) {
    showPalette('palette')
    return
  }
  field.focus()
  field.select()
}

const OWN: Partial<Record<ShortcutId, () => void>> = { search, keys: () => showPalette('keys') }

/** Runs a shortcut: a command of the current screen, navigation to a screen, or an action. */
function run(id: ShortcutId): void {
  const screen = screenOf(id)
  if (runCommand(id)) return
  const own = OWN[id]
  if (own) own()
  else if (screen) goToScreen(screen)
  else import('./actions.ts').then(({ runAction }) => runAction(id)).catch(() => undefined)
}

/**
 * Runs the shortcut for a key press outside fields and without ⌘ or Ctrl, if any. `dialog` is the dialog that was in
 * front when the key was pressed, which may have been before this module loaded.
 */
export function pressKey(event: KeyboardEvent, dialog: KeyPress['dialog']): void {
  const { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat } = event
  const pressed = { key, code, ctrlKey, metaKey, altKey, shiftKey, isComposing, repeat }
  const found = dispatchKey({ ...pressed, isTyping: false, dialog }, pending, event.timeStamp)
  pending = found.pending
  if (found.shortcut) run(found.shortcut.id)
}
