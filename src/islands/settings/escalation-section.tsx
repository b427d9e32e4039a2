import { useStore } from '@nanostores/react'
import { ESCALATION_NOTE } from '../../domain/settings/settings.ts'
import { $isEscalationAutoFilled, $isEscalationPending } from '../../stores/settings/settings.ts'
import { TextField } from './fields.tsx'
import { Section } from './section.tsx'

/** Section 2, Escalation Contact. */
export function EscalationSection() {
  const isAutoFilled = useStore($isEscalationAutoFilled)
  const isPending = useStore($isEscalationPending)
  return (
    <Section id="escalation" lead="Who to contact when your agent needs a person.">
      <TextField
        field="escalation_email"
        type="email"
        autoComplete="email"
        isPending={isPending}
        note={isAutoFilled ? ESCALATION_NOTE : undefined}
      />
    </Section>
  )
}
