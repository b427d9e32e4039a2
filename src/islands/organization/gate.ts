import { onEachPage } from '../../platform/page/navigation.ts'
import { $session } from '../../stores/session/session.ts'
import { mountSwitcher } from './switcher.ts'

/**
 * Replaces everything except a screen's heading with the organization switcher while no organization is selected
 * (section 6).
 */
function bind(): (() => void) | undefined {
  const notices = [...document.querySelectorAll<HTMLElement>('[data-gate-notice]')]
  const main = document.querySelector<HTMLElement>('main')
  if (!main || notices.length === 0) return undefined
  main.querySelector('[data-gate-reload]')?.addEventListener('click', () => location.reload())
  const switcher = main.querySelector('[data-gate-switcher]')

  return $session.subscribe(({ status, organization, organizationsEnabled }) => {
    const isClosed = status === 'signed-in' && !organization
    const due = isClosed && (organizationsEnabled ? 'no-organization' : 'setup-required')
    main.toggleAttribute('data-gated', isClosed)
    for (const notice of notices) notice.hidden = notice.dataset.gateNotice !== due
    if (due === 'no-organization' && switcher) void mountSwitcher(switcher)
  })
}

onEachPage(bind)
