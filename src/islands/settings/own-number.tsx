import './own-number.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import type { OwnNumber as Connected, NumberInput } from '../../contract/phone.ts'
import { $now } from '../../stores/base/time.ts'
import {
  checkNumber,
  connectNumber,
  disconnectNumber,
  numberErrors,
} from '../../stores/settings/own-number.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorText } from '../../ui/failure-panel.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../common/use-task.ts'

export interface OwnNumberProps {
  /** The connected number; null to connect one. */
  own: Connected | null
  /** Leaves the form without connecting a number. */
  onCancel: () => void
}

/** The business's own text number at Twilio or Telnyx, or the form that connects one. */
export default function OwnNumber({ own, onCancel }: OwnNumberProps) {
  const [isReconnecting, setReconnecting] = useState(false)
  if (own && !isReconnecting) return <State own={own} onReconnect={() => setReconnecting(true)} />
  const leave = () => {
    setReconnecting(false)
    onCancel()
  }
  return <Connect own={own} onDone={leave} />
}

type Carrier = NumberInput['carrier']
type Field = 'account_sid' | 'auth_token' | 'api_key' | 'public_key' | 'phone'

const NAMES: Record<Carrier, string> = { twilio: 'Twilio', telnyx: 'Telnyx' }
const PHONE = { name: 'phone', label: 'Phone number', type: 'tel', placeholder: '(614) 555-0100' } as const
const FIELDS: Record<Carrier, readonly { name: Field; label: string; type: string; placeholder: string }[]> =
  {
    twilio: [
      { name: 'account_sid', label: 'Account SID', type: 'text', placeholder: 'AC…' },
      { name: 'auth_token', label: 'Auth token', type: 'password', placeholder: '' },
      PHONE,
    ],
    telnyx: [
      { name: 'api_key', label: 'API key', type: 'password', placeholder: 'KEY…' },
      { name: 'public_key', label: 'Public key', type: 'text', placeholder: '' },
      PHONE,
    ],
  }

const REGISTER =
  'Before it can text in the US, register it: a local number for A2P 10DLC, a toll-free number for toll-free verification.'
const STEPS: Record<Carrier, readonly string[]> = {
  twilio: [
    `In the Twilio Console, buy a number that can send texts, or choose one that you have. ${REGISTER}`,
    'Copy the account SID and the auth token from the Console’s home page, under Account Info.',
    'Connect it here. This sets where Twilio sends the number’s texts and calls, and replaces what was set before.',
  ],
  telnyx: [
    `In Telnyx’s portal, buy a number that can send texts, or choose one that you have, and assign a messaging profile to it. ${REGISTER}`,
    'Copy an API key and the public key from Keys & Credentials.',
    'Connect it here. You then see the address to enter as the webhook URL of the messaging profile. Calls to the number don’t reach us.',
  ],
}

/** Returns what is typed for a carrier. */
const inputOf = (
  carrier: Carrier,
  { account_sid, auth_token, api_key, public_key, phone }: Record<Field, string>,
): NumberInput =>
  carrier === 'telnyx' ? { carrier, api_key, public_key, phone } : { carrier, account_sid, auth_token, phone }

