import { useStore } from '@nanostores/react'
import { computed } from 'nanostores'
import { ESCALATION_NOTE } from '../../domain/settings.ts'
import { $user } from '../../stores/session.ts'
import { $changedFields } from '../../stores/settings.ts'
import { TextField } from './fields.tsx'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'

const $accountEmail = computed($user, (user) => user?.email ?? '')

/** Section 2, Escalation Contact: who hears of what the agent cannot settle. */
export function EscalationSection() {
  const email = useField('escalation_email')
  const accountEmail = useStore($accountEmail)
  const isTyped = useStore($changedFields).includes('escalation_email')
  const isAccounts = email !== null && email !== '' && email === accountEmail && !isTyped
  return (
    <Section id="escalation" lead="Who hears of it when your agent needs a person.">
      <TextField
        field="escalation_email"
        type="email"
        autoComplete="email"
        note={isAccounts ? ESCALATION_NOTE : undefined}
      />
    </Section>
  )
}
