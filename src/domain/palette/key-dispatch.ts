import { characterOf, type Press } from './palette-key.ts'
import { SHORTCUTS, type Shortcut } from './shortcuts.ts'

/** A pressed key and the focus context. */
export interface KeyPress extends Press {
  /** Whether the key is being held down. */
  repeat: boolean
  /** Whether the focus is in a field or a menu, which handles letters itself. */
  isTyping: boolean
  /** The dialog in front of the page. */
  dialog: 'none' | 'lead' | 'other'
}

/** The first key of a sequence, and when it was pressed. */
export interface PendingKey {
  key: string
  at: number
}

/** The maximum time between the keys of a sequence, in milliseconds. */
export const SEQUENCE_TIME = 2_000

const MODIFIERS = ['Shift', 'Control', 'Alt', 'AltGraph', 'Meta', 'CapsLock']
const SEQUENCE_STARTS = new Set(
  SHORTCUTS.filter(({ keys }) => keys.includes(' ')).map(({ keys }) => keys.charAt(0)),
)

const works = (shortcut: Shortcut, { dialog, repeat }: KeyPress) =>
  !shortcut.native &&
  (dialog === 'none' || (dialog === 'lead' && shortcut.inLead === true)) &&
  (!repeat || shortcut.repeats === true)

/**
 * Returns the shortcut for a pressed key, and the pending first key of a sequence. Returns no shortcut while the user
 * is typing or an input method is composing, with a modifier, or in a dialog where the shortcut does not apply.
 */
export function dispatchKey(
  press: KeyPress,
  pending: PendingKey | null,
  now: number,
): { shortcut: Shortcut | null; pending: PendingKey | null } {
  const nothing = { shortcut: null, pending: null }
  if (MODIFIERS.includes(press.key)) return { shortcut: null, pending }
  if (press.isComposing || press.isTyping || press.ctrlKey || press.metaKey || press.altKey) return nothing
  const key = characterOf(press)
  const first = pending && now - pending.at < SEQUENCE_TIME ? `${pending.key} ` : ''
  const keys = first + key
  const shortcut = SHORTCUTS.find((one) => one.keys === keys && works(one, press))
  if (shortcut) return { shortcut, pending: null }
  const isStart = !first && !press.repeat && press.dialog !== 'other' && SEQUENCE_STARTS.has(key)
  return isStart ? { shortcut: null, pending: { key, at: now } } : nothing
}
