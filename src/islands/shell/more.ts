import { breakpoints } from '../../styles/tokens.ts'

/**
 * Binds the sheet behind More on a phone. The browser opens it, and closes it on Escape and on a tap outside. It also
 * closes with the page, and when the user selects an item, except for Logout and the support chat, which stay visible
 * until they succeed.
 */
export function bindMore(shell: Element): () => void {
  const sheet = shell.querySelector<HTMLElement>('[data-rest]')
  if (!sheet) return () => undefined
  const close = () => sheet.matches(':popover-open') && sheet.hidePopover()
  const wide = matchMedia(`(min-width: ${breakpoints.phone}px)`)
  sheet.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element)) return
    const isRefresh = target.closest('[data-refetch]')
    if (isRefresh || target.closest('[href]')) close()
    if (isRefresh) import('./refresh.ts').then(({ refresh }) => refresh()).catch(() => undefined)
  })
  wide.addEventListener('change', close)
  document.addEventListener('astro:before-swap', close)
  return () => {
    wide.removeEventListener('change', close)
    document.removeEventListener('astro:before-swap', close)
  }
}

/** Marks More as current if it contains the current page. */
export function markMore(): void {
  const more = document.querySelector('[data-more]')
  if (document.querySelector('[data-rest] [aria-current]')) more?.setAttribute('aria-current', 'true')
  else more?.removeAttribute('aria-current')
}
