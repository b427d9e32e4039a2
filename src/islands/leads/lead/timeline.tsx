import { grouped } from '../../../domain/common/grouped.ts'
import './timeline.css'
import { useStore } from '@nanostores/react'
import { Fragment, useMemo, useState } from 'react'
import type { Lead } from '../../../contract/leads.ts'
import { groupByDay, timeOfDay } from '../../../domain/conversations/days.ts'
import type { EventSign, TimelineEntry } from '../../../domain/leads/timeline.ts'
import { exactTime } from '../../../domain/time/exact-time.ts'
import { FAILURES, failureOf } from '../../../stores/base/failures.ts'
import { $now } from '../../../stores/base/time.ts'
import { $timeline } from '../../../stores/conversations/lead-timeline.ts'
import { $conversation } from '../../../stores/leads/page.ts'
import { Button } from '../../../ui/button.tsx'
import { FailureNote } from '../../../ui/failure-panel.tsx'
import { Glyph, type GlyphName } from '../../../ui/glyph.tsx'
import { Photos } from '../../../ui/photos.tsx'
import { useFailureToast } from '../../../ui/toast.tsx'

/** The number of entries shown initially, and the number that each click adds. */
const SHOWN = { first: 20, more: 200 }

const SIGNS: Record<EventSign, GlyphName> = {
  created: 'add',
  status: 'status',
  edited: 'edited',
  called: 'call',
  visit: 'visit',
  task: 'task',
  done: 'check',
}

/** The history of the current lead, latest entry last. */
export function LeadTimeline({ lead }: { lead: Lead }) {
  const entries = useStore($timeline)
  const { status, data, error, isFetching, refetch } = useStore($conversation)
  const now = useStore($now)
  useFailureToast(FAILURES.conversation, data ? null : error)
  const [shown, setShown] = useState({ id: lead.id, count: SHOWN.first })
  const count = shown.id === lead.id ? shown.count : SHOWN.first
  const days = useMemo(() => groupByDay(entries.slice(-count), ({ at }) => at, now), [entries, count, now])
  const hidden = entries.length - count
  return (
    <section className="timeline" aria-label="History" aria-busy={status === 'loading'}>
      {error && (
        <FailureNote
          {...failureOf('conversation', error)}
          isRetrying={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {status === 'loading' && <p className="muted">Loading conversation…</p>}
      {hidden > 0 && (
        <Button
          quiet
          className="earlier-button"
          text={`Show ${grouped(Math.min(hidden, SHOWN.more))} earlier`}
          onClick={() => setShown({ id: lead.id, count: count + SHOWN.more })}
        />
      )}
      {days.map(({ label, items }) => (
        <div key={items[0]?.id}>
          {label && <h3>{label}</h3>}
          <ol>
            {items.map((entry) => (
              <Entry key={entry.id} entry={entry} />
            ))}
          </ol>
        </div>
      ))}
    </section>
  )
}

function Entry({ entry }: { entry: TimelineEntry }) {
  if (entry.kind === 'messages') {
    const { from, sender, messages, at } = entry
    return (
      <li className="timeline-messages" data-from={from}>
        <p className="muted">
          {sender} <Time at={at} />
        </p>
        {messages.map(({ id, content, photos }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: other APIs can repeat ids.
          <Fragment key={`${id}-${index}`}>
            {content && (
              <p className="timeline-bubble" dir="auto">
                {content}
              </p>
            )}
            <Photos photos={photos} />
          </Fragment>
        ))}
      </li>
    )
  }
  if (entry.kind === 'note') {
    const { who, text, at, isWaiting } = entry
    return (
      <li className="timeline-note">
        <p className="muted">
          {['Note', who].filter(Boolean).join(' · ')} {isWaiting ? '· Waits to be sent' : <Time at={at} />}
        </p>
        <p dir="auto">{text}</p>
      </li>
    )
  }
  const { sign, text, details, who, at } = entry
  return (
    <li className="timeline-event">
      <Glyph name={SIGNS[sign]} />
      <div>
        <span>{text}</span>{' '}
        <span className="muted">
          {who && `· ${who} `}
          <Time at={at} />
        </span>
        {details.map((detail) => (
          <span className="timeline-detail muted" dir="auto" key={detail}>
            {detail}
          </span>
        ))}
      </div>
    </li>
  )
}

function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {timeOfDay(at)}
    </time>
  )
}
