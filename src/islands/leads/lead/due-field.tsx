import './due-field.css'
import { useStore } from '@nanostores/react'
import { useId, useState } from 'react'
import { duePresets, fieldInstant, fieldTime } from '../../../domain/leads/due.ts'
import { $now, $today } from '../../../stores/base/time.ts'
import { deviceTimeZone } from '../../../stores/settings/profile.ts'
import { DayField } from '../../../ui/day-field.tsx'
import { TimeInput } from '../../../ui/time-input.tsx'
import { useTouch } from '../../../ui/use-touch.ts'

interface Props {
  /** ISO 8601 in UTC. Null selects the first preset. */
  dueAt: string | null
  onChange: (dueAt: string) => void
}

/** Sets when a task is due: a preset, or any date and time. */
export function DueField({ dueAt, onChange }: Props) {
  const id = useId()
  const now = useStore($now)
  const timeZone = deviceTimeZone()
  const presets = duePresets(now, timeZone)
  const chosen = dueAt ?? presets[0]?.at ?? null
  const [isOther, setOther] = useState(chosen !== null && !presets.some(({ at }) => at === chosen))
  return (
    <fieldset className="due-field">
      <legend className="hidden-text">Due</legend>
      {presets.map(({ label, at }) => (
        <label className="chip" key={label}>
          <input
            type="radio"
            name={`${id}-due`}
            checked={!isOther && at === chosen}
            onChange={() => {
              setOther(false)
              onChange(at)
            }}
          />
          {label}
        </label>
      ))}
      <label className="chip">
        <input type="radio" name={`${id}-due`} checked={isOther} onChange={() => setOther(true)} />
        Other
      </label>
      {isOther && <OtherTime dueAt={chosen} timeZone={timeZone} onChange={onChange} />}
    </fieldset>
  )
}

const DATE_AND_TIME = 'Date and time'

interface OtherProps {
  dueAt: string | null
  timeZone: string
  onChange: (dueAt: string) => void
}

function OtherTime({ dueAt, timeZone, onChange }: OtherProps) {
  const isTouch = useTouch()
  const today = useStore($today)
  const [at, setAt] = useState(dueAt === null ? '' : fieldTime(dueAt, timeZone))
  const [day = '', time = ''] = at.split('T')
  const choose = (next: string) => {
    setAt(next)
    const instant = fieldInstant(next, timeZone)
    if (instant) onChange(instant)
  }
  if (isTouch) {
    return (
      <input
        type="datetime-local"
        className="field-box"
        aria-label={DATE_AND_TIME}
        min="2000-01-01T00:00"
        max="2099-12-31T23:59"
        required
        value={at}
        onChange={({ target }) => choose(target.value)}
      />
    )
  }
  return (
    <fieldset className="due-other">
      <legend className="hidden-text">{DATE_AND_TIME}</legend>
      <DayField label="Date" value={day} today={today} onChange={(next) => choose(`${next}T${time}`)} />
      <TimeInput label="Time" value={time} isWrong={false} onChange={(next) => choose(`${day}T${next}`)} />
    </fieldset>
  )
}
