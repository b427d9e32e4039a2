import { AddressRow } from './address-row.tsx'
import { TextField } from './fields.tsx'
import { Section } from './section.tsx'

/** The business information (section 2, Business Information). */
export function BusinessSection() {
  return (
    <Section id="business" lead="What your agent tells visitors about your business.">
      <div className="field-grid">
        <TextField field="business_name" autoComplete="organization" />
        <TextField field="website_url" placeholder="https://" autoComplete="url" />
        <TextField field="phone" autoComplete="tel" />
        <TextField field="email" autoComplete="email" />
      </div>
      <AddressRow />
    </Section>
  )
}
