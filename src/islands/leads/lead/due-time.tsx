import './due-time.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { fieldInstant, fieldTime } from '../../../domain/leads/due.ts'
import { $today } from '../../../stores/base/time.ts'
import { DayField } from '../../../ui/day-field.tsx'
import { TimeInput } from '../../../ui/time-input.tsx'
import { useTouch } from '../../../ui/use-touch.ts'

const DATE_AND_TIME = 'Date and time'

export interface DueTimeProps {
  dueAt: string | null
  timeZone: string
  onChange: (dueAt: string) => void
}

/** Any date and time. On touch screens, the browser's field for both. */
export default function DueTime({ dueAt, timeZone, onChange }: DueTimeProps) {
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
        className="field-box due-time"
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
