import {
  $chat,
  type ChatState,
  connectChat,
  failChat,
  reportChat,
  toggleChat,
} from '../../stores/shell/support-chat.ts'
import { startSupportChat } from '../../third-party/support-chat/index.ts'
import { toasts } from '../../ui/toasts.ts'

/** The support chat's button (section 2, Shell), synchronized with the chat's events. */

const LABELS: Record<ChatState, string> = {
  closed: 'Need Help?',
  opening: 'Opening chat…',
  open: 'Close Chat',
  unavailable: 'Chat unavailable',
}

const EXPLANATION = 'The support chat cannot be reached right now. Try again in a moment.'

/** Returns whether focus was lost when the chat closed itself. */
function isFocusLost(): boolean {
  const { activeElement } = document
  return !activeElement || activeElement === document.body || activeElement.localName === 'iframe'
}

let isStarted = false

/** Starts the chat service. Runs once and survives transitions. */
function start(): void {
  if (isStarted) return
  isStarted = true
  const service = startSupportChat({
    ready: connectChat,
    opened: () => reportChat('open'),
    closed: () => reportChat('closed'),
    failed: failChat,
  })
  $chat.listen((state) => {
    if (state === 'opening') service?.wish()
  })
}

/** Binds the button. Returns the unbind function. */
export function bindSupportChat(shell: Element): () => void {
  const button = shell.querySelector<HTMLButtonElement>('[data-chat]')
  if (!button) return () => undefined
  start()
  button.addEventListener('click', toggleChat)
  let before: ChatState = $chat.get()
  return $chat.subscribe((state) => {
    follow(shell, button, before, state)
    before = state
    describe(shell, button, state)
  })
}

/** Moves the focus and shows a message, as a change of the chat's state requires. */
function follow(shell: Element, button: HTMLButtonElement, before: ChatState, state: ChatState): void {
  const rest = shell.querySelector<HTMLElement>('[data-rest]')
  // On phones, the button is in a menu, which stays open until the chat appears.
  if (state === 'open' && rest?.matches(':popover-open')) rest.hidePopover()
  if (before === 'open' && state === 'closed' && isFocusLost()) {
    const seen = button.checkVisibility() ? button : shell.querySelector<HTMLElement>('[data-more]')
    seen?.focus()
  }
  // Buttons of a page also open the chat, where a phone doesn't show this button.
  if (state === 'unavailable' && before !== state && !button.checkVisibility()) toasts.error(EXPLANATION)
}

function describe(shell: Element, button: HTMLButtonElement, state: ChatState): void {
  const label = button.querySelector('[data-label]')
  const status = shell.querySelector('[data-chat-status]')
  const explanation = state === 'unavailable' ? EXPLANATION : ''
  button.setAttribute('aria-expanded', String(state === 'open'))
  button.toggleAttribute('data-unavailable', state === 'unavailable')
  button.title = explanation
  if (label) label.textContent = LABELS[state]
  if (status) status.textContent = explanation
}
