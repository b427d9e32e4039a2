import './week.css'
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
import { setField } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import { dayAnchor } from './focus.ts'
import { useFieldErrors } from './use-field.ts'

/** The names of a day's controls. */
const NAMES = {
  business_hours: {
    day: capitalized,
    open: (day: Day) => `${capitalized(day)} open`,
    openTime: 'opens',
    closeTime: 'closes',
  },
  call_hours: {
    day: (day: Day) => `${capitalized(day)} calls`,
    open: (day: Day) => `${capitalized(day)} calls offered`,
    openTime: 'start',
    closeTime: 'end',
  },
} as const

type HoursField = keyof typeof NAMES

/** The days of the week, each closed or with its hours. */
export function Week({ field, hours }: { field: HoursField; hours: readonly BusinessDay[] }) {
  const errors = useFieldErrors(field)
  return (
    <div className="week">
      {DAYS.map((day) => (
        <DayRow
          key={day}
          field={field}
          day={day}
          hours={hours}
          refused={errors.flatMap(({ at }) => hours[Number(at.split('.')[0])] ?? [])}
        />
      ))}
    </div>
  )
}

interface DayProps {
  field: HoursField
  day: Day
  hours: readonly BusinessDay[]
  /** The shifts that the server rejected. */
  refused: readonly BusinessDay[]
}

function DayRow({ field, day, hours, refused }: DayProps) {
  const names = NAMES[field]
  const name = names.day(day)
  const anchor = dayAnchor(day, field)
  const shifts = shiftsIn(hours, day)
  const faults = shiftFaults(shifts)
  const isOpen = shifts.some((shift) => shift.isOpen)
  const set = (next: BusinessDay[]) => setField(field, next)
  const setAndFocusLast = (next: BusinessDay[]) => {
    set(next)
    requestAnimationFrame(() => {
      document.getElementById(anchor)?.lastElementChild?.querySelector('input')?.focus()
    })
  }
  return (
    <div className="day" data-day={day} id={isOpen ? undefined : anchor}>
      <Switch
        aria-label={names.open(day)}
        checked={isOpen}
        onChange={(open) => set(withOpen(hours, day, open))}
      />
      <span>{capitalized(day)}</span>
      {isOpen ? (
        <span className="day-shifts" id={anchor}>
          {shifts.map((shift, at) => (
            <ShiftTimes
              // biome-ignore lint/suspicious/noArrayIndexKey: shifts have no other identity
              key={at}
              field={field}
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
  field: HoursField
  name: string
  shift: BusinessDay
  isWrong: boolean
  onChange: (part: Partial<Pick<BusinessDay, 'openTime' | 'closeTime'>>) => void
  /** The shift's actions. */
  children: ReactNode
}

function ShiftTimes({ field, name, shift, isWrong, onChange, children }: ShiftProps) {
  const time = (which: 'openTime' | 'closeTime') => (
    <TimeInput
      label={`${name} ${NAMES[field][which]}`}
      value={shift[which]}
      isWrong={isWrong}
      onChange={(next) => onChange({ [which]: next })}
    />
  )
  return (
    <span className="day-times">
      {!isWholeDay(shift) && (
        <>
          {time('openTime')}
          <span aria-hidden="true">–</span>
          {time('closeTime')}
          {endsNextDay(shift) && (
            <span className="day-next muted">until {spokenTime(shift.closeTime)} next day</span>
          )}
        </>
      )}
      {children}
    </span>
  )
}
