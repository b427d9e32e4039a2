import { useState } from 'react'
import { isDay } from '../../../contract/fields.ts'

interface Props {
  from: string | null
  to: string | null
  onChange: (range: { from?: string | null; to?: string | null }) => void
}

/**
 * Two days, YYYY-MM-DD, either of which may be missing. Uses the browser's pickers, which load nothing and
 * suit phones.
 */
export function DateRange({ from, to, onChange }: Props) {
  const isReversed = from !== null && to !== null && from > to
  return (
    <fieldset className="date-range" data-reversed={isReversed || undefined}>
      <legend className="hidden-text">Created</legend>
      <DayField
        name="from"
        label="From"
        day={from}
        max={to}
        isWrong={isReversed}
        onChange={(day) => onChange({ from: day })}
      />
      <DayField
        name="to"
        label="To"
        day={to}
        min={from}
        isWrong={isReversed}
        onChange={(day) => onChange({ to: day })}
      />
    </fieldset>
  )
}

interface DayProps {
  name: string
  label: string
  day: string | null
  min?: string | null
  max?: string | null
  isWrong: boolean
  onChange: (day: string | null) => void
}

/** While a day is being typed, its year can be 0002, for example. Such days stay in the field and do not filter. */
function DayField({ name, label, day, min, max, isWrong, onChange }: DayProps) {
  const [unfinished, setUnfinished] = useState<{ text: string; day: string | null } | null>(null)
  const text = unfinished && unfinished.day === day ? unfinished.text : null

  const change = (typed: string) => {
    const isWhole = typed === '' || isDay(typed)
    setUnfinished(isWhole ? null : { text: typed, day })
    if (isWhole) onChange(typed || null)
  }
  const leave = () => {
    if (text === null || day === null) return
    setUnfinished({ text, day: null })
    onChange(null)
  }

  return (
    <label>
      {label}
      <input
        className="field-box"
        type="date"
        name={name}
        value={text ?? day ?? ''}
        min={min ?? '1900-01-01'}
        max={max ?? '9998-12-31'}
        aria-invalid={isWrong || text !== null}
        title={text === null ? undefined : 'Enter a date in 1900 or later'}
        onChange={(event) => change(event.target.value)}
        onBlur={leave}
      />
    </label>
  )
}
