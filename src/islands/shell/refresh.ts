import { refetchDisplayed } from '../../stores/base/query/query.ts'

/**
 * Refetches the page's data and indicates the refresh. A console installed on a phone has no reload button, so the user
 * pulls the page down or selects Refresh in the menu.
 */

/** Distance in pixels that a finger must move before letting go triggers a refresh. */
const FAR_ENOUGH = 120

const sign = document.createElement('div')
sign.className = 'refresh'
sign.setAttribute('role', 'status')
sign.innerHTML =
  '<svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M19.5 12a7.5 7.5 0 1 1-2.3-5.4M19.5 4v4h-4"/></svg><span class="hidden-text"></span>'
document.body.append(sign)
document.addEventListener('astro:after-swap', () => document.body.append(sign))

type State = 'idle' | 'pulled' | 'ready' | 'busy'

function show(state: State, share: number): void {
  sign.dataset.state = state
  sign.style.setProperty('--pull', String(share))
  sign.lastElementChild?.replaceChildren(state === 'busy' ? 'Refreshing…' : '')
}
show('idle', 0)

export async function refresh(): Promise<void> {
  if (sign.dataset.state === 'busy') return
  show('busy', 1)
  await refetchDisplayed()
  show('idle', 0)
}

/**
 * The position where the finger started on a page that is scrolled to the top. Null if the finger can't pull the page.
 */
let start: { x: number; y: number } | null = null

/** Returns whether a finger on `target` moves the page itself, instead of a part of it, a field, or a dialog. */
function movesPage(target: EventTarget | null): boolean {
  if (scrollY > 0 || !(target instanceof Element) || !target.closest('main')) return false
  if (target.closest('dialog, [popover], [role="dialog"], input, textarea, select')) return false
  for (let each: Element | null = target; each && each.localName !== 'main'; each = each.parentElement) {
    if (each.scrollTop > 0) return false
  }
  return true
}

function end(): void {
  start = null
  if (sign.dataset.state === 'ready') void refresh()
  else if (sign.dataset.state === 'pulled') show('idle', 0)
}

const passive = { passive: true }
document.addEventListener(
  'touchstart',
  ({ touches: [finger, other], target }) => {
    const canPull = finger && !other && sign.dataset.state !== 'busy' && movesPage(target)
    start = canPull ? { x: finger.clientX, y: finger.clientY } : null
  },
  passive,
)
document.addEventListener(
  'touchmove',
  ({ touches: [finger] }) => {
    if (!start || !finger) return
    const down = finger.clientY - start.y
    if (scrollY > 0 || (down < FAR_ENOUGH / 4 && Math.abs(finger.clientX - start.x) > down)) {
      show('idle', 0)
      start = null
      return
    }
    const share = Math.min(1, Math.max(0, down / FAR_ENOUGH))
    show(share === 1 ? 'ready' : 'pulled', share)
  },
  passive,
)
document.addEventListener('touchend', end, passive)
document.addEventListener(
  'touchcancel',
  () => {
    start = null
    if (sign.dataset.state !== 'busy') show('idle', 0)
  },
  passive,
)
