import { useStore } from '@nanostores/react'
import { $hasPrivateNotes } from '../../stores/settings/settings.ts'
import { AreaField } from './fields.tsx'
import { Section } from './section.tsx'

/** The pricing notes (section 2, Pricing & Qualification Notes), and the team's own notes. */
export function PricingSection() {
  const hasPrivateNotes = useStore($hasPrivateNotes)
  return (
    <Section id="pricing">
      <AreaField
        field="pricing_notes"
        note="Price ranges, minimums, and what needs a visit first. Your agent promises nothing beyond these."
        rows={5}
      />
      {hasPrivateNotes && (
        <AreaField
          field="private_notes"
          note="For your team only, such as your lowest price. Your agent, your visitors, and connected services never get them."
        />
      )}
    </Section>
  )
}
