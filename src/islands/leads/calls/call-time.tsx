import './call-time.css'
import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import type { CallTimes } from '../../../contract/bookings.ts'
import { freeDays } from '../../../domain/leads/call-times.ts'
import { fieldInstant, fieldTime } from '../../../domain/leads/due.ts'
import { wallClock } from '../../../domain/time/calendar-day.ts'
import { zoneLabel } from '../../../domain/time/time-zones.ts'
import { $now } from '../../../stores/base/time.ts'
import { DayField } from '../../../ui/day-field.tsx'
import { TimeInput } from '../../../ui/time-input.tsx'

interface Props {
  /** The free times; null if they could not be loaded. */
  times: CallTimes['times'] | null
  timeZone: string
  /** The start of the call before the change; '' if there is none. */
  before: string
  /** Called with the chosen start in ISO 8601, or null if there is none. */
  onChange: (start: string | null) => void
}

const OTHER = 'other'

/** Chooses the start of an estimate call: one of the free times, or any other. */
export function CallTime({ times, timeZone, before, onChange }: Props) {
  const name = useId()
  const days = freeDays(times ?? [], timeZone)
  const [chosenDay, setDay] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const day = chosenDay ?? days[0]?.day ?? OTHER
  const labelOf = (each: string) =>
    new Date(`${each}T12:00:00Z`).toLocaleDateString('en-US', {
      timeZone: 'UTC',
      weekday: 'short',
      month: 'short',
      day: 'numeric',
    })
  const clockOf = (time: string) =>
    new Date(time).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const choose = (start: string | null) => {
    setChosen(start)
    onChange(start)
  }
  const chooseDay = (each: string) => {
    setDay(each)
    choose(each === OTHER ? before || null : null)
  }
  const freeOn = days.find((each) => each.day === day)
  return (
    <>
      {days.length > 0 && (
        <fieldset className="call-time">
          <legend>Day</legend>
          {days.map((each) => (
            <Choice
              key={each.day}
              name={`${name}-day`}
              isChosen={day === each.day}
              onChoose={() => chooseDay(each.day)}
            >
              {labelOf(each.day)}
            </Choice>
          ))}
          <Choice name={`${name}-day`} isChosen={day === OTHER} onChoose={() => chooseDay(OTHER)}>
            Another time…
          </Choice>
        </fieldset>
      )}
      {times?.length === 0 && <p className="muted">No time is free in the next two weeks.</p>}
      {freeOn && (
        <fieldset className="call-time">
          <legend>Time ({zoneLabel(timeZone)})</legend>
          {freeOn.times.map((time) => (
            <Choice key={time} name={`${name}-time`} isChosen={chosen === time} onChoose={() => choose(time)}>
              {clockOf(time)}
            </Choice>
          ))}
        </fieldset>
      )}
      {!freeOn && <OtherTime timeZone={timeZone} before={before} onChange={onChange} />}
    </>
  )
}

interface ChoiceProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: string
}

const Choice = ({ name, isChosen, onChoose, children }: ChoiceProps) => (
  <label className="chip">
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    {children}
  </label>
)

/** Any day and time. */
function OtherTime({ timeZone, before, onChange }: Omit<Props, 'times'>) {
  const today = wallClock(useStore($now), timeZone).day
  const [first = '', clock = ''] = fieldTime(before, timeZone).split('T')
  const [day, setDay] = useState(first || today)
  const [time, setTime] = useState(clock)
  const label = `Time (${zoneLabel(timeZone)})`
  const change = (nextDay: string, nextTime: string) => {
    setDay(nextDay)
    setTime(nextTime)
    onChange(fieldInstant(`${nextDay}T${nextTime}`, timeZone))
  }
  return (
    <div className="form-grid">
      <div className="field">
        <span aria-hidden="true">Date</span>
        <DayField label="Date" value={day} today={today} isFirst onChange={(next) => change(next, time)} />
      </div>
      <div className="field">
        <span aria-hidden="true">{label}</span>
        <TimeInput label={label} value={time} isWrong={false} onChange={(next) => change(day, next)} />
      </div>
    </div>
  )
}
