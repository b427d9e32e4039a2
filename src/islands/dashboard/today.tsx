import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Lead } from '../../contract/leads.ts'
import { dayInWords, dueText, type TodayItem, whomToCall, whyToCall } from '../../domain/dashboard/today.ts'
import { directionsUrl, jobAddress } from '../../domain/leads/bookings.ts'
import { leadLabel, leadPhone, present } from '../../domain/leads/name.ts'
import { $today, startCalling } from '../../stores/dashboard/today.ts'
import { setTaskDone } from '../../stores/leads/tasks.ts'
import { requireOwner } from '../../stores/session/owner.ts'
import { deviceTimeZone } from '../../stores/settings/profile.ts'
import { $now } from '../../stores/shell/time.ts'
import { useBookingClock } from '../leads/lead/use-booking-clock.ts'
import { useTaskChange } from '../leads/lead/use-task-change.ts'
import { usePhone } from '../leads/list/use-phone.ts'
import { TODAY_ROWS, TodayCard, TodaySkeleton } from './today-card.tsx'

/** What to do today, each one tap away. Shows nothing if the leads could not be loaded. */
export function Today() {
  const today = useStore($today)
  const now = useStore($now)
  const [isWhole, setWhole] = useState(false)
  if (today.status !== 'ready') return today.status === 'loading' ? <TodaySkeleton /> : null
  const { items, next, hasLost } = today
  const shown = isWhole ? items : items.slice(0, TODAY_ROWS)
  const hidden = items.length - shown.length
  const date = now.toLocaleDateString('en-US', { weekday: 'long', month: 'long', day: 'numeric' })
  return (
    <TodayCard
      date={date}
      aside={
        hidden > 0 ? (
          <button type="button" className="button plain" onClick={() => setWhole(true)}>
            {`Show all ${items.length}`}
          </button>
        ) : (
          items.length > 0 && (
            <span className="muted">{items.length === 1 ? '1 thing' : `${items.length} things`}</span>
          )
        )
      }
    >
      <div className="today-body">
        {shown.length > 0 && (
          <ul className="today-list">
            {shown.map((item) => (
              <li className="today-row" key={item.key} data-kind={item.kind}>
                <Row item={item} now={now} />
              </li>
            ))}
          </ul>
        )}
        {items.length < TODAY_ROWS && (
          <Rest isEmpty={items.length === 0} next={next} hasLost={hasLost} now={now} />
        )}
      </div>
    </TodayCard>
  )
}

function Row({ item, now }: { item: TodayItem; now: Date }) {
  switch (item.kind) {
    case 'calls':
      return <Calls leads={item.leads} now={now} />
    case 'task':
      return <Due {...item} now={now} />
    case 'visit':
      return <Visit lead={item.lead} now={now} />
  }
}

function Calls({ leads, now }: { leads: readonly Lead[]; now: Date }) {
  return (
    <>
      <span className="today-mark" data-color="accent" aria-hidden="true">
        {leads.length > 99 ? '99+' : leads.length}
      </span>
      <div className="today-text">
        <strong>{whomToCall(leads)}</strong>
        <span className="muted">{whyToCall(leads, now, deviceTimeZone())}</span>
      </div>
      <div className="today-actions">
        <button type="button" className="button" onClick={() => void startCalling()}>
          <span className="today-wide">Start calling</span>
          <span className="today-narrow">Call</span>
        </button>
      </div>
    </>
  )
}

function Due({ task, lead, isOverdue, now }: Extract<TodayItem, { kind: 'task' }> & { now: Date }) {
  const change = useTaskChange()
  const complete = () => {
    const owner = requireOwner()
    const set = (isDone: boolean) => () => setTaskDone(task, isDone, owner)
    void change(task, 'Task done', set(true), set(false))
  }
  const due = dueText(task.due_at, now, deviceTimeZone())
  return (
    <>
      <label className="today-mark today-check">
        <input type="checkbox" checked={false} aria-label={`Done: ${task.text}`} onChange={complete} />
      </label>
      <div className="today-text">
        <a href={`/leads/${encodeURIComponent(task.lead_id)}`}>{task.text}</a>
        <span className="muted">
          <span className={isOverdue ? 'today-overdue' : undefined}>{due}</span>
          {lead && ` · ${leadLabel(lead).name}`}
        </span>
      </div>
      <div className="today-actions">
        <a className="button quiet" href={`/leads/${encodeURIComponent(task.lead_id)}`}>
          Open lead<span className="hidden-text">: {task.text}</span>
        </a>
      </div>
    </>
  )
}

function Visit({ lead, now }: { lead: Lead; now: Date }) {
  const start = lead.booking_start_time ?? ''
  const { timeZone, name: zone } = useBookingClock(start)
  const { name } = leadLabel(lead)
  const time = new Date(start).toLocaleTimeString('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
  const weekday = new Date(start).toLocaleDateString('en-US', { timeZone, weekday: 'short' })
  const address = jobAddress(lead)
  const about = ['Estimate call', present(lead.service_interest), address].filter(Boolean).join(' · ')
  const phone = usePhone(leadPhone(lead) ?? '')
  return (
    <>
      <span className="today-mark" data-color="info" aria-hidden="true">
        {weekday.slice(0, 2)}
      </span>
      <div className="today-text">
        <a href={`/leads/${encodeURIComponent(lead.id)}`}>
          {`${name}, ${dayInWords(start, now, timeZone)} ${time} ${zone}`.trim()}
        </a>
        <span className="muted" title={about}>
          {about}
        </span>
      </div>
      <div className="today-actions">
        {address && (
          <a className="button quiet" href={directionsUrl(address)} target="_blank" rel="noreferrer">
            Directions<span className="hidden-text"> to {name}</span>
          </a>
        )}
        {phone && phone.href !== 'tel:' && (
          <a className="button quiet" href={phone.href}>
            Call<span className="hidden-text"> {name}</span>
          </a>
        )}
      </div>
    </>
  )
}

interface RestProps {
  isEmpty: boolean
  next: Lead | null
  hasLost: boolean
  now: Date
}

/** What follows when there is little or nothing to do. */
function Rest({ isEmpty, next, hasLost, now }: RestProps) {
  const { timeZone } = useBookingClock(next?.booking_start_time ?? '')
  return (
    <div className="today-rest" data-empty={isEmpty}>
      <p>{isEmpty ? 'You are all caught up. Nobody is waiting for a call.' : 'That is all for today.'}</p>
      {next ? (
        <a href={`/leads/${encodeURIComponent(next.id)}`}>
          {`Next: estimate call with ${leadLabel(next).name}, ${dayInWords(next.booking_start_time ?? '', now, timeZone)}`}
        </a>
      ) : hasLost ? (
        <a href="/leads?status=lost">Look through lost leads for a second chance</a>
      ) : (
        <a href="/playground">Try your agent as a visitor</a>
      )}
    </div>
  )
}
