import './hours-section.css'
import { useStore } from '@nanostores/react'
import { APPOINTMENT_MINUTES, type Appointment, type AppointmentKind } from '../../contract/appointments.ts'
import { DEFAULT_CALL_HOURS, type Profile } from '../../contract/profile.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { offeredAppointment } from '../../domain/leads/bookings.ts'
import { areDefaultCallHours, fitsCalls } from '../../domain/settings/call-hours.ts'
import { hoursSummary } from '../../domain/settings/section-summary.ts'
import { TIME_ZONES, zoneClock, zoneLabel } from '../../domain/time/time-zones.ts'
import { $now } from '../../stores/base/time.ts'
import { $holidays } from '../../stores/settings/holidays.ts'
import { $unfolded, setField } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ChoiceField, FieldRow, GroupField, TextField } from './fields.tsx'
import { focusField } from './focus.ts'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'
import { Week } from './week.tsx'
import { WithPreview } from './with-preview.tsx'

const HolidayList = lazyPart(() => import('./holiday-list.tsx'), { name: 'The list of holidays' })
const DaysOffList = lazyPart(() => import('./days-off-list.tsx'), { name: 'The list of days off' })
const CallsOutside = lazyPart(() => import('./calls-outside.tsx'), {
  name: 'The list of calls outside your hours',
})

/** When the agent can book calls, and in which time zone (section 2, Estimation Call Availability). */
export function HoursSection() {
  const isUnfolded = useStore($unfolded).has('hours')
  return (
    <Section id="hours" lead="When your agent may book estimates." aside={<ZoneNow />}>
      <WithPreview>
        <BusinessHours />
        <CallHours />
        <AppointmentFields />
        <div className="field-grid">
          <ChoiceField field="timezone" options={TIME_ZONES} labelOf={zoneLabel} isLong />
          <TextField
            field="cal_booking_url"
            placeholder="https://cal.com/…"
            note="Your own calendar's booking page, if you have one."
          />
        </div>
        {isUnfolded && (
          <>
            <Closures />
            <CallsOutside />
          </>
        )}
      </WithPreview>
    </Section>
  )
}

/** What customers book, and how long it takes. Renders nothing if the API only knows calls of 30 minutes. */
function AppointmentFields() {
  const kind = useField('appointment_kind')
  const minutes = useField('appointment_minutes')
  if (kind === undefined || minutes === undefined) return null
  return (
    <div className="field-grid">
      <FieldRow field="appointment_kind" note="What is booked already stays as it is.">
        {(aria) => (
          <select
            {...aria}
            className="field-box choice"
            value={kind}
            onChange={({ target }) => setField('appointment_kind', target.value as AppointmentKind)}
          >
            <option value="call">Phone call</option>
            <option value="visit">Visit at the property</option>
          </select>
        )}
      </FieldRow>
      <FieldRow field="appointment_minutes">
        {(aria) => (
          <select
            {...aria}
            className="field-box choice"
            value={minutes}
            onChange={({ target }) => setField('appointment_minutes', Number(target.value) as typeof minutes)}
          >
            {APPOINTMENT_MINUTES.map((each) => (
              <option key={each} value={each}>{`${each} minutes`}</option>
            ))}
          </select>
        )}
      </FieldRow>
    </div>
  )
}

/** Holidays and days off. Renders nothing if the API doesn't support holidays. */
function Closures() {
  const { data } = useStore($holidays)
  if (data === null) return null
  return (
    <>
      <GroupField
        field="holidays_closed"
        note="Your agent books no appointments on the days that you switch on."
      >
        <HolidayList />
      </GroupField>
      <GroupField field="days_off" note="Past days aren’t shown. Only your team sees the notes.">
        <DaysOffList />
      </GroupField>
    </>
  )
}

/** The time zone of the hours, with its current time. */
function ZoneNow() {
  const zone = useField('timezone') ?? ''
  const now = useStore($now)
  const clock = zone && zoneClock(zone, now)
  return (
    <p className="zone-now muted">
      {zone ? `${zoneLabel(zone)} time` : 'No time zone chosen'}
      {clock && <span> · now {clock}</span>}
    </p>
  )
}

/** The business hours. If calls have hours of their own, also says so. */
function BusinessHours() {
  const hours = useField('business_hours')
  const callHours = useField('call_hours')
  const appointment = useOffered()
  return (
    <GroupField field="business_hours">
      <Week field="business_hours" hours={hours} />
      {callHours && (
        <p className="calls-offered">
          <span>{callsOffered(callHours, appointment)}</span>
          <Button
            link
            text={`Offer ${appointment.kind}s in these hours instead`}
            onClick={() => setCallHours(null)}
          />
        </p>
      )}
    </GroupField>
  )
}

/** The hours of calls, if the owner has chosen any. Renders nothing if the API has no such hours. */
function CallHours() {
  const hours = useField('call_hours')
  const { kind } = useOffered()
  if (hours === undefined) return null
  return (
    <GroupField field="call_hours">
      {hours ? (
        <>
          <Week field="call_hours" hours={hours} />
          {!areDefaultCallHours(hours) && (
            <p>
              <Button
                link
                text="Back to Monday to Friday 3–5 PM"
                onClick={() => setCallHours([...DEFAULT_CALL_HOURS])}
              />
            </p>
          )}
        </>
      ) : (
        <p className="calls-offered">
          <span>{capitalized(kind)}s are offered in the hours above.</span>
          <Button
            link
            text={`Offer ${kind}s only at certain times`}
            onClick={() => setCallHours([...DEFAULT_CALL_HOURS])}
          />
        </p>
      )}
    </GroupField>
  )
}

const useOffered = () =>
  offeredAppointment({
    appointment_kind: useField('appointment_kind'),
    appointment_minutes: useField('appointment_minutes'),
  })

function callsOffered(hours: NonNullable<Profile['call_hours']>, { kind, minutes }: Appointment): string {
  if (!fitsCalls(hours, minutes)) return `No ${kind}s are offered.`
  const offered = `${capitalized(kind)}s are offered`
  return areDefaultCallHours(hours)
    ? `${offered} 3–5 PM until you change this.`
    : `${offered} ${hoursSummary(hours)}.`
}

/** Sets the call hours, and focuses them, because the button that was pressed is gone. */
function setCallHours(hours: Profile['call_hours']): void {
  setField('call_hours', hours)
  requestAnimationFrame(() => focusField('call_hours'))
}
