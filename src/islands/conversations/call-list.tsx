import './call-list.css'
import type { AnsweredCall } from '../../contract/calls.ts'
import { durationText, outcomeText } from '../../domain/conversations/calls.ts'
import { exactTime } from '../../domain/time/exact-time.ts'

/** The calls of a conversation, latest first: when, how long, how they ended, and what they were about. */
export function CallList({ calls }: { calls: readonly AnsweredCall[] }) {
  return (
    <ul className="call-list" aria-label="Calls">
      {calls.toReversed().map((call) => (
        <li key={call.id}>
          <p className="call-list-head">
            <strong>Phone call</strong>{' '}
            <span className="muted">
              {[
                call.started_at === '' ? '' : exactTime(call.started_at),
                durationText(call),
                outcomeText(call),
              ]
                .filter((each) => each !== '')
                .join(' · ')}
            </span>
          </p>
          {call.summary && <p dir="auto">{call.summary}</p>}
        </li>
      ))}
    </ul>
  )
}
