import { useStore } from '@nanostores/react'
import { takeoverTimes } from '../../domain/settings/options.ts'
import { ESCALATION_NOTE } from '../../domain/settings/settings.ts'
import { $hasInbox } from '../../stores/conversations/presence.ts'
import { $isEscalationAutoFilled, $isEscalationPending, setField } from '../../stores/settings/settings.ts'
import { NotificationsInView } from '../notifications/in-view.tsx'
import { FieldRow, TextField } from './fields.tsx'
import { focusNotifications } from './focus.ts'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'

/** The escalation contact (section 2, Escalation Contact). */
export function EscalationSection() {
  const isAutoFilled = useStore($isEscalationAutoFilled)
  const isPending = useStore($isEscalationPending)
  const hasInbox = useStore($hasInbox, { ssr: 'initial' })
  return (
    <Section id="escalation" lead="Who to contact when your agent needs a person.">
      <TextField
        field="escalation_email"
        autoComplete="email"
        isPending={isPending}
        note={isAutoFilled ? ESCALATION_NOTE : undefined}
      />
      {hasInbox !== false && <TakeoverRow />}
      <NotificationsInView onReady={focusNotifications} />
    </Section>
  )
}

function TakeoverRow() {
  const minutes = useField('takeover_minutes')
  return (
    <FieldRow
      field="takeover_minutes"
      note="When you have answered a conversation and do not reply for this long, the agent answers the visitor again."
    >
      {(aria) => (
        <select
          {...aria}
          className="field-box choice"
          value={minutes}
          onChange={({ target }) => setField('takeover_minutes', Number(target.value))}
        >
          {takeoverTimes(minutes).map((time) => (
            <option key={time.minutes} value={time.minutes}>
              {time.label}
            </option>
          ))}
        </select>
      )}
    </FieldRow>
  )
}
