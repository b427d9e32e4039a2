import { type FormEvent, useState } from 'react'
import { type CalendarSource, MOST_SOURCES } from '../../contract/calendars.ts'
import { LIMITS } from '../../contract/limits.ts'
import { addSource, removeSource } from '../../stores/integrations/calendar-setup.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { CalendarGuide } from './calendar-guide.tsx'

/** Where each calendar shows its address. */
const GUIDES = [
  ['Google Calendar', 'Settings › your calendar › Integrate calendar › Secret address in iCal format'],
  ['Outlook', 'Settings › Calendar › Shared calendars › Publish a calendar › ICS'],
  ['Apple', 'Calendar › your iCloud calendar › Share Calendar › Public Calendar'],
] as const

/** The calendars whose appointments keep estimate calls away. */
export function CalendarSources({ sources }: { sources: readonly CalendarSource[] }) {
  const [problem, setProblem] = useState<string | null>(null)
  const remove = async (id: string) => {
    setProblem(null)
    try {
      await removeSource(id)
    } catch (error) {
      setProblem(reasonOf(error))
    }
  }
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
              <button
                type="button"
                className="button plain"
                aria-label={`Remove ${source.host}`}
                onClick={() => void remove(source.id)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p className="dialog-error" role="alert">
          {problem}
        </p>
      )}
      {sources.length < MOST_SOURCES ? (
        <AddSource />
      ) : (
        <p className="muted">At most {MOST_SOURCES} calendars are read.</p>
      )}
    </section>
  )
}

function SourceState({ source: { read_at, error } }: { source: CalendarSource }) {
  const read = read_at ? <RelativeTime instant={read_at} now={new Date()} /> : 'never'
  if (error === null) return <span className="muted">Last read: {read}</span>
  return (
    <span className="dialog-error">
      {error} The times that were read last still apply. Last read: {read}
    </span>
  )
}

function AddSource() {
  const [url, setUrl] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    try {
      await addSource(url)
      setUrl('')
    } catch (error) {
      setProblem(reasonOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <form className="calendar-address" onSubmit={(event) => void add(event)}>
        <input
          className="field-box"
          aria-label="iCal address"
          aria-invalid={problem !== null}
          aria-describedby="calendar-problem"
          placeholder="https://… .ics"
          inputMode="url"
          autoComplete="off"
          maxLength={LIMITS.url}
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
        <button type="submit" className="button quiet" disabled={isBusy || url.trim() === ''}>
          {isBusy ? 'Reading…' : 'Add'}
        </button>
      </form>
      {problem && (
        <p className="dialog-error" role="alert" id="calendar-problem">
          {problem}
        </p>
      )}
      <CalendarGuide title="Where to find the address" ways={GUIDES} />
    </>
  )
}
