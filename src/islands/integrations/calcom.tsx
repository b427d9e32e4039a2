import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
import type { CalendarChoice } from '../../contract/calendar-services.ts'
import type { Calendars } from '../../contract/calendars.ts'
import { LIMITS } from '../../contract/limits.ts'
import { capitalized } from '../../domain/common/capitalized.ts'
import { appointmentName } from '../../domain/leads/appointment-words.ts'
import { connectCalcom, readEventTypes } from '../../stores/integrations/calendar-services.ts'
import { $offered } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { SearchSelect } from '../../ui/search-select.tsx'
import { useTask } from '../common/use-task.ts'
import { CalendarGuide } from './calendar-guide.tsx'
import { CalendarService, textOf } from './calendar-service.tsx'

const GUIDE = [['Cal.com', 'Settings › Developer › API keys › New']] as const

/** The connected Cal.com account and the event type for booked calls. */
export function Calcom({ calendars }: { calendars: Pick<Calendars, 'services' | 'connected'> }) {
  const [isReconnecting, setReconnecting] = useState(false)
  const isConnected = calendars.connected.includes('calcom')
  const isSetUp = calendars.services.includes('calcom')
  const reconnect = <Button text="Reconnect" onClick={() => setReconnecting(true)} />
  return (
    <section className="calendar-part">
      {(isConnected || isSetUp) && (
        <p className="muted">
          The agent offers only the times that your event type has free in Cal.com, within your business
          hours. It books, moves, and cancels calls there. A call that you move or cancel in Cal.com changes
          here too.
        </p>
      )}
      {isConnected && !isReconnecting ? (
        <CalendarService
          service="calcom"
          name="Cal.com"
          place="Event type"
          reconnect={reconnect}
          leftToDo="Then delete the API key in Cal.com."
        />
      ) : isSetUp ? (
        <Connect onDone={() => setReconnecting(false)} />
      ) : (
        <p className="muted">Cal.com is not set up on this server.</p>
      )}
    </section>
  )
}

/** Requests the API key, and then one of the event types that it can book. */
function Connect({ onDone }: { onDone: () => void }) {
  const [key, setKey] = useState('')
  const [types, setTypes] = useState<readonly CalendarChoice[] | null>(null)
  const [choice, setChoice] = useState('')
  const typeId = useId()
  const { kind, minutes } = useStore($offered)
  const { isBusy, problem, run } = useTask()
  const next = async () => {
    if (types) {
      await connectCalcom(key, choice)
      onDone()
      return
    }
    const found = await readEventTypes(key)
    setTypes(found)
    setChoice((found.find(({ detail }) => detail === `${minutes} minutes`) ?? found[0])?.id ?? '')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isBusy) void run(next)
  }
  const changeKey = (typed: string) => {
    setKey(typed)
    setTypes(null)
  }
  return (
    <form className="calendar-part" onSubmit={submit}>
      <label className="calendar-field">
        API key
        <input
          className="field-box"
          type="password"
          autoComplete="off"
          spellCheck={false}
          placeholder="cal_live_…"
          maxLength={LIMITS.line}
          aria-invalid={problem !== ''}
          aria-describedby="calcom-problem"
          value={key}
          onChange={({ target }) => changeKey(target.value)}
        />
      </label>
      {types && (
        <div className="calendar-field">
          <label htmlFor={typeId}>Event type</label>
          <SearchSelect
            id={typeId}
            aria-describedby={`${typeId}-note`}
            value={choice}
            options={types.map((type) => ({ value: type.id, label: textOf(type) }))}
            onChange={setChoice}
          />
          <span className="muted" id={`${typeId}-note`}>
            {`${capitalized(appointmentName(kind))}s take ${minutes} minutes.`}
          </span>
        </div>
      )}
      <ErrorText text={problem} id="calcom-problem" />
      <div className="calendar-actions">
        <Button
          type="submit"
          text={isBusy ? 'One moment…' : types ? 'Connect Cal.com' : 'Continue'}
          disabled={isBusy || key.trim() === ''}
        />
      </div>
      <p className="muted">The key is stored encrypted. Calls that are booked already stay as they are.</p>
      <CalendarGuide title="Where to find the key" ways={GUIDE} />
    </form>
  )
}
