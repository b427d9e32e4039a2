import { $session, mountSessionComponent, preloadSessionComponents } from '../../stores/session.ts'

/**
 * The organization's name stands in a button of ours; Clerk's switcher, whose bundle is heavier than the whole
 * console, takes its place when it is asked for, already open. It goes with the page, and the button is back.
 */
export function bindSwitcher(shell: Element): () => void {
  const slot = shell.querySelector<HTMLElement>('[data-switcher]')
  const button = slot?.querySelector('button')
  const host = slot?.querySelector<HTMLDivElement>('[data-switcher-host]')
  if (!slot || !button || !host) return () => undefined

  for (const intent of ['pointerenter', 'focus', 'touchstart']) {
    button.addEventListener(intent, preloadSessionComponents, { passive: true, once: true })
  }
  button.addEventListener('click', () => {
    button.setAttribute('aria-busy', 'true')
    void mountSessionComponent('OrganizationSwitcher', host, { hidePersonal: true, defaultOpen: true })
  })
  const drawn = new MutationObserver(() => {
    const there = host.querySelector('button') !== null
    if (there) button.removeAttribute('aria-busy')
    button.hidden = there
  })
  drawn.observe(host, { childList: true, subtree: true })

  const name = button.querySelector('[data-label]')
  const initial = button.querySelector('.switcher-initial')
  const stop = $session.subscribe(({ status, organization, organizationsEnabled }) => {
    if (status !== 'signed-in') return
    slot.hidden = !organizationsEnabled
    button.disabled = false
    const text = organization?.name ?? 'Select Org'
    button.title = text
    const line = document.createElement('span')
    line.textContent = text
    name?.replaceChildren(line)
    if (initial) initial.textContent = organization ? (Array.from(organization.name.trim())[0] ?? '') : '+'
  })
  return () => {
    stop()
    drawn.disconnect()
  }
}
