import { onEachPage } from '../../platform/page/navigation.ts'
import { $session, isMemberOf, type Session } from '../../stores/base/session/session.ts'
import { mountSwitcher } from './switcher.ts'

/** The last session with an organization. */
let last: Session | null = null

/**
 * Replaces everything except a screen's heading with the organization switcher while no organization is selected
 * (section 6). Says so if the user is no longer a member of the last one.
 */
function bind(): (() => void) | undefined {
  const notices = [...document.querySelectorAll<HTMLElement>('[data-gate-notice]')]
  const main = document.querySelector<HTMLElement>('main')
  if (!main || notices.length === 0) return undefined
  main.querySelector('[data-gate-reload]')?.addEventListener('click', () => location.reload())
  const switcher = main.querySelector('[data-gate-switcher]')

  const left = main.querySelector<HTMLElement>('[data-gate-left]')

  return $session.subscribe((session) => {
    const { status, user, organization, organizationsEnabled } = session
    if (organization) last = session
    const isClosed = status === 'signed-in' && !organization
    const due = isClosed && (organizationsEnabled ? 'no-organization' : 'setup-required')
    main.toggleAttribute('data-gated', isClosed)
    for (const notice of notices) notice.hidden = notice.dataset.gateNotice !== due
    const known = isClosed && last?.user?.id === user?.id ? last?.organization : null
    if (left) {
      left.hidden = !known || isMemberOf(known.id)
      left.textContent = `You are no longer a member of ${known?.name || 'the organization'}. To return, ask one of its admins to invite you.`
    }
    if (due === 'no-organization' && switcher) void mountSwitcher(switcher)
  })
}

onEachPage(bind)
