import { useStore } from '@nanostores/react'
import { upcomingJobs } from '../../domain/leads/bookings.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import { leadPath } from '../../domain/leads/path.ts'
import { isVisitors } from '../../domain/leads/tests.ts'
import { isOpen } from '../../domain/settings/business-hours.ts'
import { hoursOfCalls } from '../../domain/settings/call-hours.ts'
import { closuresOf } from '../../domain/settings/closures.ts'
import { dayAndTime } from '../../domain/time/clock-time.ts'
import { knownZone } from '../../domain/time/format-by-zone.ts'
import { $now } from '../../stores/base/time.ts'
import { $allLeads } from '../../stores/leads/list.ts'
import { $holidays } from '../../stores/settings/holidays.ts'
import { useField } from './use-field.ts'

/** Maximum number of listed calls. */
const MOST_ROWS = 5

/**
 * The upcoming estimate calls that are booked outside the hours of calls in the form, because changed hours and new
 * days off don't move them. Renders nothing without such calls.
 */
export default function CallsOutside() {
  const hours = hoursOfCalls({
    call_hours: useField('call_hours'),
    business_hours: useField('business_hours'),
  })
  const timezone = useField('timezone')
  const chosen = { holidays_closed: useField('holidays_closed'), days_off: useField('days_off') }
  const closures = closuresOf(chosen, useStore($holidays).data ?? [])
  const leads = useStore($allLeads).data ?? []
  const now = useStore($now)
  const calls = upcomingJobs(leads.filter(isVisitors), now).flatMap((lead) => {
    const start = lead.booking_start_time
    return start && !isOpen({ hours, timezone, closures }, new Date(start)) ? [{ lead, start }] : []
  })
  if (calls.length === 0) return null
  return (
    <div className="notice calls-outside" role="status">
      <span>Changing the hours doesn't move booked appointments. Booked outside these hours:</span>
      <ul>
        {calls.slice(0, MOST_ROWS).map(({ lead, start }) => (
          <li key={lead.id}>
            <a href={leadPath(lead.id)}>{leadLabel(lead).name}</a>{' '}
            <time dateTime={start}>{dayAndTime(new Date(start), now, knownZone(timezone))}</time>
          </li>
        ))}
      </ul>
      {calls.length > MOST_ROWS && (
        <span className="muted">{`The next ${MOST_ROWS} of ${calls.length}`}</span>
      )}
    </div>
  )
}
