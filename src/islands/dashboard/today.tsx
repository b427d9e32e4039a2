import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import { type InboxConversation, MOST_COUNTED } from '../../contract/conversations.ts'
import type { Lead } from '../../contract/leads.ts'
import { counted } from '../../domain/common/counted.ts'
import { grouped } from '../../domain/common/grouped.ts'
import { present } from '../../domain/common/present.ts'
import { conversationPath, INBOX_PATH } from '../../domain/conversations/path.ts'
import { needOf, waitingSince, waitingText } from '../../domain/conversations/state.ts'
import { whoOf } from '../../domain/conversations/who.ts'
import {
  dayInWords,
  dueText,
  endedText,
  type TodayItem,
  unreadableText,
  whatToCheck,
  whatToReconnect,
  whomToCall,
  whyToCall,
} from '../../domain/dashboard/today.ts'
import { appointmentName, appointmentText } from '../../domain/leads/appointment-words.ts'
import { appointmentOf, directionsUrl, jobAddress } from '../../domain/leads/bookings.ts'
import { leadLabel, leadPhone } from '../../domain/leads/name.ts'
import { shortWeekday, timeOfDay } from '../../domain/time/clock-time.ts'
import { relativeTime } from '../../domain/time/relative-time.ts'
import { requireAccount } from '../../stores/base/session/account.ts'
import { $now } from '../../stores/base/time.ts'
import { $today, startCalling } from '../../stores/dashboard/today.ts'
import { setTaskDone } from '../../stores/leads/tasks.ts'
import { deviceTimeZone } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { usePhone } from '../../ui/use-phone.ts'
import { useBookingClock } from '../common/use-booking-clock.ts'
import { useTaskChange } from '../leads/lead/use-task-change.ts'
import { TODAY_ROWS, TodayCard, TodaySkeleton } from './today-card.tsx'

