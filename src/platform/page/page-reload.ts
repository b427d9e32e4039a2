import { readTabItem, writeTabItem } from '../storage/storage.ts'

/** Milliseconds without input after which a page can reload. */
export const QUIET_MS = 1_000

const KEY = 'fieldhand.reload'
const FIELDS =
  'input:not([type=button], [type=submit], [type=checkbox], [type=radio]), textarea, select, iframe, [contenteditable]'
const DIALOGS = 'dialog[open], [role=dialog]'
const INPUT = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'focusin']
/** Milliseconds within which the page must show the previously focused element again. */
const PATIENCE = 10_000

const holds = new Set<() => boolean>()

/** Prevents reloads while `isBusy` returns true. Returns the unregister function. */
export function holdReloads(isBusy: () => boolean): () => void {
  holds.add(isBusy)
  return () => holds.delete(isBusy)
}

/**
 * Keeps the page open while `work` runs: nothing reloads it, and the browser asks for confirmation before closing it.
 */
export async function preventReloadDuring<Result>(work: () => Promise<Result>): Promise<Result> {
  const release = holdReloads(() => true)
  const ask = (event: Event) => event.preventDefault()
  globalThis.addEventListener?.('beforeunload', ask)
  try {
    return await work()
  } finally {
    release()
    globalThis.removeEventListener?.('beforeunload', ask)
  }
}

function isEditing(): boolean {
  const page = globalThis.document as Document | undefined
  const isOpen = [...(page?.querySelectorAll(DIALOGS) ?? [])].some((dialog) => dialog.checkVisibility())
  return isOpen || !!page?.activeElement?.matches(FIELDS) || [...holds].some((isBusy) => isBusy())
}

/**
 * Reloads the page after a second without input during which nothing is being edited: no field has focus, no dialog is
 * open, and nothing prevents reloads. Calls `prepare` immediately before the reload. Returns a function that cancels
 * the reload.
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

/** Reloads the page immediately. `returnAfterReload` restores the scroll position and focus. */
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

/** Returns a selector for the element in the current page. Returns null for the body or if there is no element. */
function pathOf(element: Element | null): string | null {
  if (!element || element.localName === 'body') return null
  if (element.id) return `#${CSS.escape(element.id)}`
  const index = [...(element.parentElement?.children ?? [])].indexOf(element) + 1
  return `${pathOf(element.parentElement) ?? 'body'} > :nth-child(${index})`
}

/**
 * After `reloadPage`, restores the scroll position and focus when their target is shown. Stops if there is input first.
 */
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
      // The content above can have a different height than before.
      const y = target ? scrollY + target.getBoundingClientRect().top - place.top : place.y
      scrollTo({ top: y, behavior: 'instant' })
      // Repeats once, because the page may set the focus itself.
      left -= 1
      if (left === 0) return end()
    }
    requestAnimationFrame(attempt)
  }
  attempt()
}
