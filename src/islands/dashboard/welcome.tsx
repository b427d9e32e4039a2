import { useEffect, useRef } from 'react'
import { mountSessionComponent } from '../../stores/session.ts'

/** Clerk's trigger is plain text by itself; on the dashboard it is the one thing to press. */
const appearance = {
  elements: {
    organizationSwitcherTrigger: { minHeight: '44px', padding: '0 16px', border: '1px solid #c7c7c7' },
  },
}

/** Stands in the dashboard's place while no organization is selected. */
export function Welcome() {
  const host = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const place = host.current
    if (!place) return
    const mounted = mountSessionComponent('OrganizationSwitcher', place, { hidePersonal: true, appearance })
    return () => {
      void mounted.then((unmount) => unmount())
    }
  }, [])
  return (
    <section className="card dashboard-notice">
      <h2>Welcome, create an organization to get started</h2>
      <p className="muted">
        An organization is your business in Fieldhand. Its leads, agent and billing belong to it, and your
        staff can be invited to it.
      </p>
      <div className="dashboard-switcher" ref={host} />
    </section>
  )
}
