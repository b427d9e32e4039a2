import { useSwitcher } from '../organization/use-switcher.ts'

/** Replaces the dashboard while no organization is selected. */
export function Welcome() {
  const host = useSwitcher()
  return (
    <section className="card dashboard-notice">
      <h2>Welcome, create an organization to get started</h2>
      <p className="muted">
        An organization is your business in Fieldhand. It has its own leads, agent, and billing, and you can
        invite your staff.
      </p>
      <div className="dashboard-switcher" ref={host} />
    </section>
  )
}
