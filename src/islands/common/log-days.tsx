import './log-days.css'
import { useStore } from '@nanostores/react'
import type { RefObject } from 'react'
import { ALL_DAYS, rangeText } from '../../domain/time/day-range.ts'
import type { LogDays } from '../../stores/base/query/log-days.ts'
import { $today } from '../../stores/base/time.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'

interface Props {
  days: Pick<LogDays<unknown>, '$days' | '$refused' | 'choose'>
  /** The filter's place. */
  place: RefObject<HTMLDivElement | null>
}

/** Limits a log to some days. Says so if the API cannot do that. */
export function LogDaysFilter({ days, place }: Props) {
  const range = useStore(days.$days)
  const refused = useStore(days.$refused)
  const today = useStore($today)
  return (
    <div className="log-days" ref={place}>
      <DateRange label="Days" today={today} from={range.from} to={range.to} onChange={days.choose} />
      <p className="muted" role="status">
        {refused &&
          `The API cannot show these days alone: ${rangeText(refused, today)}. All days are shown instead.`}
      </p>
    </div>
  )
}

interface NoneProps extends Props {
  /** What did not happen, such as "Nothing was sent". */
  what: string
  /** The text of the button that clears the filters. */
  clear?: string
  onClear?: () => void
}

/** Says that a log has nothing on the chosen days, and offers to clear them. The focus then goes to the days. */
export function NoneOnDays({ days, place, what, clear = 'Show all days', onClear }: NoneProps) {
  const range = useStore(days.$days)
  const today = useStore($today)
  return (
    <div className="log-none">
      <p className="muted">{`${what} in the chosen days: ${rangeText(range, today)}.`}</p>
      <Button
        quiet
        compact
        text={clear}
        onClick={() => {
          place.current?.querySelector('button')?.focus()
          days.choose(ALL_DAYS)
          onClear?.()
        }}
      />
    </div>
  )
}
