import { CHAT_ELEMENTS, CLOSE_BUTTONS, CONVERSATION_COOKIE, chatCookies } from './sdk.ts'

/** The polling interval and duration in milliseconds (section 4). */
const POLL = { every: 100, lasts: 3_000 } as const

let polling: ReturnType<typeof setInterval> | undefined

/** Hides the chat's own close buttons, which appear asynchronously. The console's button closes the chat. */
export function hideCloseButtons(): void {
  clearInterval(polling)
  let left = POLL.lasts / POLL.every
  const hide = () => {
    for (const button of document.querySelectorAll<HTMLElement>(CLOSE_BUTTONS)) {
      button.style.setProperty('display', 'none', 'important')
    }
    left -= 1
    if (left <= 0) clearInterval(polling)
  }
  polling = setInterval(hide, POLL.every)
  hide()
}

let isKept = false

/**
 * Keeps the chat during client-side transitions, which replace the body. The SDK would move its frame to the new body,
 * which reloads the frame and loses unsent text. Outside the body, the frame stays unchanged.
 */
export function persistAcrossTransitions(): void {
  for (const id of CHAT_ELEMENTS) {
    const element = document.getElementById(id)
    if (element && element.parentElement !== document.documentElement)
      document.documentElement.append(element)
  }
  if (isKept) return
  isKept = true
  // The SDK skips elements that the new body already contains. It checks for them later in the same event.
  window.addEventListener(
    'astro:before-swap',
    (event) => {
      const { newDocument } = event as Event & { newDocument?: Document }
      if (!newDocument) return
      for (const id of CHAT_ELEMENTS) {
        if (!document.getElementById(id)) continue
        const place = newDocument.createElement('div')
        place.id = id
        place.hidden = true
        place.dataset.chatPlace = ''
        newDocument.body.append(place)
      }
    },
    { capture: true },
  )
  document.addEventListener('astro:after-swap', () => {
    for (const place of document.querySelectorAll('[data-chat-place]')) place.remove()
  })
}

/** Returns whether the chat has been open on this device since the last sign-out. */
export function hasConversation(): boolean {
  return document.cookie.split('; ').some((pair) => pair.startsWith(`${CONVERSATION_COOKIE}=`))
}

/** Deletes the conversation and the user on this device if the SDK has not loaded. */
export function deleteConversation(token: string): void {
  for (const name of chatCookies(token)) {
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari do not support the Cookie Store API.
    document.cookie = `${name}=; path=/; max-age=0; samesite=lax`
  }
}