function Connect({ own, onDone }: { own: Connected | null; onDone: () => void }) {
  const id = useId()
  const { isBusy, problem, run } = useTask()
  const [carrier, setCarrier] = useState<Carrier>(own?.carrier ?? 'twilio')
  const [input, setInput] = useState<Record<Field, string>>({
    ...{ account_sid: '', auth_token: '', api_key: '', public_key: '' },
    phone: own?.number_display ?? '',
  })
  const fields = FIELDS[carrier]
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const isAnyNamed = fields.some(({ name }) => errors[name])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setErrors({})
    const isDone = await run(() =>
      connectNumber(inputOf(carrier, input)).catch((error: unknown) => {
        setErrors(numberErrors(error))
        throw error
      }),
    )
    if (isDone) onDone()
  }
  return (
    <form className="own-number" onSubmit={submit} noValidate>
      <div className="own-number-field">
        <label htmlFor={`${id}carrier`}>Carrier</label>
        <select
          className="field-box choice"
          id={`${id}carrier`}
          value={carrier}
          disabled={isBusy}
          onChange={({ target }) => {
            setCarrier(target.value === 'telnyx' ? 'telnyx' : 'twilio')
            setErrors({})
          }}
        >
          {Object.entries(NAMES).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <ol>
        {STEPS[carrier].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {fields.map(({ name, label, type, placeholder }) => (
        <div className="own-number-field" key={name}>
          <label htmlFor={`${id}${name}`}>{label}</label>
          <input
            className="field-box text-input"
            id={`${id}${name}`}
            type={type}
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder}
            maxLength={LIMITS.line}
            aria-invalid={errors[name] !== undefined}
            aria-describedby={`${id}${name}-problem`}
            value={input[name]}
            onChange={({ target }) => setInput({ ...input, [name]: target.value })}
          />
          <ErrorText text={errors[name]} id={`${id}${name}-problem`} />
        </div>
      ))}
      {!isAnyNamed && <ErrorText text={problem} />}
      <div className="own-number-actions">
        <Button
          type="submit"
          text={isBusy ? `Asking ${NAMES[carrier]}…` : 'Connect number'}
          disabled={isBusy || fields.some(({ name }) => input[name].trim() === '')}
        />
        <Button quiet text="Cancel" disabled={isBusy} onClick={onDone} />
      </div>
      <p className="muted">
        The {carrier === 'telnyx' ? 'API key' : 'auth token'} is stored encrypted and never shown again.
      </p>
    </form>
  )
}

function State({ own, onReconnect }: { own: Connected; onReconnect: () => void }) {
  const now = useStore($now)
  const { isBusy, problem, run } = useTask()
  const [problems, setProblems] = useState<readonly string[] | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const check = () => run(async () => setProblems(await checkNumber()))
  const carrier = NAMES[own.carrier ?? 'twilio']
  const found = problems ?? (own.trouble === null ? [] : [own.trouble])
  return (
    <div className="own-number">
      {found.length > 0 && (
        <div role="status">
          {found.map((text) => (
            <p className="field-warning" key={text}>
              {text}
            </p>
          ))}
        </div>
      )}
      {problems?.length === 0 && (
        <p role="status">{carrier} accepts the account, and the number points here.</p>
      )}
      <dl className="own-number-facts">
        <dt>{own.account_last4 ? `${carrier} account` : 'Carrier'}</dt>
        <dd>{own.account_last4 ? `ends in ${own.account_last4}` : carrier}</dd>
        <dt>Last text</dt>
        <dd>{own.last_text_at ? <RelativeTime instant={own.last_text_at} now={now} /> : 'None yet'}</dd>
        {own.call_url && (
          <>
            <dt>Last call</dt>
            <dd>{own.last_call_at ? <RelativeTime instant={own.last_call_at} now={now} /> : 'None yet'}</dd>
          </>
        )}
        <Address what="Address for texts" url={own.text_url} />
        {own.call_url && <Address what="Address for calls" url={own.call_url} />}
      </dl>
      <ErrorText text={problem} />
      {isLeaving && (
        <p role="status">
          Your texts then come from our shared number. Conversations stay here, and people who have opted out
          get no texts from it either.
        </p>
      )}
      <div className="own-number-actions">
        {isLeaving ? (
          <>
            <Button quiet text="Keep connected" disabled={isBusy} onClick={() => setLeaving(false)} />
            <Button quiet text="Disconnect" disabled={isBusy} onClick={() => void run(disconnectNumber)} />
          </>
        ) : (
          <>
            <Button
              quiet
              text={isBusy ? `Asking ${carrier}…` : 'Check the connection'}
              disabled={isBusy}
              onClick={() => void check()}
            />
            <Button quiet text="Change…" disabled={isBusy} onClick={onReconnect} />
            <Button quiet text="Disconnect…" disabled={isBusy} onClick={() => setLeaving(true)} />
          </>
        )}
      </div>
    </div>
  )
}

/** An address to enter at the carrier. */
function Address({ what, url }: { what: string; url: string }) {
  const toast = useToast()
  const code = useRef<HTMLElement>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      toast.success(`${what} copied`)
    } catch {
      if (code.current) getSelection()?.selectAllChildren(code.current)
      toast.warning('It could not be copied. It is selected: copy it with your keyboard.')
    }
  }
  return (
    <>
      <dt>{what}</dt>
      <dd>
        <code ref={code}>{url}</code>{' '}
        <Button link text="Copy" aria-label={`Copy the ${what.toLowerCase()}`} onClick={() => void copy()} />
      </dd>
    </>
  )
}
