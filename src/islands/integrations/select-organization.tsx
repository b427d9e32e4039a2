import '../../styles/select-organization.css'
import { useEffect, useRef } from 'react'
import { mountSessionComponent } from '../../stores/session.ts'

/** Clerk's trigger is plain text by itself; here it is the one thing to press. */
const appearance = {
  elements: {
    organizationSwitcherTrigger: { minHeight: '44px', padding: '0 16px', border: '1px solid #c7c7c7' },
  },
}

/** Stands in a screen's place while no organization is selected. */
export function SelectOrganization({ text }: { text: string }) {
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
    <section className="card select-organization">
      <h2>Select an Organization</h2>
      <p className="muted">{text}</p>
      <div className="select-organization-switcher" ref={host} />
    </section>
  )
}
