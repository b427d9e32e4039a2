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

/** A day, and a time `HH:MM`, as typed. */
interface Entry {
  day: string
  time: string
}

/** A chosen day, and one of its free times. */
interface Choice {
  day: string | null
  start: string | null
}

/** Chooses the start of an estimate call: one of the free times, or any other. Each keeps what was chosen. */
export function CallTime({ times, timeZone, before, onChange }: Props) {
  const days = freeDays(times ?? [], timeZone)
  const today = wallClock(useStore($now), timeZone).day
  const [isOther, setOther] = useState(false)
  const [choice, setChoice] = useState<Choice>({ day: null, start: null })
  const [typed, setTyped] = useState<Entry | null>(null)
  const entry = typed ?? firstEntry(choice, { before, today: days[0]?.day ?? today, timeZone })
  const instantOf = ({ day, time }: Entry) => fieldInstant(`${day}T${time}`, timeZone)
  const other = (
    <OtherTime
      timeZone={timeZone}
      today={today}
      entry={entry}
      onChange={(next) => {
        setTyped(next)
        onChange(instantOf(next))
      }}
    />
  )
  if (days.length === 0) {
    return (
      <>
        {times && <p className="muted">No time is free in the next two weeks.</p>}
        {other}
      </>
    )
  }
  const show = (isOtherTime: boolean) => {
    setOther(isOtherTime)
    onChange(isOtherTime ? instantOf(entry) : choice.start)
  }
  const choose = (next: Choice) => {
    setChoice(next)
    setTyped(null)
    onChange(next.start)
  }
  return (
    <>
      {isOther ? other : <FreeTime days={days} timeZone={timeZone} choice={choice} onChoose={choose} />}
      <Button quiet text={isOther ? 'Free times' : 'Another time…'} onClick={() => show(!isOther)} />
    </>
  )
}

/** Returns the first entry of another time: the chosen one, or the start before the change, or only a day. */
function firstEntry(
  { day, start }: Choice,
  { before, today, timeZone }: { before: string; today: string; timeZone: string },
): Entry {
  const [at = '', time = ''] = fieldTime(start ?? before, timeZone).split('T')
  return { day: day ?? (at || today), time }
}

interface FreeTimeProps {
  days: readonly FreeDay[]
  timeZone: string
  choice: Choice
  onChoose: (choice: Choice) => void
}

/** Chooses a day, and one of its free times. */
function FreeTime({ days, timeZone, choice, onChoose }: FreeTimeProps) {
  const name = useId()
  const shown = days.find(({ day }) => day === choice.day) ?? days[0]
  return (
    <>
      <fieldset className="call-time" data-days>
        <legend>Day</legend>
        {days.map(({ day }) => (
          <Chip
            key={day}
            name={`${name}-day`}
            isChosen={day === shown?.day}
            onChoose={() => onChoose({ day, start: null })}
          >
            {dayLabel(day)}
          </Chip>
        ))}
      </fieldset>
      <fieldset className="call-time">
        <legend>Time ({zoneLabel(timeZone)})</legend>
        {shown?.times.map((start) => (
          <Chip
            key={start}
            name={`${name}-time`}
            isChosen={choice.start === start}
            onChoose={() => onChoose({ day: shown.day, start })}
          >
            {new Date(start).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })}
          </Chip>
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

interface ChipProps {
  name: string
  isChosen: boolean
  onChoose: () => void
  children: string
}

const Chip = ({ name, isChosen, onChoose, children }: ChipProps) => (
  <label className="chip">
    <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
    {children}
  </label>
)

interface OtherTimeProps {
  timeZone: string
  today: string
  entry: Entry
  onChange: (entry: Entry) => void
}

/** Any day and time. Focuses the day, because it replaces what had focus. */
function OtherTime({ timeZone, today, entry: { day, time }, onChange }: OtherTimeProps) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const label = `Time (${zoneLabel(timeZone)})`
  return (
    <div className="form-grid" ref={box}>
      <div className="field">
        <span aria-hidden="true">Date</span>
        <DayField label="Date" value={day} today={today} onChange={(next) => onChange({ day: next, time })} />
      </div>
      <div className="field">
        <span aria-hidden="true">{label}</span>
        <TimeInput
          label={label}
          value={time}
          isWrong={false}
          onChange={(next) => onChange({ day, time: next })}
        />
      </div>
    </div>
  )
}
