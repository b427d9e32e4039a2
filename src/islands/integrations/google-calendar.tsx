import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Calendars } from '../../contract/calendars.ts'
import {
  $googleFinishing,
  $googleResult,
  $isFinishingGoogle,
  connectGoogle,
  type GoogleResult,
  retryGoogle,
} from '../../stores/integrations/google.ts'
import { $offReasons } from '../../stores/organization/organization.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { useTask } from '../common/use-task.ts'
import { CalendarService } from './calendar-service.tsx'

const NAME = 'Google Calendar'

const RESULTS: Record<Exclude<GoogleResult['result'], 'connected'>, string> = {
  cancelled: 'Connecting Google Calendar was canceled. Nothing has changed.',
  expired: 'The request to Google has expired. Try again.',
  failed: 'Google Calendar could not be connected. Try again, and leave all permissions checked.',
  other_organization:
    'You started to connect Google Calendar in another organization. To connect it here, connect again.',
}

function textOf({ result, reason }: GoogleResult): string | null {
  if (reason) return `Google Calendar could not be connected. ${reason}`
  return result === 'connected' ? null : RESULTS[result]
}

/** The connected Google account and the calendar for booked calls. */
export function GoogleCalendar({ calendars }: { calendars: Calendars }) {
  const isConnected = calendars.connected.includes('google')
  const isRevoked = calendars.revoked.includes('google')
  const isSetUp = calendars.services.includes('google')
  const given = useStore($googleResult)
  const problem = given && textOf(given)
  const off = useStore($offReasons)
  useEffect(() => () => $googleResult.set(null), [])
  return (
    <section className="calendar-part">
      <h3>Your Google account</h3>
      {(isConnected || isSetUp) && (
        <p className="muted">
          The agent books each call in your calendar, moves and cancels it there, and books none during your
          appointments. A call that you move or delete in Google changes here within 10 minutes.
        </p>
      )}
      {given?.result === 'connected' && isConnected && !isRevoked && (
        <p role="status">Google Calendar is connected.</p>
      )}
      <ErrorText text={problem} />
      <Finishing />
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
          Google accounts are not set up on this server.
          {!off.calendar_addresses && ' The secret address below works without one.'}
        </p>
      )}
    </section>
  )
}

/** The progress and the result of the approval with which the owner returned from Google. */
function Finishing() {
  const finishing = useStore($googleFinishing)
  if (!finishing) return null
  if (finishing.problem === null) return <p role="status">Connecting Google Calendar…</p>
  return (
    <div className="calendar-trouble" role="alert">
      <p>Google Calendar is not connected yet. {finishing.problem}</p>
      <Button quiet text="Retry" onClick={() => void retryGoogle()} />
    </div>
  )
}

function Connect({ label }: { label: string }) {
  const isFinishing = useStore($isFinishingGoogle)
  const [isLeaving, setLeaving] = useState(false)
  const { problem, run } = useTask()
  useEffect(() => {
    // The browser may restore the page from the back/forward cache.
    const stay = () => setLeaving(false)
    addEventListener('pageshow', stay)
    return () => removeEventListener('pageshow', stay)
  }, [])
  const connect = async () => {
    setLeaving(true)
    await connectGoogle().catch((error) => {
      setLeaving(false)
      throw error
    })
  }
  return (
    <>
      <div className="calendar-actions">
        <Button
          text={isLeaving || isFinishing ? 'Connecting…' : label}
          disabled={isLeaving || isFinishing}
          onClick={() => void run(connect, { failure: 'Google Calendar could not be connected.' })}
        />
      </div>
      <ErrorText text={problem} />
    </>
  )
}
