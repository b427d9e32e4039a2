import { useStore } from '@nanostores/react'
import { dayIn } from '../../domain/settings/business-hours.ts'
import { isKept, nextDaysOf } from '../../domain/settings/closures.ts'
import { $now } from '../../stores/base/time.ts'
import { $holidays } from '../../stores/settings/holidays.ts'
import { setField } from '../../stores/settings/settings.ts'
import { Switch } from '../../ui/switch.tsx'
import { useField } from './use-field.ts'

const inWords = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const wordsOf = (day: string) => inWords.format(new Date(`${day}T00:00:00Z`))

/** The public holidays, each with a switch that sets whether the business is closed. */
export default function HolidayList() {
  const { data } = useStore($holidays)
  const closed = useField('holidays_closed')
  const today = dayIn(useField('timezone'), useStore($now))
  const toggle = (name: string, isClosed: boolean) =>
    setField('holidays_closed', isClosed ? [...closed, name] : closed.filter((each) => !isKept([each], name)))
  return (
    <ul className="holidays">
      {data
        ?.filter(({ name }) => name !== '')
        .map((holiday) => (
          <li key={holiday.name}>
            <Switch
              aria-label={`Closed on ${holiday.name}`}
              checked={isKept(closed, holiday.name)}
              onChange={(isClosed) => toggle(holiday.name, isClosed)}
            />
            <span>
              {holiday.name}
              <span className="muted holiday-days">
                {nextDaysOf(holiday, today).map(wordsOf).join(' and ')}
              </span>
            </span>
          </li>
        ))}
    </ul>
  )
}
