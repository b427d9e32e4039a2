import { useId, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import {
  ALERTS,
  type ChannelState,
  ESCALATION_PERSON,
  PERSON_CHANNELS,
  type Person,
  type PersonChannel,
  type UnconfirmedRecipient,
} from '../../contract/notification-settings.ts'
import {
  ALERT_NAMES,
  changed,
  choicesText,
  chosen,
  emailProblem,
  missingFor,
  personName,
} from '../../domain/notifications/people.ts'
import { Icon } from '../../ui/icon.tsx'
import { MoveButtons } from '../../ui/move-buttons.tsx'
import { Confirmation } from './confirmation.tsx'
import { numberOf, numberProblem, numberText } from './phone-text.ts'
import { TestRow } from './test-row.tsx'
import { TextRow } from './text-row.tsx'

interface Props {
  person: Person
  place: number
  total: number
  channels: readonly ChannelState[]
  /** The email address in the profile, which is the escalation contact's. */
  escalationEmail: string | null
  /** The person's addresses that are not confirmed. */
  unconfirmed: readonly UnconfirmedRecipient[]
  /** Where emails to an unconfirmed escalation contact go instead; null for other people. */
  instead: string | null
  isOpenAtFirst: boolean
  onChange: (person: Person) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const CHANNEL_NAMES: Record<PersonChannel, string> = { email: 'Email', sms: 'Text' }

/** One person: how to reach them, and what to notify them about. */
export function PersonCard(props: Props) {
  const { person, place, total, escalationEmail, unconfirmed, isOpenAtFirst, onMove, onRemove } = props
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  const card = useRef<HTMLLIElement>(null)
  const name = personName(person, place + 1)
  const isEscalation = person.id === ESCALATION_PERSON
  const address = isEscalation ? escalationEmail : person.email

  return (
    <li className="person" ref={card}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className="person-place" aria-hidden="true">
            {place + 1}
          </span>
          <span className="person-title">
            <strong dir="auto">{name}</strong>
            {isEscalation && name !== 'Escalation contact' && (
              <span className="person-tag">Escalation contact</span>
            )}
            {unconfirmed.length > 0 && <span className="person-tag confirmation-tag">Not confirmed</span>}
            <span className="muted person-line">
              {[name === address ? null : address, choicesText(person.choices)].filter(Boolean).join(' · ')}
            </span>
          </span>
          <Icon name="chevron" />
        </summary>
        <Details {...props} name={name} />
      </details>
      {total > 1 && (
        <div className="person-tools">
          <MoveButtons row={card} {...{ name, place, total, onMove }} />
          {!isEscalation && (
            <button type="button" className="icon-button" aria-label={`Remove ${name}`} onClick={onRemove}>
              <Icon name="remove" />
            </button>
          )}
        </div>
      )}
    </li>
  )
}

function Details(props: Props & { name: string }) {
  const { person, name, channels, escalationEmail, unconfirmed, instead, onChange } = props
  const isEscalation = person.id === ESCALATION_PERSON
  const change = (fields: Partial<Omit<Person, 'id'>>) => onChange(changed(person, fields))
  return (
    <div className="person-details">
      <div className="person-fields">
        <TextRow
          label="Name"
          value={person.name}
          maxLength={LIMITS.name}
          onCommit={(text) => change({ name: text })}
        />
        {isEscalation ? (
          <div className="notify-field">
            <span className="field-label">Email</span>
            <p className="person-email" dir="auto">
              {escalationEmail ?? 'None is saved yet'}
            </p>
            <p className="muted">Change it in Escalation Email above.</p>
          </div>
        ) : (
          <TextRow
            label="Email"
            type="email"
            value={person.email ?? ''}
            maxLength={LIMITS.email}
            problemOf={emailProblem}
            onCommit={(text) => change({ email: text || null })}
          />
        )}
        <TextRow
          label="Mobile phone"
          type="tel"
          value={numberText(person.phone)}
          maxLength={LIMITS.phone}
          problemOf={numberProblem}
          onCommit={(text) => change({ phone: text === '' ? null : numberOf(text) })}
        />
      </div>
      {unconfirmed.map((recipient) => (
        <Confirmation
          key={recipient.address}
          recipient={recipient}
          instead={recipient.alerts_until === null && recipient.channel === 'email' ? instead : null}
        />
      ))}
      <Choices
        person={person}
        name={name}
        channels={channels}
        escalationEmail={escalationEmail}
        onChange={onChange}
      />
      <label className="alert-consent">
        <input
          type="checkbox"
          checked={person.sms_consent}
          disabled={person.phone === null}
          onChange={({ target }) => change({ sms_consent: target.checked })}
        />
        <span>
          {person.name.trim() || 'This person'} agreed to get texts from Fieldhand.
          <small className="muted">
            {person.phone === null
              ? 'Enter a phone number first.'
              : 'We record when you confirm this. They can text STOP at any time.'}
          </small>
        </span>
      </label>
      <div className="person-tests">
        {PERSON_CHANNELS.map((channel) => {
          const isReady = channels.find((each) => each.channel === channel)?.is_ready ?? false
          const isMissing = missingFor(channel, person, escalationEmail) !== null
          const isClosed = unconfirmed.some((each) => each.channel === channel && each.alerts_until === null)
          return (
            <TestRow
              key={channel}
              target={{ channel, person_id: person.id }}
              label={channel === 'email' ? 'Send a test email' : 'Send a test text'}
              of={name}
              isDisabled={!isReady || isMissing || isClosed}
            />
          )
        })}
      </div>
    </div>
  )
}

type ChoicesProps = Pick<Props, 'person' | 'channels' | 'escalationEmail' | 'onChange'> & { name: string }

/** What the person is notified about, by channel. Options that can't work are disabled, with the reason below. */
function Choices({ person, name, channels, escalationEmail, onChange }: ChoicesProps) {
  const id = useId()
  const reasons = PERSON_CHANNELS.map((channel) => {
    const state = channels.find((each) => each.channel === channel)
    // A notice above all people says why.
    if (state && !state.is_ready) return [channel, 'not set up', null] as const
    return [channel, null, missingFor(channel, person, escalationEmail)] as const
  })
  const isOff = (channel: PersonChannel) =>
    reasons.some(([each, state, reason]) => each === channel && (state ?? reason) !== null)
  return (
    <>
      <table className="alert-choices">
        <caption className="hidden-text">Notifications of {name}</caption>
        <thead>
          <tr>
            <td />
            {reasons.map(([channel, state]) => (
              <th key={channel} scope="col">
                {CHANNEL_NAMES[channel]}
                {state && (
                  <small className="muted" id={`${id}-${channel}`}>
                    {state}
                  </small>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {ALERTS.map((alert) => (
            <tr key={alert}>
              <th scope="row">{ALERT_NAMES[alert]}</th>
              {PERSON_CHANNELS.map((channel) => (
                <td key={channel}>
                  <label>
                    <input
                      type="checkbox"
                      aria-label={`${ALERT_NAMES[alert]} by ${CHANNEL_NAMES[channel].toLowerCase()}`}
                      aria-describedby={isOff(channel) ? `${id}-${channel}` : undefined}
                      checked={person.choices[alert].includes(channel)}
                      disabled={isOff(channel)}
                      onChange={({ target }) =>
                        onChange({
                          ...person,
                          choices: chosen(person.choices, alert, channel, target.checked),
                        })
                      }
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {reasons.map(
        ([channel, , reason]) =>
          reason !== null && (
            <p className="muted alert-reason" key={channel} id={`${id}-${channel}`}>
              <strong>{CHANNEL_NAMES[channel]}:</strong> {reason}
            </p>
          ),
      )}
    </>
  )
}
