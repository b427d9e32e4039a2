import { type ReactNode, useId } from 'react'
import { NOTIFICATION_LIMITS, type NotificationSettings } from '../../contract/notification-settings.ts'
import { changeNotifications } from '../../stores/notifications/settings.ts'
import { Switch } from '../../ui/switch.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import { NumberInput } from './number-input.tsx'

const USUAL_NIGHT = { from: '21:00', to: '07:00' }
const SAME_TIME = 'Quiet hours begin and end at different times.'
const { escalateMinutes: MINUTES, reminderHours: HOURS } = NOTIFICATION_LIMITS

const save = (change: Partial<NotificationSettings>) => void changeNotifications(change)

/** Sets when alerts are sent, and which messages visitors receive. */
export function Timing({ settings }: { settings: NotificationSettings }) {
  const { escalate_minutes, quiet_hours, urgent_in_quiet_hours, summary_time } = settings
  const { visitor_confirmation, visitor_reminder_hours } = settings
  return (
    <>
      <div className="notify-part">
        <h4>When</h4>
        <Row
          label="Try the next person if nobody opens an alert"
          note="For new leads, and for visitors who need a person."
          isOn={escalate_minutes !== null}
          onSwitch={(isOn) => save({ escalate_minutes: isOn ? MINUTES.default : null })}
        >
          {escalate_minutes !== null && (
            <p className="notify-sentence">
              If nobody opens an alert within{' '}
              <NumberInput
                label="Minutes until the next person"
                value={escalate_minutes}
                limits={MINUTES}
                onChange={(minutes) => save({ escalate_minutes: minutes })}
              />{' '}
              minutes, try the next person.
            </p>
          )}
        </Row>
        <Row
          label="Quiet hours"
          note="Held until quiet hours end, in your business’s time zone. Texts also wait from 9 PM to 8 AM, unless a visitor needs a person."
          isOn={quiet_hours !== null}
          onSwitch={(isOn) => save({ quiet_hours: isOn ? USUAL_NIGHT : null })}
        >
          {quiet_hours !== null && (
            <div className="notify-sentence">
              From{' '}
              <TimeInput
                label="Quiet hours begin"
                value={quiet_hours.from}
                isWrong={false}
                problemOf={(from) => (from === quiet_hours.to ? SAME_TIME : null)}
                onChange={(from) => save({ quiet_hours: { ...quiet_hours, from } })}
              />{' '}
              to{' '}
              <TimeInput
                label="Quiet hours end"
                value={quiet_hours.to}
                isWrong={false}
                problemOf={(to) => (to === quiet_hours.from ? SAME_TIME : null)}
                onChange={(to) => save({ quiet_hours: { ...quiet_hours, to } })}
              />
            </div>
          )}
        </Row>
        {quiet_hours !== null && (
          <Row
            label="Still notify us immediately when a visitor needs a person"
            isOn={urgent_in_quiet_hours}
            onSwitch={(isOn) => save({ urgent_in_quiet_hours: isOn })}
          />
        )}
        <div className="notify-sentence">
          Daily summary at{' '}
          <TimeInput
            label="Time of the daily summary"
            value={summary_time}
            isWrong={false}
            onChange={(time) => save({ summary_time: time })}
          />
        </div>
      </div>
      <div className="notify-part">
        <h4>Customers</h4>
        <Row
          label="Confirm appointments"
          note="Also when one is moved or canceled. Emails have a calendar file."
          isOn={visitor_confirmation}
          onSwitch={(isOn) => save({ visitor_confirmation: isOn })}
        />
        <Row
          label="Remind customers of their appointment"
          isOn={visitor_reminder_hours !== null}
          onSwitch={(isOn) => save({ visitor_reminder_hours: isOn ? HOURS.default : null })}
        >
          {visitor_reminder_hours !== null && (
            <p className="notify-sentence">
              Remind{' '}
              <NumberInput
                label="Hours before the appointment"
                value={visitor_reminder_hours}
                limits={HOURS}
                onChange={(hours) => save({ visitor_reminder_hours: hours })}
              />{' '}
              hours before.
            </p>
          )}
        </Row>
      </div>
    </>
  )
}

interface RowProps {
  label: string
  note?: string
  isOn: boolean
  onSwitch: (isOn: boolean) => void
  children?: ReactNode
}

function Row({ label, note, isOn, onSwitch, children }: RowProps) {
  const id = useId()
  return (
    <div className="notify-row">
      <div className="notify-switch">
        <label htmlFor={id}>
          {label}
          {note && <small className="muted">{note}</small>}
        </label>
        <Switch id={id} checked={isOn} onChange={onSwitch} />
      </div>
      {children}
    </div>
  )
}
