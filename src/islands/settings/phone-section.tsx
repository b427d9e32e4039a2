import './phone-section.css'
import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { DEFAULT_TEXT_BACK } from '../../contract/profile.ts'
import { addNumbers, FORWARDING_CODES } from '../../domain/settings/blocked-numbers.ts'
import { SETTINGS_FIELDS } from '../../domain/settings/fields.ts'
import { $now } from '../../stores/base/time.ts'
import { $phoneLine } from '../../stores/settings/phone-line.ts'
import { setField } from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { type LoadPart, lazyPart, NO_PART } from '../../ui/lazy-part.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { TagsField } from '../../ui/tags-field.tsx'
import { AreaField, ChoiceField, FieldRow, SwitchField, TextField } from './fields.tsx'
import type { OwnNumberProps } from './own-number.tsx'
import { Section } from './section.tsx'
import { useField } from './use-field.ts'

const loadOwnNumber: LoadPart<OwnNumberProps> = import.meta.env.SSR
  ? NO_PART
  : () => import('./own-number.tsx')
const OwnNumber = lazyPart(loadOwnNumber, { name: 'The number' })

const RINGS = [
  { value: 'open', label: 'A person while we’re open, then the agent' },
  { value: 'always', label: 'A person, then the agent' },
]

/** The business's phone: the number of its texts, what callers get whom nobody answers, and who gets nothing. */
export function PhoneSection() {
  const isWanted = useField('text_back')
  const answers = useField('answers_calls')
  if (isWanted === undefined) return null
  return (
    <Section
      id="phone"
      lead="The number of your texts, and what happens with missed calls and unwanted numbers."
    >
      <TextNumber />
      {answers !== undefined && (
        <SwitchField
          field="answers_calls"
          note="Your agent answers calls to your connected number around the clock, says that it is automated, and books or takes a message."
        />
      )}
      {answers && (
        <>
          <TextField
            field="transfer_phone"
            autoComplete="tel"
            note="While you’re open, callers who ask for a person are put through to this number. Who picks up presses 1."
          />
          <ChoiceField field="ring_first" options={RINGS} none="The agent" />
        </>
      )}
      <SwitchField
        field="text_back"
        note="Callers you miss get a text right away, or at 8 AM if they call at night, at most once a day. Their replies arrive in your inbox."
      />
      {isWanted && (
        <>
          <AreaField field="text_back_message" placeholder={DEFAULT_TEXT_BACK} rows={2} />
          <Line />
        </>
      )}
      <BlockedNumbers />
    </Section>
  )
}

/** Tells which number the business's texts come from. Renders nothing while that is unknown, or if there is none. */
function TextNumber() {
  const { data } = useStore($phoneLine, { ssr: 'initial' })
  const [isOpen, setOpen] = useState(false)
  if (!data?.number) return null
  const { own, number, number_display: display } = data
  return (
    <div className="text-number">
      <p>
        {own ? 'Your texts come from your own number' : 'Your texts come from our shared number'}{' '}
        <span className="text-number-value">{display ?? number}</span>.{' '}
        {own === null && !isOpen && <Button link text="Use your own number" onClick={() => setOpen(true)} />}
      </p>
      {(own || isOpen) && <OwnNumber own={own ?? null} onCancel={() => setOpen(false)} />}
    </div>
  )
}

/** Tells whether missed calls arrive, or what is left to do for that. */
function Line() {
  const { data, status } = useStore($phoneLine, { ssr: 'initial' })
  const now = useStore($now)
  if (!data) return status === 'loading' ? <p className="muted">Loading…</p> : null
  const { number, connected_at: connectedAt, last_call_at: lastCallAt } = data
  const display = data.number_display ?? number
  if (!number) {
    return <p className="muted">Texts aren’t set up on this server yet, so missed calls get none.</p>
  }
  if (data.takes_calls === false)
    return (
      <p className="field-warning">
        Calls to {display} don’t reach us, because that number is at Telnyx. Callers you miss get no text.
      </p>
    )
  if (!connectedAt)
    return <Steps number={number} display={display ?? ''} testPhones={data.own ? null : data.test_phones} />
  return (
    <p>
      Connected: missed calls arrive at {display}.{' '}
      {lastCallAt && (
        <>
          The last one came <RelativeTime instant={lastCallAt} now={now} />.
        </>
      )}
    </p>
  )
}

interface StepsProps {
  /** In E.164 format, and as people write it. */
  number: string
  display: string
  /** The numbers from which a test call connects the business's number; null if any number does. */
  testPhones: readonly string[] | null
}

function Steps({ number, display, testPhones }: StepsProps) {
  const business = useField('phone')?.trim()
  const digits = number.replace(/\D/g, '')
  return (
    <div className="phone-steps">
      <p className="field-warning">Not connected yet. Save, and then:</p>
      <ol>
        <li>
          Have the calls that you don’t answer forwarded to {display}. On a mobile phone, dial your carrier’s
          code, for example:
          <dl>
            {FORWARDING_CODES.map(({ carrier, on, off }) => (
              <div key={carrier}>
                <dt>{carrier}</dt>
                <dd>
                  <code>{on(digits)}</code> (off: <code>{off}</code>)
                </dd>
              </div>
            ))}
          </dl>
          Ask your carrier if that fails, or for a landline. This replaces your voicemail: callers hear that
          nobody can take the call and that they will get a text.
        </li>
        <li>
          {testPhones === null
            ? `Call ${business || 'your business number'} from another phone, and let it ring until a voice answers.`
            : testPhones.length > 0
              ? `Call ${business || 'your business number'} from ${testPhones.join(' or ')}, and let it ring until a voice answers.`
              : 'Add your own mobile number under Escalation Contact, and confirm it. Then call your business number from it, and let it ring until a voice answers.'}{' '}
          This shows that missed calls arrive. Then reload this page.
        </li>
      </ol>
    </div>
  )
}

function BlockedNumbers() {
  const list = useField('blocked_numbers') ?? []
  return (
    <FieldRow
      field="blocked_numbers"
      note="Their texts and missed calls get no answer, and don’t reach your inbox."
    >
      {(aria) => (
        <TagsField
          {...aria}
          label={SETTINGS_FIELDS.blocked_numbers.label}
          placeholder="(614) 555-0100, press Enter"
          list={list}
          add={addNumbers}
          onChange={(next) => setField('blocked_numbers', next)}
        />
      )}
    </FieldRow>
  )
}
