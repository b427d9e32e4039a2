import { atom, computed, type ReadableAtom } from 'nanostores'

/** Timeout in milliseconds for opening the chat. */
const PATIENCE = 10_000

/** Section 4, Chat widget (support). `opening` lasts from the click until the chat reports that it is open. */
export type ChatState = 'closed' | 'opening' | 'open' | 'unavailable'

/** The interface of a loaded support chat. */
export interface SupportChat {
  open(): void
  close(): void
}

const $state = atom<ChatState>('closed')

/** The support chat's confirmed state. */
export const $chat: ReadableAtom<ChatState> = $state

/** Whether the support chat is open or opening. */
export const $chatOpen: ReadableAtom<boolean> = computed(
  $state,
  (state) => state === 'open' || state === 'opening',
)

let chat: SupportChat | null = null
let timer: ReturnType<typeof setTimeout> | undefined

function become(state: ChatState): void {
  clearTimeout(timer)
  if (state === 'opening') timer = setTimeout(failChat, PATIENCE)
  $state.set(state)
}

/** Toggles the support chat. If the chat has not loaded yet, `connectChat` opens it later. */
export function toggleChat(): void {
  if ($chatOpen.get()) {
    become('closed')
    chat?.close()
  } else {
    become('opening')
    chat?.open()
  }
}

export function openChat(): void {
  if (!$chatOpen.get()) toggleChat()
}

/** Connects the loaded chat. Returns the disconnect function. */
export function connectChat(loaded: SupportChat): () => void {
  chat = loaded
  if ($state.get() === 'opening') loaded.open()
  else if ($state.get() === 'unavailable') become('closed')
  return () => {
    if (chat === loaded) chat = null
    become('closed')
  }
}

/** Updates the state when the chat reports that it has opened or closed. */
export function reportChat(state: 'open' | 'closed'): void {
  become(state)
}

/** Records that the chat is unavailable. Shows that only if the user is waiting; the next click retries. */
export function failChat(): void {
  if ($state.get() === 'opening') become('unavailable')
}
