import { useStore } from '@nanostores/react'
import { LIMITS } from '../../contract/limits.ts'
import type { DaysOff } from '../../contract/profile.ts'
import { dayIn } from '../../domain/settings/business-hours.ts'
import { upcoming } from '../../domain/settings/closures.ts'
import { $now } from '../../stores/base/time.ts'
import { setField } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { useField } from './use-field.ts'

/** The current and future days off, each with its dates and a note. Any change also removes past days off. */
export default function DaysOffList() {
  const today = dayIn(useField('timezone'), useStore($now))
  const daysOff = upcoming(useField('days_off'), today)
  const change = (at: number, part: Partial<DaysOff>) =>
    setField(
      'days_off',
      daysOff.map((each, index) => (index === at ? { ...each, ...part } : each)),
    )
  return (
    <div className="days-off">
      {daysOff.map(({ from, to, note }, at) => {
        const name = `Days off ${at + 1}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: days off have no other identity
          <div className="day-off" key={at}>
            <DateRange
              label={name}
              today={today}
              from={from}
              to={to}
              isAhead
              onChange={(range) => {
                if (range.from && range.to) change(at, { from: range.from, to: range.to })
              }}
            />
            <input
              className="field-box text-input"
              dir="auto"
              autoComplete="off"
              aria-label={`${name}: note`}
              placeholder="Note, such as vacation"
              maxLength={LIMITS.note}
              value={note ?? ''}
              onChange={({ target }) => change(at, { note: target.value || null })}
            />
            <Button
              link
              text="Remove"
              aria-label={`Remove: ${name}`}
              onClick={() => setField('days_off', daysOff.toSpliced(at, 1))}
            />
          </div>
        )
      })}
      {daysOff.length < LIMITS.daysOff && (
        <div>
          <DateRange
            label="Days off"
            text="Add Days Off"
            today={today}
            from={null}
            to={null}
            isAhead
            onChange={({ from, to }) => {
              if (from && to) setField('days_off', [...daysOff, { from, to, note: null }])
            }}
          />
        </div>
      )}
    </div>
  )
}
