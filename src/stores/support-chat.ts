import { atom, computed, type ReadableAtom } from 'nanostores'

/** Milliseconds until a chat that does not open counts as unavailable. */
const PATIENCE = 10_000

/** Section 4, Chat widget (support). `opening` from the wish until the chat says that it is open. */
export type ChatState = 'closed' | 'opening' | 'open' | 'unavailable'

/** What the console needs of a support chat that has loaded. */
export interface SupportChat {
  open(): void
  close(): void
}

const $state = atom<ChatState>('closed')

/** How the support chat stands, as far as it is known for certain. */
export const $chat: ReadableAtom<ChatState> = $state

/** Whether the support chat is open, or is to be as soon as it can. */
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

/** Opens the support chat, or closes it. Before it has loaded, the wish is kept until `connectChat`. */
export function toggleChat(): void {
  if ($chatOpen.get()) {
    become('closed')
    chat?.close()
  } else {
    become('opening')
    chat?.open()
  }
}

/** Opens the support chat; does nothing while it is open, or about to be. */
export function openChat(): void {
  if (!$chatOpen.get()) toggleChat()
}

/** Hands the loaded chat to the console. Answers with its undo. */
export function connectChat(loaded: SupportChat): () => void {
  chat = loaded
  if ($state.get() === 'opening') loaded.open()
  else if ($state.get() === 'unavailable') become('closed')
  return () => {
    if (chat === loaded) chat = null
    become('closed')
  }
}

/** Called on the chat's own events. */
export function reportChat(state: 'open' | 'closed'): void {
  become(state)
}

/** The chat cannot be had now. It is told where someone waits for it; else the next wish tries again. */
export function failChat(): void {
  if ($state.get() === 'opening') become('unavailable')
}
