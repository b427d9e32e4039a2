import { useStore } from '@nanostores/react'
import { type FormEvent, useState } from 'react'
import { type CalendarSource, MOST_SOURCES } from '../../contract/calendars.ts'
import { LIMITS } from '../../contract/limits.ts'
import { addSource, removeSource } from '../../stores/integrations/calendar-setup.ts'
import { $offReasons } from '../../stores/organization/organization.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useTask } from '../common/use-task.ts'
import { CalendarGuide } from './calendar-guide.tsx'

/** Where to find the feed URL in each calendar. */
const GUIDES = [
  ['Google Calendar', 'Settings › your calendar › Integrate calendar › Secret address in iCal format'],
  ['Outlook', 'Settings › Calendar › Shared calendars › Publish a calendar › ICS'],
  ['Apple', 'Calendar › your iCloud calendar › Share Calendar › Public Calendar'],
] as const

/** The calendars whose appointments block times for estimate calls. */
export function CalendarSources({ sources }: { sources: readonly CalendarSource[] }) {
  const { problem, run } = useTask()
  const reason = useStore($offReasons).calendar_addresses
  return (
    <section className="calendar-part">
      <h3>When you are busy</h3>
      <p className="muted">
        The agent books no call during the appointments of these calendars. It reads them every 10 minutes,
        and again when a visitor chooses a time. Only the times are stored.
      </p>
      {sources.length > 0 && (
        <ul className="calendar-sources" aria-label="Calendars">
          {sources.map((source) => (
            <li key={source.id}>
              <div>
                <span className="calendar-host">{source.host}</span>
                <SourceState source={source} />
              </div>
              <Button
                plain
                text="Remove"
                aria-label={`Remove ${source.host}`}
                onClick={() => void run(() => removeSource(source.id))}
              />
            </li>
          ))}
        </ul>
      )}
      <ErrorText text={problem} />
      {reason ? (
        <p className="muted">{reason}</p>
      ) : sources.length < MOST_SOURCES ? (
        <AddSource />
      ) : (
        <p className="muted">At most {MOST_SOURCES} calendars are read.</p>
      )}
    </section>
  )
}

function SourceState({ source: { read_at, error, unread } }: { source: CalendarSource }) {
  const read = read_at ? <RelativeTime instant={read_at} now={new Date()} /> : 'never'
  if (error === null) {
    return (
      <>
        <span className="muted">Last read: {read}</span>
        {unread && <span className="calendar-unread">Not everything could be read. {unread}</span>}
      </>
    )
  }
  return (
    <span className="error-text">
      {error} The times that were read last still apply. Last read: {read}
    </span>
  )
}

function AddSource() {
  const [url, setUrl] = useState('')
  const { isBusy, problem, run } = useTask()
  const add = async () => {
    await addSource(url)
    setUrl('')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void run(add)
  }
  return (
    <>
      <form className="calendar-address" onSubmit={submit}>
        <input
          className="field-box"
          aria-label="iCal address"
          aria-invalid={problem !== ''}
          aria-describedby="calendar-problem"
          placeholder="https://… .ics"
          inputMode="url"
          autoComplete="off"
          maxLength={LIMITS.url}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <Button
          quiet
          type="submit"
          text={isBusy ? 'Reading…' : 'Add'}
          disabled={isBusy || url.trim() === ''}
        />
      </form>
      <ErrorText text={problem} id="calendar-problem" />
      <CalendarGuide title="Where to find the address" ways={GUIDES} />
    </>
  )
}
