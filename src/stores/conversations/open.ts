import { atom, type ReadableAtom } from 'nanostores'
import { conversationPath, INBOX_PATH } from '../../domain/conversations/path.ts'
import {
  currentUrl,
  idInPath,
  leavePushed,
  onPopWithinPage,
  pushPath,
  replacePath,
} from '../../platform/page/navigation.ts'
import { onAccountSwitched } from '../base/session/account.ts'
import { flushInboxSearch, openInboxFilter } from './filter.ts'

const $open = atom<string | null>(null)

/**
 * The open conversation, taken from the URL; null if none is open. It appears next to the list and fills the screen on
 * a phone.
 */
export const $openConversation: ReadableAtom<string | null> = $open

/**
 * The URL's filter at the time the conversation was opened from the list; null if the page opened with the
 * conversation.
 */
let before: string | null = null

const isInbox = (path: string) => path === INBOX_PATH || path.startsWith(`${INBOX_PATH}/`)

/** Opens the conversation and the filter in the URL, and follows Back and Forward. Returns the stop function. */
export function followConversation(): () => void {
  const read = () => {
    openInboxFilter()
    $open.set(idInPath() || null)
  }
  before = null
  read()
  const stop = onPopWithinPage(read, isInbox)
  return () => {
    stop()
    $open.set(null)
  }
}

/** Opens a conversation. Switching between conversations adds no history entry. */
export function openConversation(id: string): void {
  flushInboxSearch()
  const path = conversationPath(id)
  if ($open.get() === null) {
    before = currentUrl().search
    pushPath(path)
  } else {
    replacePath(path)
  }
  $open.set(id)
}

const $entered = atom<string | null>(null)

/** The conversation that gets the focus once it is shown; null if none does. */
export const $enteredConversation: ReadableAtom<string | null> = $entered

/** Opens a conversation and moves the focus to it. */
export function enterConversation(id: string): void {
  openConversation(id)
  $entered.set(id)
}

/** Records that the conversation has the focus. */
export function leaveEntry(): void {
  $entered.set(null)
}

/**
 * Closes the conversation. Goes back in history, so that the list stays as it was, unless the filter has changed since.
 */
export function leaveConversation(): void {
  if ($open.get() === null) return
  flushInboxSearch()
  if (currentUrl().search !== before || !leavePushed()) replacePath(INBOX_PATH)
  before = null
  $open.set(null)
}

onAccountSwitched(leaveConversation)
