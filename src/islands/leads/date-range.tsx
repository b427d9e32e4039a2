import { isDay } from '../../contract/fields.ts'

interface Props {
  from: string | null
  to: string | null
  onChange: (range: { from?: string | null; to?: string | null }) => void
}

/** Two days, YYYY-MM-DD, either of which may be missing. The browser's own pickers: nothing to load, and at home on phones. */
export function DateRange({ from, to, onChange }: Props) {
  const isReversed = from !== null && to !== null && from > to
  const day = (text: string) => (isDay(text) ? text : null)
  return (
    <fieldset className="date-range" data-reversed={isReversed || undefined}>
      <legend className="hidden-text">Created</legend>
      <label>
        From
        <input
          type="date"
          name="from"
          value={from ?? ''}
          max={to ?? undefined}
          aria-invalid={isReversed}
          onChange={(event) => onChange({ from: day(event.target.value) })}
        />
      </label>
      <label>
        To
        <input
          type="date"
          name="to"
          value={to ?? ''}
          min={from ?? undefined}
          aria-invalid={isReversed}
          onChange={(event) => onChange({ to: day(event.target.value) })}
        />
      </label>
    </fieldset>
  )
}
