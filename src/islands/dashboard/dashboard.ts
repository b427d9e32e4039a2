import { $session, mountSessionComponent } from '../../stores/session.ts'
import { dashboardState } from './state.ts'

/** Clerk's trigger is plain text by itself; on the dashboard it is the one thing to press. */
const appearance = {
  elements: {
    organizationSwitcherTrigger: { minHeight: '44px', padding: '0 16px', border: '1px solid #c7c7c7' },
  },
}

function bind(): (() => void) | undefined {
  const dashboard = document.querySelector<HTMLElement>('[data-dashboard]')
  if (!dashboard) return undefined
  dashboard.querySelector('[data-refresh]')?.addEventListener('click', () => location.reload())
  const host = dashboard.querySelector<HTMLDivElement>('[data-organization]')
  return $session.subscribe((session) => {
    const state = dashboardState(session)
    dashboard.dataset.dashboard = state
    if (state === 'no-organization' && host) {
      void mountSessionComponent('OrganizationSwitcher', host, { hidePersonal: true, appearance })
    }
  })
}

let release: (() => void) | undefined
document.addEventListener('astro:page-load', () => {
  release?.()
  release = bind()
})
