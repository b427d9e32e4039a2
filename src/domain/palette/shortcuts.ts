import { SCREENS, type ScreenPath } from '../common/screens.ts'

interface Row {
  id: string
  /** Keys to press in sequence, separated by a space. `Mod` is ⌘ on Apple devices and Ctrl on others. */
  keys: string
  label: string
  /** Whether the shortcut also works in a lead's dialog. */
  inLead?: true
  /** Whether the shortcut repeats while the key is held down. */
  repeats?: true
  /** Whether the browser or the focused control handles the key. The table then only lists it. */
  native?: true
}

/** Returns the ID of the shortcut that opens a screen. */
export const screenShortcut = <Path extends ScreenPath>(path: Path) => `go-to${path}` as const

/**
 * All keyboard shortcuts, grouped by the screen where they work. Used by the dispatcher, the palette, and the list of
 * keys. A single letter moves or opens something; it never changes data.
 */
export const SHORTCUT_GROUPS = [
  {
    title: 'Every screen',
    rows: [
      { id: 'palette', keys: 'Mod+K', label: 'Search and commands', inLead: true },
      { id: 'search', keys: '/', label: 'Search this screen' },
      { id: 'keys', keys: '?', label: 'Keyboard shortcuts', inLead: true },
      { id: 'close', keys: 'Esc', label: 'Close the dialog or panel', native: true },
    ],
  },
  {
    title: 'Go to',
    rows: SCREENS.map(({ path, label, key }) => ({
      id: screenShortcut(path),
      keys: `g ${key}`,
      label,
      inLead: true as const,
    })),
  },
  {
    title: 'Leads and conversations',
    rows: [
      { id: 'next-lead', keys: 'j', label: 'Next lead or conversation', inLead: true, repeats: true },
      { id: 'previous-lead', keys: 'k', label: 'Previous lead or conversation', inLead: true, repeats: true },
      { id: 'open-lead', keys: 'Enter', label: 'Open it', native: true },
      { id: 'next-waiting', keys: 'w', label: 'Next visitor who needs a person' },
      { id: 'next-from-field', keys: 'Mod+Enter', label: 'The same, in an empty reply', native: true },
      { id: 'status', keys: 's', label: 'Change status', inLead: true },
      { id: 'book-call', keys: 'b', label: 'Book or move the appointment', inLead: true },
    ],
  },
  {
    title: 'Actions',
    rows: [
      { id: 'add-lead', keys: 'a l', label: 'Add lead' },
      { id: 'call-now', keys: 'a c', label: 'Call now' },
      { id: 'add-faq', keys: 'a f', label: 'Add an FAQ' },
      { id: 'change-hours', keys: 'a b', label: 'Change business hours' },
      { id: 'notifications', keys: 'a n', label: 'Notifications' },
      { id: 'test-notification', keys: 'a t', label: 'Send a test notification' },
      { id: 'invite', keys: 'a m', label: 'Invite a colleague' },
      { id: 'import-leads', keys: 'a u', label: 'Import CSV' },
      { id: 'export-leads', keys: 'a e', label: 'Export CSV' },
      { id: 'preview-widget', keys: 'a p', label: 'Preview Widget' },
      { id: 'copy-embed-code', keys: 'a i', label: 'Copy embed code' },
      { id: 'switch-organization', keys: 'a o', label: 'Switch organization' },
      { id: 'help', keys: 'a h', label: 'Need Help?' },
      { id: 'logout', keys: 'a q', label: 'Logout' },
      { id: 'theme-light', keys: 't l', label: 'Light theme' },
      { id: 'theme-dark', keys: 't d', label: 'Dark theme' },
      { id: 'theme-system', keys: 't s', label: 'System theme' },
    ],
  },
] as const satisfies readonly { title: string; rows: readonly Row[] }[]

type Listed = (typeof SHORTCUT_GROUPS)[number]['rows'][number]

export type ShortcutId = Listed['id']
export type Shortcut = Omit<Row, 'id'> & { id: ShortcutId }

/** The shortcuts in table order. */
export const SHORTCUTS: readonly Shortcut[] = SHORTCUT_GROUPS.flatMap(({ rows }) => [...rows])

export function shortcutOf(id: ShortcutId): Shortcut {
  const found = SHORTCUTS.find((shortcut) => shortcut.id === id)
  if (!found) throw new RangeError(`No shortcut ${id}`)
  return found
}

/** Returns the captions of a shortcut's keys, in the order in which they are pressed. */
export function keyCaps({ keys }: Pick<Shortcut, 'keys'>, isApple: boolean): string[] {
  return keys.split(' ').map((key) => key.replace('Mod+', isApple ? '⌘' : 'Ctrl '))
}
