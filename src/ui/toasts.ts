import './toasts.css'

type Tone = 'info' | 'success' | 'warning' | 'error'

export interface ToastContent {
  text: string
  /** Shown below the text. */
  reason?: string | undefined
  /** Makes the text a link. */
  href?: string | undefined
  /** A button, such as Undo. Pressing it closes the toast. */
  action?: { label: string; act: () => void } | undefined
}

interface ToastOptions {
  content: string | ToastContent
  /** A toast replaces an open toast with the same key. Defaults to the text. */
  key?: string | undefined
  /** Seconds, or 0 to stay open until the user closes it. Defaults to 3. */
  duration?: number | undefined
}

/** Maximum number of toasts. The oldest is removed first. */
const MOST = 4
const DURATION = 3

/**
 * Toasts for every page, implemented without a framework: they survive page transitions and the components that open
 * them. They are in the browser's top layer, and move into an open modal dialog, because everything outside it is
 * inert.
 */
let stack: HTMLElement | undefined
const open = new Map<string, HTMLElement>()

/** Adds the empty stack to the page, so that screen readers announce even the first toast. */
export function prepareToasts(): HTMLElement {
  if (stack) return stack
  stack = document.createElement('section')
  stack.className = 'toasts'
  stack.setAttribute('aria-label', 'Notifications')
  stack.setAttribute('aria-live', 'polite')
  stack.popover = 'manual'
  document.body.append(stack)
  document.addEventListener('astro:after-swap', raise)
  return stack
}

/**
 * Moves the toasts above the element that opened or closed last. `closing` is a dialog that is about to leave the page.
 */
export function raiseToasts(closing?: Element): void {
  if (stack) raise(closing)
}

function raise(closing?: unknown): void {
  const list = prepareToasts()
  const dialogs = [...document.querySelectorAll('dialog:modal')].filter((dialog) => dialog !== closing)
  const host = dialogs.at(-1) ?? document.body
  if (list.parentElement !== host) host.append(list)
  if (list.matches(':popover-open')) list.hidePopover()
  if (list.childElementCount > 0) list.showPopover()
}

function show(tone: Tone, given: string | ToastOptions | ToastContent): void {
  const { content, key: own, duration = DURATION } = optionsOf(given)
  const parts = typeof content === 'string' ? { text: content } : content
  const key = own ?? parts.text
  const toast = toastElement(tone, parts, () => close(key, toast))
  if (tone === 'error') toast.setAttribute('role', 'alert')
  toasts.destroy(key)
  open.set(key, toast)
  const list = prepareToasts()
  list.append(toast)
  const [oldest] = open
  if (open.size > MOST && oldest) close(...oldest)
  raise()
  if (duration > 0) closeAfter(duration * 1000, toast, () => close(key, toast))
}

function close(key: string, toast: HTMLElement): void {
  toast.remove()
  if (open.get(key) === toast) open.delete(key)
  if (stack?.childElementCount === 0 && stack.matches(':popover-open')) stack.hidePopover()
}

/** Closes the toast after a delay. The delay restarts after the pointer or focus has left the toast. */
function closeAfter(milliseconds: number, toast: HTMLElement, leave: () => void): void {
  let timer = setTimeout(leave, milliseconds)
  const hold = () => clearTimeout(timer)
  const release = () => {
    clearTimeout(timer)
    timer = setTimeout(leave, milliseconds)
  }
  toast.addEventListener('pointerenter', hold)
  toast.addEventListener('focusin', hold)
  toast.addEventListener('pointerleave', release)
  toast.addEventListener('focusout', release)
}

function toastElement(tone: Tone, { text, reason, href, action }: ToastContent, leave: () => void) {
  const toast = document.createElement('div')
  toast.className = 'toast'
  toast.dataset.tone = tone
  const body = document.createElement('div')
  const line = document.createElement(href ? 'a' : 'span')
  line.textContent = text
  body.append(line)
  if (line instanceof HTMLAnchorElement && href) {
    line.href = href
    line.addEventListener('click', leave)
  }
  if (reason) {
    const small = document.createElement('small')
    small.textContent = reason
    body.append(small)
  }
  toast.append(body)
  if (action) {
    toast.append(
      button(action.label, 'toast-action', () => {
        leave()
        action.act()
      }),
    )
  }
  const cross = button('×', 'toast-close', leave)
  cross.setAttribute('aria-label', 'Dismiss')
  toast.append(cross)
  return toast
}

function button(label: string, className: string, act: () => void): HTMLButtonElement {
  const made = document.createElement('button')
  made.type = 'button'
  made.className = className
  made.textContent = label
  made.addEventListener('click', act)
  return made
}

function optionsOf(given: string | ToastOptions | ToastContent): ToastOptions {
  return typeof given === 'object' && 'content' in given ? given : { content: given }
}

/** Shows toasts. All texts are plain text. */
export const toasts = {
  info: (given: string | ToastOptions | ToastContent) => show('info', given),
  success: (given: string | ToastOptions | ToastContent) => show('success', given),
  warning: (given: string | ToastOptions | ToastContent) => show('warning', given),
  error: (given: string | ToastOptions | ToastContent) => show('error', given),
  /** Closes the toast with the key, if it is open. */
  destroy(key: string) {
    const toast = open.get(key)
    if (toast) close(key, toast)
  },
}
