import { useSwitcher } from '../organization/use-switcher.ts'

/** Replaces the dashboard while no organization is selected. */
export function Welcome() {
  const host = useSwitcher()
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
