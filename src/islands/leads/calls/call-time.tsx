import './call-time.css'
import { useStore } from '@nanostores/react'
import { useEffect, useId, useRef, useState } from 'react'
import type { CallTimes } from '../../../contract/bookings.ts'
import { type FreeDay, freeDays } from '../../../domain/leads/call-times.ts'
import { fieldInstant, fieldTime } from '../../../domain/leads/due.ts'
import { wallClock } from '../../../domain/time/calendar-day.ts'
import { zoneLabel } from '../../../domain/time/time-zones.ts'
import { $now } from '../../../stores/base/time.ts'
import { Button } from '../../../ui/button.tsx'
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

/** Chooses the start of an estimate call: one of the free times, or any other. */
export function CallTime({ times, timeZone, before, onChange }: Props) {
  const days = freeDays(times ?? [], timeZone)
  const [isOther, setOther] = useState(false)
  const show = (isOtherTime: boolean) => {
    setOther(isOtherTime)
    onChange(isOtherTime ? before || null : null)
  }
  if (days.length === 0) {
    return (
      <>
        {times && <p className="muted">No time is free in the next two weeks.</p>}
        <OtherTime timeZone={timeZone} before={before} onChange={onChange} />
      </>
    )
  }
  return (
    <>
      {isOther ? (
        <OtherTime timeZone={timeZone} before={before} onChange={onChange} />
      ) : (
        <FreeTime days={days} timeZone={timeZone} onChange={onChange} />
      )}
      <Button quiet text={isOther ? 'Free times' : 'Another time…'} onClick={() => show(!isOther)} />
    </>
  )
}

interface FreeTimeProps extends Pick<Props, 'timeZone' | 'onChange'> {
  days: readonly FreeDay[]
}

/** Chooses a day, and one of its free times. */
function FreeTime({ days, timeZone, onChange }: FreeTimeProps) {
  const name = useId()
  const [chosenDay, setDay] = useState<string | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const shown = days.find(({ day }) => day === chosenDay) ?? days[0]
  const choose = (start: string | null) => {
    setChosen(start)
    onChange(start)
  }
  return (
    <>
      <fieldset className="call-time" data-days>
        <legend>Day</legend>
        {days.map(({ day }) => (
          <Choice
            key={day}
            name={`${name}-day`}
            isChosen={day === shown?.day}
            onChoose={() => {
              setDay(day)
              choose(null)
            }}
          >
            {dayLabel(day)}
          </Choice>
        ))}
      </fieldset>
      <fieldset className="call-time">
        <legend>Time ({zoneLabel(timeZone)})</legend>
        {shown?.times.map((time) => (
          <Choice key={time} name={`${name}-time`} isChosen={chosen === time} onChoose={() => choose(time)}>
            {new Date(time).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })}
          </Choice>
        ))}
      </fieldset>
    </>
  )
}

const dayLabel = (day: string) =>
  new Date(`${day}T12:00:00Z`).toLocaleDateString('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  })

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

/** Any day and time. Focuses the day, because it replaces what had focus. */
function OtherTime({ timeZone, before, onChange }: Omit<Props, 'times'>) {
  const today = wallClock(useStore($now), timeZone).day
  const [first = '', clock = ''] = fieldTime(before, timeZone).split('T')
  const [day, setDay] = useState(first || today)
  const [time, setTime] = useState(clock)
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const label = `Time (${zoneLabel(timeZone)})`
  const change = (nextDay: string, nextTime: string) => {
    setDay(nextDay)
    setTime(nextTime)
    onChange(fieldInstant(`${nextDay}T${nextTime}`, timeZone))
  }
  return (
    <div className="form-grid" ref={box}>
      <div className="field">
        <span aria-hidden="true">Date</span>
        <DayField label="Date" value={day} today={today} onChange={(next) => change(next, time)} />
      </div>
      <div className="field">
        <span aria-hidden="true">{label}</span>
        <TimeInput label={label} value={time} isWrong={false} onChange={(next) => change(day, next)} />
      </div>
    </div>
  )
}
