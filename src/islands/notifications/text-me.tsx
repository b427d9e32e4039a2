import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import {
  ESCALATION_PERSON,
  type NotificationSetup,
  type Person,
} from '../../contract/notification-settings.ts'
import { isCodeHeld } from '../../domain/notifications/confirmation.ts'
import { textedAt } from '../../domain/notifications/people.ts'
import { $user } from '../../stores/base/session/session.ts'
import {
  $notificationSave,
  $notificationSettings,
  changePeople,
  randomPersonId,
} from '../../stores/notifications/settings.ts'
import { $notificationSetup, sendCodeTo } from '../../stores/notifications/setup.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { useUpdated } from '../../ui/use-updated.ts'
import { Confirmation } from './confirmation.tsx'
import { numberOf, numberProblem, numberText } from './phone-text.ts'
import { TestRow } from './test-row.tsx'
import { useCodesOnTheirWay } from './use-codes-on-their-way.ts'

/**
 * Sets up texts about new leads to the owner's own phone, and sends a test lead there. Renders nothing if the API has no
 * notifications.
 */
export function TextMe() {
  const { data: setup } = useStore($notificationSetup)
  const settings = useStore($notificationSettings)
  const { data: profile } = useStore($profile)
  const user = useStore($user)
  if (!setup || !settings || !user) return null
  const sms = setup.channels.find(({ channel }) => channel === 'sms')
  const email = user.email.toLowerCase()
  const escalation = (profile?.escalation_email || setup.escalation_email || '').trim().toLowerCase()
  const isOwn = ({ id, email: own }: Person) =>
    id === ESCALATION_PERSON ? escalation === email || escalation === '' : own?.toLowerCase() === email
  const person = settings.people.find(isOwn)
  return (
    <section className="text-me" aria-labelledby="text-me-title">
      <h3 id="text-me-title">Get a text when a customer writes</h3>
      {sms?.is_ready ? (
        <Texts
          person={person ?? null}
          name={user.name}
          email={user.email}
          businessPhone={profile?.phone ?? null}
          setup={setup}
        />
      ) : (
        <>
          <p className="muted">
            {sms?.reason ?? 'Texts are not set up here.'} Until then, new leads reach you by email.
          </p>
          {person && (
            <TestRow
              target={{ channel: 'email', person_id: person.id }}
              label="Email me a test lead"
              of={user.email}
            />
          )}
        </>
      )}
    </section>
  )
}

interface TextsProps {
  /** The owner among the people to notify; null if not there yet. */
  person: Person | null
  name: string
  email: string
  /** The number in the profile, which is often the owner's own. */
  businessPhone: string | null
  setup: NotificationSetup
}

function Texts({ person, name, email, businessPhone, setup }: TextsProps) {
  const { status, reason } = useStore($notificationSave)
  const [isChanging, setChanging] = useState(false)
  const [isAsked, setAsked] = useState(false)
  useCodesOnTheirWay(setup)
  const box = useRef<HTMLDivElement>(null)
  const phone = person?.sms_consent ? person.phone : null
  const unconfirmed = setup.unconfirmed.find(({ address }) => address === phone)
  const isStored = setup.settings.people.some((each) => each.sms_consent && each.phone === phone)
  // The owner waits for the code that was saved for the number, so it is sent at night, too.
  const isHeld = isAsked && unconfirmed !== undefined && isCodeHeld(unconfirmed)
  useEffect(() => {
    if (isHeld && phone) void sendCodeTo(phone).catch(() => undefined)
  }, [isHeld, phone])
  // The control that had the focus is gone.
  useUpdated(() => box.current?.focus(), `${phone} ${isChanging} ${isStored} ${unconfirmed !== undefined}`)
  if (phone === null || !person || isChanging) {
    return (
      <NumberForm
        start={numberText(person?.phone ?? null) || (businessPhone ?? '')}
        onSave={(number) => {
          setChanging(false)
          setAsked(true)
          void changePeople((people) => {
            const known = people.find(({ id }) => id === person?.id)
            if (known) return people.map((each) => (each === known ? textedAt(known, number) : each))
            const choices = { needs_person: [], new_lead: [], booking: [], daily_summary: [] }
            const added = { id: randomPersonId(), name, email, phone: null, sms_consent: false, choices }
            return [...people, textedAt(added, number)]
          })
        }}
      />
    )
  }
  return (
    <div className="text-me-state" ref={box} tabIndex={-1}>
      {!isStored && (
        <p role="status" className={status === 'failed' ? 'error-text' : 'muted'}>
          {status === 'failed' ? reason : 'Saving…'}
        </p>
      )}
      {isStored && unconfirmed && <Confirmation recipient={unconfirmed} instead={null} isOwn />}
      {isStored && !unconfirmed && (
        <>
          <p>
            Texts about new leads and customers who need you go to <strong>{numberText(phone)}</strong>.
          </p>
          <TestRow
            target={{ channel: 'sms', person_id: person.id }}
            label="Text me a test lead"
            of={numberText(phone)}
          />
        </>
      )}
      <p>
        <Button link text="Use another number" onClick={() => setChanging(true)} />
      </p>
    </div>
  )
}

function NumberForm({ start, onSave }: { start: string; onSave: (number: string) => void }) {
  const id = useId()
  const [text, setText] = useState(start)
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const number = numberOf(text)
    if (number) onSave(number)
    else setProblem(numberProblem(text) ?? 'Enter your mobile number.')
  }
  return (
    <form noValidate onSubmit={submit}>
      <label>
        <span>Your mobile number</span>
        <input
          type="tel"
          className="field-box text-input"
          autoComplete="tel"
          maxLength={LIMITS.phone}
          value={text}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-note`}
          onChange={({ target }) => {
            setText(target.value)
            setProblem(null)
          }}
        />
      </label>
      <Button quiet type="submit" text="Text me new leads" />
      <div id={`${id}-note`} className="text-me-note">
        <p className="error-text" role="alert">
          {problem}
        </p>
        <p className="muted">
          You agree to get texts from Fieldhand about your leads. Text STOP at any time to end them.
        </p>
      </div>
    </form>
  )
}
