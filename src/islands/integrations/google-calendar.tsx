import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Calendars } from '../../contract/calendars.ts'
import type { HubspotResult } from '../../contract/integrations.ts'
import { $googleResult, connectGoogle, readGoogleResult } from '../../stores/integrations/google.ts'
import { reasonOf } from '../../stores/shell/failures.ts'
import { CalendarService } from './calendar-service.tsx'

const NAME = 'Google Calendar'

const RESULTS: Record<Exclude<HubspotResult, 'connected'>, string> = {
  cancelled: 'Connecting Google Calendar was canceled. Nothing has changed.',
  expired: 'The request to Google has expired. Try again.',
  failed: 'Google Calendar could not be connected. Try again, and leave all permissions checked.',
}

/** The calendar of a Google account in which calls are booked. */
export function GoogleCalendar({ calendars }: { calendars: Pick<Calendars, 'services' | 'connected'> }) {
  const isConnected = calendars.connected.includes('google')
  const isSetUp = calendars.services.includes('google')
  const result = useStore($googleResult)
  useEffect(() => {
    readGoogleResult()
    return () => $googleResult.set(null)
  }, [])
  return (
    <section className="calendar-part">
      <h3>Your Google account</h3>
      <p className="muted">
        The agent books each call in your calendar, moves and cancels it there, and books none during your
        appointments. A call that you move or delete in Google changes here within 10 minutes.
      </p>
      {result === 'connected' && isConnected && <p role="status">Google Calendar is connected.</p>}
      {result !== null && result !== 'connected' && (
        <p className="dialog-error" role="alert">
          {RESULTS[result]}
        </p>
      )}
      {isConnected ? (
        <CalendarService
          service="google"
          name={NAME}
          place="Calendar"
          reconnect={<Connect label="Reconnect" />}
        />
      ) : isSetUp ? (
        <Connect label="Connect Google Account" />
      ) : (
        <p className="muted">
          Google accounts are not set up on this server. The secret address below works without.
        </p>
      )}
    </section>
  )
}

function Connect({ label }: { label: string }) {
  const [isLeaving, setLeaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    // The browser can restore the page as it was left.
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  const connect = async () => {
    setLeaving(true)
    setProblem(null)
    try {
      await connectGoogle()
    } catch (error) {
      setProblem(`Google could not be reached. ${reasonOf(error)}`)
      setLeaving(false)
    }
  }
  return (
    <>
      <div className="calendar-actions">
        <button type="button" className="button" disabled={isLeaving} onClick={() => void connect()}>
          {isLeaving ? 'Connecting…' : label}
        </button>
      </div>
      {problem && (
        <p className="dialog-error" role="alert">
          {problem}
        </p>
      )}
    </>
  )
}
