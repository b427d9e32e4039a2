import './hours-section.css'
import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { type BusinessDay, DAYS, type Day } from '../../contract/profile.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { spokenTime } from '../../domain/settings/business-hours.ts'
import {
  copiedToWeekdays,
  endsNextDay,
  isWholeDay,
  NOT_AVAILABLE,
  shiftFaults,
  shiftsIn,
  WEEKDAYS,
  withOpen,
  withShift,
  withShiftAdded,
  withShiftRemoved,
  withWholeDay,
} from '../../domain/settings/hours-rules.ts'
import { withScheme } from '../../domain/settings/profile-validation.ts'
import { TIME_ZONES, zoneClock, zoneLabel } from '../../domain/time/time-zones.ts'
import { $now } from '../../stores/base/time.ts'
import { $holidays } from '../../stores/settings/holidays.ts'
import { $unfolded, setField } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import { ChoiceField, GroupField, TextField } from './fields.tsx'
import { dayAnchor } from './focus.ts'
import { Section } from './section.tsx'
import { useField, useFieldErrors } from './use-field.ts'
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
    <Section id="hours" lead="When your agent may book estimation calls." aside={<ZoneNow />}>
      <WithPreview>
        <WeekRow />
        <div className="field-grid">
          <ChoiceField field="timezone" options={TIME_ZONES} labelOf={zoneLabel} isLong />
          <TextField
            field="cal_booking_url"
            type="url"
            placeholder="https://cal.com/…"
            tidy={withScheme}
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

/** Holidays and days off. Renders nothing if the API doesn't support holidays. */
function Closures() {
  const { data } = useStore($holidays)
  if (data === null) return null
  return (
    <>
      <GroupField field="holidays_closed" note="Your agent books no calls on the days that you switch on.">
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

function WeekRow() {
  const hours = useField('business_hours')
  const errors = useFieldErrors('business_hours')
  return (
    <GroupField field="business_hours" className="week">
      {DAYS.map((day) => (
        <DayRow
          key={day}
          day={day}
          hours={hours}
          refused={errors.flatMap(({ at }) => hours[Number(at.split('.')[0])] ?? [])}
        />
      ))}
    </GroupField>
  )
}

interface DayProps {
  day: Day
  hours: readonly BusinessDay[]
  /** The shifts that the server rejected. */
  refused: readonly BusinessDay[]
}

function DayRow({ day, hours, refused }: DayProps) {
  const name = capitalized(day)
  const shifts = shiftsIn(hours, day)
  const faults = shiftFaults(shifts)
  const isOpen = shifts.some((shift) => shift.isOpen)
  const set = (next: BusinessDay[]) => setField('business_hours', next)
  const setAndFocusLast = (next: BusinessDay[]) => {
    set(next)
    requestAnimationFrame(() => {
      document.getElementById(dayAnchor(day))?.lastElementChild?.querySelector('input')?.focus()
    })
  }
  return (
    <div className="day" data-day={day} id={isOpen ? undefined : dayAnchor(day)}>
      <Switch
        aria-label={`${name} open`}
        checked={isOpen}
        onChange={(open) => set(withOpen(hours, day, open))}
      />
      <span>{name}</span>
      {isOpen ? (
        <span className="day-shifts" id={dayAnchor(day)}>
          {shifts.map((shift, at) => (
            <ShiftTimes
              // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no other identity
              key={at}
              name={at === 0 ? name : `${name} shift ${at + 1}`}
              shift={shift}
              isWrong={refused.includes(shift) || faults[at] !== null}
              onChange={(part) => set(withShift(hours, day, at, part))}
            >
              {shifts.length === 1 && (
                <span className="day-whole">
                  <Switch
                    aria-label={`${name} 24 hours`}
                    checked={isWholeDay(shift)}
                    onChange={(isWhole) => set(withWholeDay(hours, day, isWhole))}
                  />
                  <span aria-hidden="true">24 hours</span>
                </span>
              )}
              {at > 0 && (
                <Button
                  link
                  text="Remove"
                  aria-label={`Remove hours: ${name} shift ${at + 1}`}
                  onClick={() => setAndFocusLast(withShiftRemoved(hours, day, at))}
                />
              )}
              {at === shifts.length - 1 && shifts.length < LIMITS.shifts && !endsNextDay(shift) && (
                <Button
                  link
                  text="Add hours"
                  aria-label={`Add hours: ${name}`}
                  onClick={() => setAndFocusLast(withShiftAdded(hours, day))}
                />
              )}
            </ShiftTimes>
          ))}
        </span>
      ) : (
        <span className="day-shifts muted">{NOT_AVAILABLE}</span>
      )}
      {WEEKDAYS.includes(day) && (
        <Button
          link
          className="day-copy"
          text="Copy to all weekdays"
          aria-label={`Copy to all weekdays: ${name}`}
          onClick={() => set(copiedToWeekdays(hours, day))}
        />
      )}
    </div>
  )
}

interface ShiftProps {
  name: string
  shift: BusinessDay
  isWrong: boolean
  onChange: (part: Partial<Pick<BusinessDay, 'openTime' | 'closeTime'>>) => void
  /** The shift's actions. */
  children: ReactNode
}

function ShiftTimes({ name, shift, isWrong, onChange, children }: ShiftProps) {
  const time = (which: 'openTime' | 'closeTime', label: string) => (
    <TimeInput
      label={`${name} ${label}`}
      value={shift[which]}
      isWrong={isWrong}
      onChange={(next) => onChange({ [which]: next })}
    />
  )
  return (
    <span className="day-times">
      {!isWholeDay(shift) && (
        <>
          {time('openTime', 'opens')}
          <span aria-hidden="true">–</span>
          {time('closeTime', 'closes')}
          {endsNextDay(shift) && (
            <span className="day-next muted">until {spokenTime(shift.closeTime)} next day</span>
          )}
        </>
      )}
      {children}
    </span>
  )
}
