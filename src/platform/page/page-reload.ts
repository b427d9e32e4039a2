import { readTabItem, writeTabItem } from '../storage/tab-storage.ts'

/** Milliseconds without any input after which a page may be loaded again. */
export const QUIET_MS = 1_000

const KEY = 'fieldhand.reload'
const FIELDS =
  'input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea, select, iframe, [contenteditable]'
const DIALOGS = 'dialog[open], [role=dialog]'
const INPUT = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focusin']
/** Milliseconds that a page has to show again what had the focus. */
const PATIENCE = 10_000

const holds = new Set<() => boolean>()

/** Keeps the page from being loaded again while `isBusy` returns true. Returns the undo. */
export function holdReloads(isBusy: () => boolean): () => void {
  holds.add(isBusy)
  return () => holds.delete(isBusy)
}

function isEditing(): boolean {
  const page = globalThis.document as Document | undefined
  const isOpen = [...(page?.querySelectorAll(DIALOGS) ?? [])].some((dialog) => dialog.checkVisibility())
  return isOpen || !!page?.activeElement?.matches(FIELDS) || [...holds].some((isBusy) => isBusy())
}

/**
 * Loads the page again once there was no input for a second and nothing is being edited: no field has the focus, no
 * dialog is open, and nothing holds reloads. `prepare` is called just before. Returns the undo.
 */
export function reloadWhenIdle(prepare = () => {}): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(attempt, QUIET_MS)
  }
  const stop = () => {
    clearTimeout(timer)
    for (const name of INPUT) globalThis.removeEventListener?.(name, wait, true)
  }
  function attempt(): void {
    if (isEditing()) {
      wait()
      return
    }
    stop()
    prepare()
    reloadPage()
  }
  for (const name of INPUT) globalThis.addEventListener?.(name, wait, { capture: true, passive: true })
  wait()
  return stop
}

/** Loads the page again at once. `returnAfterReload` goes back to the same place and focus. */
export function reloadPage(): void {
  const { document: page, location } = globalThis
  const focused = page?.activeElement ?? null
  const place = {
    href: location.href,
    y: globalThis.scrollY,
    focus: pathOf(focused),
    top: focused?.getBoundingClientRect().top,
  }
  writeTabItem(KEY, JSON.stringify(place))
  location.reload()
}

/** A selector of the element within the page as it is now drawn; null for none and for the page itself. */
function pathOf(element: Element | null): string | null {
  if (!element || element.localName === 'body') return null
  if (element.id) return `#${CSS.escape(element.id)}`
  const index = [...(element.parentElement?.children ?? [])].indexOf(element) + 1
  return `${pathOf(element.parentElement) ?? 'body'} > :nth-child(${index})`
}

/** After `reloadPage`, goes back to where the page was, as soon as it shows that again and unless there is input. */
export function returnAfterReload(): void {
  const stored = readTabItem(KEY)
  writeTabItem(KEY, null)
  const place = stored ? JSON.parse(stored) : null
  if (!place || place.href !== location.href) return
  const until = performance.now() + PATIENCE
  let isOver = false
  let left = 2
  const end = () => {
    isOver = true
    for (const name of INPUT) if (name !== 'focusin') removeEventListener(name, end, true)
  }
  for (const name of INPUT) if (name !== 'focusin') addEventListener(name, end, true)
  const attempt = () => {
    if (isOver || performance.now() > until) return end()
    const target = place.focus ? document.querySelector<HTMLElement>(place.focus) : null
    const { scrollHeight } = document.documentElement
    if (target || (!place.focus && scrollHeight >= place.y + innerHeight)) {
      target?.focus({ preventScroll: true })
      // What is above may have another height than before.
      const y = target ? scrollY + target.getBoundingClientRect().top - place.top : place.y
      scrollTo({ top: y, behavior: 'instant' })
      // Once more after the page has set the focus by itself.
      left -= 1
      if (left === 0) return end()
    }
    requestAnimationFrame(attempt)
  }
  attempt()
}
