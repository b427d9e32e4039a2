import { atom } from 'nanostores'
import { readItem, writeItem } from '../platform/storage.ts'

/** Where the sidebar's state is kept; the head script of layouts/base.astro reads it before the first paint. */
export const SIDEBAR_KEY = 'fieldhand.sidebar'

/** Section 2, Shell: the sidebar is 80 wide when collapsed, 220 when not. Remembered on this device. */
export const $collapsed = atom(readItem(SIDEBAR_KEY) === 'collapsed')

export function toggleSidebar(): void {
  $collapsed.set(!$collapsed.get())
  writeItem(SIDEBAR_KEY, $collapsed.get() ? 'collapsed' : 'expanded')
}

/** What the shell needs of a support chat. */
export interface SupportChat {
  open(): void
  close(): void
}

/** Whether the support chat is open, or is to be as soon as it has loaded. */
export const $chatOpen = atom(false)

let chat: SupportChat | null = null

/** Opens the support chat, or closes it. Before it has loaded, the wish is kept until `connectChat`. */
export function toggleChat(): void {
  const open = !$chatOpen.get()
  $chatOpen.set(open)
  if (open) chat?.open()
  else chat?.close()
}

/** Hands the loaded chat to the shell. Answers with its undo. */
export function connectChat(loaded: SupportChat): () => void {
  chat = loaded
  if ($chatOpen.get()) loaded.open()
  return () => {
    if (chat === loaded) chat = null
    $chatOpen.set(false)
  }
}

/** Called on the chat's own open and close events. */
export function reportChat(state: 'open' | 'closed'): void {
  $chatOpen.set(state === 'open')
}
