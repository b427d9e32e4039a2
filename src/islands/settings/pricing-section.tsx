import { AreaField } from './fields.tsx'
import { Section } from './section.tsx'

/** The pricing notes (section 2, Pricing & Qualification Notes). */
export function PricingSection() {
  return (
    <Section id="pricing">
      <AreaField
        field="pricing_notes"
        note="Price ranges, minimums, and what needs a visit first. Your agent promises nothing beyond these."
        rows={5}
      />
    </Section>
  )
}
