import './select-organization.css'
import { useSwitcher } from './use-switcher.ts'

/** Replaces a screen while no organization is selected. */
export function SelectOrganization() {
  const host = useSwitcher()
  return (
    <section className="card empty-state">
      <h2>Select an Organization</h2>
      <p className="muted">Integrations belong to an organization. Select or create one first.</p>
      <div className="select-organization-switcher" ref={host} />
    </section>
  )
}
