import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { ESCALATION_NOTE, isEscalationAutoFilled } from '../../domain/settings.ts'
import { $profile } from '../../stores/profile.ts'
import { $user } from '../../stores/session.ts'
import { $settings } from '../../stores/settings.ts'
import { TextField } from './fields.tsx'
import { Section } from './section.tsx'

/** Section 5: the console has filled the address in, and it stands as filled. */
const $isAutoFilled = computed([$profile, $user, $settings], ({ data }, user, settings) => {
  const email = user?.email ?? ''
  return (
    data !== null &&
    data !== undefined &&
    isEscalationAutoFilled(data, email) &&
    settings?.escalation_email === email
  )
})

/** Section 2, Escalation Contact: who hears of what the agent cannot settle. */
export function EscalationSection() {
  const isAutoFilled = useStore($isAutoFilled)
  return (
    <Section id="escalation" lead="Who hears of it when your agent needs a person.">
      <TextField
        field="escalation_email"
        type="email"
        autoComplete="email"
        note={isAutoFilled ? ESCALATION_NOTE : undefined}
      />
    </Section>
  )
}
