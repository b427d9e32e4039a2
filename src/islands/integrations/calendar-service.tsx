import './calendar-service.css'
import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { CalendarChoice, CalendarConnection, WrittenCall } from '../../contract/calendar-services.ts'
import type { CalendarServiceName } from '../../contract/calendars.ts'
import { leadPath } from '../../domain/leads/path.ts'
import { problemOf } from '../../stores/base/failures.ts'
import { $now } from '../../stores/base/time.ts'
import {
  $calendarConnections,
  choosePlace,
  disconnectService,
  readChoices,
  readNow,
  retryCall,
} from '../../stores/integrations/calendar-services.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { BookingTime } from '../common/booking-time.tsx'
import { useTask } from '../common/use-task.ts'

/** Milliseconds between refreshes of the connection while it is shown. */
const LOOK_MS = 10_000

interface Props {
  service: CalendarServiceName
  name: string
  /** What calls are booked in: "Calendar" or "Event type". */
  place: string
  /** Controls to reconnect the service. */
  reconnect: ReactNode
  /** Steps that the owner must take at the service after disconnecting. */
  leftToDo?: string
}

/** A connected calendar service: its account, the calendar for calls, the recent calls, and a button to disconnect. */
export function CalendarService(props: Props) {
  const connection = useStore($calendarConnections[props.service])
  const { data, refetch } = connection
  useEffect(() => {
    const timer = setInterval(() => void refetch(), LOOK_MS)
    return () => clearInterval(timer)
  }, [refetch])
  if (data) return <Details {...props} connection={data} />
  return <NotLoaded problem={problemOf('connection', connection)} text="Loading the connection…" />
}

function Details({
  service,
  name,
  place,
  reconnect,
  leftToDo,
  connection,
}: Props & { connection: CalendarConnection }) {
  const now = useStore($now)
  const { isBusy, problem, run } = useTask()
  const [isLeaving, setLeaving] = useState(false)
  const { state, reason, account, choice, connected_at, read_at, error, calls } = connection
  const isRevoked = state === 'revoked'
  return (
    <>
      {isRevoked && (
        <div className="calendar-trouble" role="status">
          <p>{reason ?? `${name} no longer accepts the connection`}.</p>
          {reconnect}
        </div>
      )}
      <dl className="dialog-facts">
        <dt>Account</dt>
        <dd>{account ?? 'Not reported'}</dd>
        {connected_at && (
          <>
            <dt>Connected</dt>
            <dd>
              <RelativeTime instant={connected_at} now={now} />
            </dd>
          </>
        )}
        <dt>{place}</dt>
        <dd>
          {isRevoked ? (
            textOf(choice)
          ) : (
            <Place service={service} label={place} choice={choice} isBusy={isBusy} run={run} />
          )}
        </dd>
        <dt>Last read</dt>
        <dd>
          {read_at ? <RelativeTime instant={read_at} now={now} /> : 'Never'}
          {!isRevoked && error && <span className="error-text calendar-why">{error}.</span>}
          {!isRevoked && error && (
            <Button
              link
              className="calendar-retry"
              text="Retry"
              disabled={isBusy}
              onClick={() => void run(() => readNow(service))}
            />
          )}
        </dd>
      </dl>
      <Calls calls={calls} isBusy={isBusy} onRetry={(id) => run(() => retryCall(service, id))} />
      <ErrorText text={problem} />
      {isLeaving && (
        <p role="status">
          Calls that are booked in {name} stay there, and your leads stay here. Later calls, moves, and
          cancellations no longer reach {name}, and its appointments no longer block calls.
          {leftToDo && ` ${leftToDo}`}
        </p>
      )}
      <div className="calendar-actions">
        {isLeaving && (
          <Button quiet text="Keep Connected" disabled={isBusy} onClick={() => setLeaving(false)} />
        )}
        <Button
          quiet
          text={isLeaving ? 'Disconnect' : `Disconnect ${name}…`}
          disabled={isBusy}
          onClick={() => (isLeaving ? void run(() => disconnectService(service)) : setLeaving(true))}
        />
      </div>
    </>
  )
}

