import { onEachPage } from '../../platform/page/navigation.ts'
import { $session, mountSessionComponent, reportLate } from '../../stores/base/session/session.ts'
import { followPlan } from '../../stores/billing/billing.ts'
import { openInvitation } from './invite.ts'
import { mountSwitcher } from './switcher.ts'

/** The Organization screen: Clerk's profile of the selected organization, or the switcher if none is selected. */

const PROFILE = {
  rootBox: { width: '100%' },
  cardBox: {
    width: '100%',
    maxWidth: 'none',
    gridTemplateColumns: '240px minmax(0, 1fr)',
    border: '1px solid var(--color-border)',
    boxShadow: 'none',
    '@media (max-width: 800px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
  },
  // The page's own heading says the same.
  navbar: { '& div:has(> h1)': { display: 'none' } },
}

type Shown = 'loading' | 'setup-required' | 'no-organization' | 'ready'

/** Changes Clerk's headings from first to second level, because the page has its own first-level heading. */
function lower(heading: Element): void {
  heading.setAttribute('role', 'presentation')
  const parent = heading.parentElement
  if (parent?.childElementCount !== 1) return
  parent.setAttribute('role', 'heading')
  parent.setAttribute('aria-level', '2')
}

function bind(): (() => void) | undefined {
  const screen = document.querySelector<HTMLElement>('[data-organization]')
  const profile = screen?.querySelector<HTMLElement>('[data-profile]')
  const switcher = screen?.querySelector<HTMLElement>('[data-switcher]')
  if (!screen || !profile || !switcher) return undefined
  for (const button of screen.querySelectorAll('[data-refresh]')) {
    button.addEventListener('click', () => location.reload())
  }
  const late = screen.querySelector<HTMLElement>('[data-profile-late]')
  const name = screen.querySelector('[data-organization-name]')
  let timer: ReturnType<typeof setTimeout> | undefined

  const drawn = new MutationObserver(() => {
    for (const heading of profile.querySelectorAll('h1:not([role])')) lower(heading)
    openInvitation(profile)
    const isDrawn = profile.querySelector('.cl-organizationProfile-root, .cl-cardBox') !== null
    screen.toggleAttribute('data-drawn', isDrawn)
    if (!isDrawn) return
    clearTimeout(timer)
    if (late) late.hidden = true
  })
  drawn.observe(profile, { childList: true, subtree: true })

  // Admins can also buy and cancel plans here, on the profile's billing page.
  const unfollow = followPlan()
  const stop = $session.subscribe(({ status, organization, organizationsEnabled }) => {
    const shown: Shown =
      status !== 'signed-in'
        ? 'loading'
        : !organizationsEnabled
          ? 'setup-required'
          : organization
            ? 'ready'
            : 'no-organization'
    screen.dataset.organization = shown
    name?.replaceChildren(organization?.name ?? '')
    clearTimeout(timer)
    if (shown === 'ready') {
      timer = reportLate(() => {
        if (late) late.hidden = screen.hasAttribute('data-drawn')
      })
      void mountSessionComponent('OrganizationProfile', profile, {
        routing: 'hash',
        appearance: { elements: PROFILE },
      })
    }
    if (shown === 'no-organization') {
      void mountSwitcher(switcher)
    }
  })
  return () => {
    clearTimeout(timer)
    stop()
    unfollow()
    drawn.disconnect()
  }
}

onEachPage(bind)
