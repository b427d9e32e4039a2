import { isFrugal } from '../../platform/page/frugal.ts'
import { $outage } from '../../stores/base/query/outage.ts'
import {
  $session,
  loadSession,
  mountSessionComponent,
  preloadSessionComponents,
} from '../../stores/base/session/session.ts'
import { $organizationName, $organizationRecord } from '../../stores/organization/organization.ts'
import { showSwitchList } from './switch-list.ts'

const prepare = () => {
  if (!isFrugal()) preloadSessionComponents()
}

const isFocusLost = () => document.activeElement === document.body

/**
 * Shows the organization's name in one of the console's buttons. On the first click, Clerk's switcher replaces the
 * button and opens; its bundle is larger than the whole console. The next page shows the button again. During an
 * outage, a list of our own takes its place, and the switch waits.
 */
export function bindSwitcher(shell: Element): () => void {
  const slot = shell.querySelector<HTMLElement>('[data-switcher]')
  const button = slot?.querySelector('button')
  const host = slot?.querySelector<HTMLDivElement>('[data-switcher-host]')
  if (!slot || !button || !host) return () => undefined

  for (const intent of ['pointerenter', 'focus', 'touchstart']) {
    button.addEventListener(intent, prepare, { passive: true, once: true })
  }
  button.addEventListener('click', () => {
    if ($outage.get()) {
      showSwitchList(button)
      return
    }
    button.setAttribute('aria-busy', 'true')
    void mountSessionComponent('OrganizationSwitcher', host, { hidePersonal: true, defaultOpen: true })
  })
  const drawn = new MutationObserver(() => {
    const trigger = host.querySelector('button')
    if (trigger) button.removeAttribute('aria-busy')
    button.hidden = trigger !== null
    // When Clerk's menu closes, it returns focus to this button, which is hidden by then.
    if (trigger?.ariaExpanded === 'false') requestAnimationFrame(() => isFocusLost() && trigger.focus())
  })
  drawn.observe(host, { childList: true, subtree: true, attributeFilter: ['aria-expanded'] })

  const name = button.querySelector('[data-label]')
  const initial = button.querySelector('.switcher-initial')
  const draw = () => {
    const { status, organization, organizationsEnabled } = $session.get()
    const known = $organizationName.get()
    if (status !== 'signed-in' || (organization && !known)) return
    slot.hidden = !organizationsEnabled
    button.disabled = false
    const text = organization ? known : 'Select Org'
    button.title = text
    const line = document.createElement('span')
    line.textContent = text
    name?.replaceChildren(line)
    if (initial) initial.textContent = organization ? (Array.from(known.trim())[0] ?? '') : '+'
  }
  const stops = [
    $session.subscribe(draw),
    $organizationName.listen(draw),
    // Clerk also provides the name.
    $organizationRecord.listen(({ status }) => status === 'failed' && loadSession()),
  ]
  return () => {
    for (const stop of stops) stop()
    drawn.disconnect()
  }
}