interface PlaceProps {
  service: CalendarServiceName
  label: string
  choice: CalendarChoice
  isBusy: boolean
  run: (work: () => Promise<void>) => Promise<unknown>
}

export const textOf = ({ name, detail }: CalendarChoice) => (detail ? `${name} (${detail})` : name)

/**
 * Where calls are booked. The alternatives load when the owner wants to change it. The focus stays here: in the list, or
 * on the button that shows it.
 */
function Place({ service, label, choice, isBusy, run }: PlaceProps) {
  const [choices, setChoices] = useState<readonly CalendarChoice[] | null>(null)
  const box = useRef<HTMLSpanElement>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    if (!isLeft.current || isBusy) return
    isLeft.current = false
    box.current?.querySelector<HTMLElement>('select, input, button')?.focus()
  })
  const work = (task: () => Promise<void>) => {
    // A disabled control loses the focus.
    isLeft.current = true
    void run(task)
  }
  const cancel = () => {
    isLeft.current = true
    setChoices(null)
  }
  const isGone = choices?.every(({ id }) => id !== choice.id)
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape does the same as the button inside
    <span className="calendar-place" ref={box} onKeyDown={choices ? onEscape(cancel) : undefined}>
      {choices ? (
        <>
          <SearchSelect
            label={label}
            disabled={isBusy}
            value={choice.id}
            options={(isGone ? [choice, ...choices] : choices).map((each) => ({
              value: each.id,
              label: textOf(each),
            }))}
            onChange={(value) =>
              work(async () => {
                await choosePlace(service, value)
                setChoices(null)
              })
            }
          />
          <Button link className="calendar-retry" text="Cancel" disabled={isBusy} onClick={cancel} />
        </>
      ) : (
        <>
          {textOf(choice)}
          <Button
            link
            className="calendar-retry"
            text="Change"
            aria-label={`Change ${label.toLowerCase()}`}
            disabled={isBusy}
            onClick={() => work(async () => setChoices(await readChoices(service)))}
          />
        </>
      )}
    </span>
  )
}

/** Handles Escape where it closes neither a list nor, therefore, the dialog. */
const onEscape = (act: () => void) => (event: KeyboardEvent) => {
  const { target } = event
  if (event.key !== 'Escape' || event.defaultPrevented) return
  // The browser's own open list has the focus, and closes.
  if (target instanceof Element && (target.closest('option') || target.matches('select:open'))) return
  event.preventDefault()
  act()
}

const STATES = { written: 'Booked', waiting: 'Waiting', failed: 'Failed' }

interface CallsProps {
  calls: readonly WrittenCall[]
  isBusy: boolean
  onRetry: (id: string) => Promise<unknown>
}

/** The most recent calls, both written and failed. */
function Calls({ calls, isBusy, onRetry }: CallsProps) {
  if (calls.length === 0) return <p className="muted">Nothing has been booked since it was connected.</p>
  return (
    <ul className="calendar-calls" aria-label="Last calls">
      {calls.map(({ id, lead_id, lead_name, start, state, error, url }) => {
        const name = lead_name || 'Deleted lead'
        const status = state === 'written' && start === null ? 'Canceled' : STATES[state]
        return (
          <li key={id}>
            <p>
              {lead_id === null ? (
                name
              ) : (
                <a href={leadPath(lead_id)} dir="auto">
                  {name}
                </a>
              )}
              {start && (
                <span className="muted">
                  <BookingTime start={start} />
                </span>
              )}
            </p>
            <p>
              <span className={state === 'failed' ? 'error-text' : 'muted'}>
                {url && state === 'written' && start ? (
                  <a href={url} target="_blank" rel="noreferrer">
                    {status}
                  </a>
                ) : (
                  status
                )}
              </span>
              {state === 'failed' && (
                <Button
                  link
                  className="calendar-retry"
                  text="Retry"
                  aria-label={`Retry: ${name}`}
                  disabled={isBusy}
                  onClick={() => void onRetry(id)}
                />
              )}
            </p>
            {error && <p className="error-text calendar-why">{error}.</p>}
          </li>
        )
      })}
    </ul>
  )
}
