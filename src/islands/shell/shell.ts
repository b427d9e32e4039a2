import { signOutFailure } from '../../domain/session/sign-out.ts'
import { closeOnBack } from '../../platform/page/back.ts'
import { $session, $sessionUnreachable } from '../../stores/base/session/session.ts'
import { $collapsed, toggleSidebar } from '../../stores/shell/shell.ts'
import { breakpoints } from '../../styles/tokens.ts'
import { keepFocusWhileDisabled } from './keep-focus.ts'
import { isCurrent } from './menu.ts'
import { bindMore, markMore } from './more.ts'
import { bindSupportChat } from './support-chat.ts'
import { bindSwitcher } from './switcher.ts'
import { bindThemeChoice } from './theme-choice.ts'
import { bindTooltips } from './tooltips.ts'
import { bindTrialBadge } from './trial-badge.ts'

/**
 * The behavior of the shell, implemented without a framework. The shell is rendered at build time and persists across
 * transitions.
 */

const label = (button: Element | null) => button?.querySelector('[data-label]') ?? null

function bindToggle(shell: Element): () => void {
  const toggle = shell.querySelector('[data-toggle]')
  toggle?.addEventListener('click', toggleSidebar)
  return $collapsed.subscribe((collapsed) => {
    document.documentElement.dataset.sidebar = collapsed ? 'collapsed' : 'expanded'
    toggle?.setAttribute('aria-expanded', String(!collapsed))
    const name = label(toggle)
    if (name) name.textContent = collapsed ? 'Expand sidebar' : 'Collapse sidebar'
  })
}

/** Disables all items while no organization is selected. The Billing label then explains why. */
function bindItems(shell: Element): () => void {
  const items = [...shell.querySelectorAll<HTMLAnchorElement>('[data-item]')]
  return $session.subscribe(({ status, organization }) => {
    const disabled = status === 'signed-in' && !organization
    for (const item of items) {
      if (disabled) {
        item.removeAttribute('href')
        item.setAttribute('role', 'link')
        item.setAttribute('aria-disabled', 'true')
      } else if (!item.hasAttribute('href')) {
        item.setAttribute('href', item.dataset.item ?? '/')
        item.removeAttribute('role')
        item.removeAttribute('aria-disabled')
      }
      const suffix = item.querySelector<HTMLElement>('[data-suffix]')
      if (suffix) suffix.hidden = !disabled
    }
  })
}

function bindLogout(shell: Element): void {
  const button = shell.querySelector<HTMLButtonElement>('[data-logout]')
  const name = label(button)
  button?.addEventListener('click', async () => {
    button.disabled = true
    if (name) name.textContent = 'Logging out…'
    let hasLeft = false
    try {
      const { signOutWarned } = await import('../../stores/app/sign-out.ts')
      hasLeft = await signOutWarned((warning) => confirm(warning))
    } catch {
      alert(signOutFailure(!navigator.onLine))
    }
    if (hasLeft) return
    button.disabled = false
    if (name) name.textContent = 'Logout'
  })
}

function markCurrent(): void {
  for (const item of document.querySelectorAll<HTMLElement>('[data-item]')) {
    const current = isCurrent(item.dataset.item ?? '', location.pathname)
    if (current) item.setAttribute('aria-current', 'page')
    else item.removeAttribute('aria-current')
  }
  markMore()
}

/**
 * Returns an item's tooltip: its label if only its icon is visible, with its suffix, and the remaining days of the
 * trial.
 */
function tooltipOf(item: HTMLElement): string {
  const trial = item.querySelector<HTMLElement>('[data-trial]:not([hidden]) [data-words]')?.textContent
  const isIcon = $collapsed.get() && matchMedia(`(min-width: ${breakpoints.phone}px)`).matches
  const name = isIcon
    ? item.title || label(item)?.textContent || item.querySelector('.shell-label')?.textContent
    : ''
  const suffix = name && item.querySelector('[data-suffix]:not([hidden])')?.textContent
  const whole = [name, suffix]
    .map((part) => part?.trim())
    .filter(Boolean)
    .join(' ')
  return [whole, trial].filter(Boolean).join(', ')
}

let bound: Element | null = null
let release: (() => void)[] = []

function bind(): void {
  const shell = document.querySelector('[data-shell]')
  if (shell === bound) return
  for (const undo of release) undo()
  bound = shell
  if (!shell) {
    release = []
    return
  }
  bindLogout(shell)
  release = [
    bindToggle(shell),
    bindItems(shell),
    bindSupportChat(shell),
    bindMore(shell),
    bindSwitcher(shell),
    bindThemeChoice(shell),
    bindTrialBadge(shell),
    bindTooltips(shell, tooltipOf),
  ]
}

function bindNotice(): void {
  const notice = document.querySelector<HTMLElement>('[data-session-unreachable]')
  notice?.querySelector('[data-reload]')?.addEventListener('click', () => location.reload())
  if (notice) notice.hidden = !$sessionUnreachable.get()
}

$sessionUnreachable.listen(() => {
  const notice = document.querySelector<HTMLElement>('[data-session-unreachable]')
  if (notice) notice.hidden = !$sessionUnreachable.get()
})
keepFocusWhileDisabled()
closeOnBack()
// Astro fires its event for the first page only after Clerk's script has loaded.
bind()
document.addEventListener('astro:after-swap', markCurrent)
document.addEventListener('astro:page-load', () => {
  bind()
  bindNotice()
  markCurrent()
})