/** The tasks for today, each one tap away. Renders nothing if the leads can't be loaded. */
export function Today() {
  const today = useStore($today)
  const now = useStore($now)
  const [isWhole, setWhole] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  if (today.status !== 'ready') return today.status === 'loading' ? <TodaySkeleton /> : null
  const { items, next, hasLost } = today
  const shown = isWhole ? items : items.slice(0, TODAY_ROWS)
  const hidden = items.length - shown.length
  const showAll = () => {
    setWhole(true)
    requestAnimationFrame(() => {
      list.current?.children[TODAY_ROWS]?.querySelector<HTMLElement>('a, button, input')?.focus()
    })
  }
  const date = now.toLocaleDateString('en-US', { weekday: 'long', month: 'short', day: 'numeric' })
  return (
    <TodayCard
      date={date}
      aside={
        hidden > 0 ? (
          <Button plain text={`Show all ${grouped(items.length)}`} onClick={showAll} />
        ) : (
          items.length > 0 && <span className="muted">{counted(items.length, 'thing')}</span>
        )
      }
    >
      <div className="today-body">
        {shown.length > 0 && (
          <ul className="today-list" ref={list} data-dated>
            {shown.map((item, index) => (
              <li className="today-row" key={item.key} data-kind={item.kind}>
                <Row item={item} isFirst={index === 0} now={now} />
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

function Row({ item, isFirst, now }: { item: TodayItem; isFirst: boolean; now: Date }) {
  switch (item.kind) {
    case 'waiting':
      return <Waiting conversations={item.conversations} now={now} />
    case 'calls':
      return <Calls leads={item.leads} isFirst={isFirst} now={now} />
    case 'reconnect':
      return (
        <Repair
          what={whatToReconnect(item.services)}
          why={endedText(item.services)}
          href="/integrations"
          action="Reconnect"
        />
      )
    case 'unreadable':
      return (
        <Repair
          what={whatToCheck(item.hosts)}
          why={unreadableText(item.hosts)}
          href="/integrations?category=calendar"
          action="Check"
        />
      )
    case 'task':
      return <Due task={item.task} lead={item.lead} isOverdue={item.isOverdue} now={now} />
    case 'visit':
      return <Visit lead={item.lead} now={now} />
  }
}

/** Number of visitors listed by name below the count. */
const NAMED = 2

/** The visitors who need a person. The button opens the conversation to reply to first. */
function Waiting({ conversations, now }: { conversations: readonly InboxConversation[]; now: Date }) {
  const [first] = conversations
  if (!first) return null
  const { tone } = needOf(first)
  const named = conversations.slice(0, NAMED).map((conversation) => {
    const why = needOf(conversation).text.toLowerCase()
    const age = relativeTime(waitingSince(conversation), now).toLowerCase()
    return `${whoOf(conversation)}: ${why}, ${age}`
  })
  const path = conversationPath(first.id)
  const count = conversations.length
  return (
    <>
      <span className="today-mark" data-color={tone === 'urgent' ? 'error' : 'accent'} aria-hidden="true">
        {count >= MOST_COUNTED ? `${MOST_COUNTED - 1}+` : count}
      </span>
      <div className="today-text">
        <a href={count === 1 ? path : `${INBOX_PATH}?needs_person=true`}>
          {waitingText(count, MOST_COUNTED)}
        </a>
        <span className="muted">{named.join(' · ')}</span>
      </div>
      <div className="today-actions">
        <a className="button" href={path}>
          Answer<span className="hidden-text"> {whoOf(first)}</span>
        </a>
      </div>
    </>
  )
}

function Calls({ leads, isFirst, now }: { leads: readonly Lead[]; isFirst: boolean; now: Date }) {
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
        <button
          type="button"
          className={isFirst ? 'button' : 'button quiet'}
          onClick={() => void startCalling()}
        >
          <span className="today-wide">Start calling</span>
          <span className="today-narrow">Call</span>
        </button>
      </div>
    </>
  )
}

interface RepairProps {
  what: string
  why: string
  href: string
  action: string
}

function Repair({ what, why, href, action }: RepairProps) {
  return (
    <>
      <span className="today-mark" data-color="error" aria-hidden="true">
        !
      </span>
      <div className="today-text">
        <a href={href}>{what}</a>
        <span className="muted">{why}</span>
      </div>
      <div className="today-actions">
        <a className="button quiet" href={href}>
          {action}
        </a>
      </div>
    </>
  )
}

type DueTask = Omit<Extract<TodayItem, { kind: 'task' }>, 'key' | 'kind'>

function Due({ task, lead, isOverdue, now }: DueTask & { now: Date }) {
  const change = useTaskChange()
  const complete = () => {
    const account = requireAccount()
    const set = (isDone: boolean) => () => setTaskDone(task, isDone, account)
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
          <span className={isOverdue ? 'error-text' : undefined}>{due}</span>
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
  const time = timeOfDay(new Date(start), timeZone)
  const weekday = shortWeekday(new Date(start), timeZone)
  const address = jobAddress(lead)
  const about = [appointmentText(lead), present(lead.service_interest), address].filter(Boolean).join(' · ')
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
        {phone?.href && (
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

/** What comes next, when there is little or nothing left to do today. */
function Rest({ isEmpty, next, hasLost, now }: RestProps) {
  const { timeZone } = useBookingClock(next?.booking_start_time ?? '')
  return (
    <div className="today-rest" data-empty={isEmpty}>
      <p>{isEmpty ? 'You are all caught up. Nobody is waiting for a call.' : 'That is all for today.'}</p>
      {next ? (
        <a href={`/leads/${encodeURIComponent(next.id)}`}>
          {`Next: ${appointmentName(appointmentOf(next).kind)} with ${leadLabel(next).name}, ${dayInWords(next.booking_start_time ?? '', now, timeZone)}`}
        </a>
      ) : hasLost ? (
        <a href="/leads?status=lost">Look through lost leads for a second chance</a>
      ) : (
        <a href="/playground">Try your agent as a visitor</a>
      )}
    </div>
  )
}
