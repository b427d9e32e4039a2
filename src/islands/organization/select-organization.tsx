import './select-organization.css'
import { useSwitcher } from './use-switcher.ts'

interface Props {
  /** A sentence about data that belongs to an organization. */
  text: string
}

/** Replaces a screen while no organization is selected. */
export function SelectOrganization({ text }: Props) {
  const host = useSwitcher()
  return (
    <section className="card empty-state">
      <h2>Select an Organization</h2>
      <p className="muted">{text}</p>
      <div className="select-organization-switcher" ref={host} />
    </section>
  )
}
