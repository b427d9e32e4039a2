import { AreaField } from './fields.tsx'
import { Section } from './section.tsx'

/** Section 2, Pricing & Qualification Notes. */
export function PricingSection() {
  return (
    <Section id="pricing">
      <AreaField
        field="pricing_notes"
        note="Price ranges, minimums, what needs a visit first. The agent uses them and promises nothing more."
        rows={5}
      />
    </Section>
  )
}
