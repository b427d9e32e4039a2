import './own-number.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useState } from 'react'
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
import { useTask } from '../common/use-task.ts'

export interface OwnNumberProps {
  /** The connected number; null to connect one. */
  own: Connected | null
  /** Leaves the form without connecting a number. */
  onCancel: () => void
}

/** The business's own text number at Twilio, or the form that connects one. */
export default function OwnNumber({ own, onCancel }: OwnNumberProps) {
  const [isReconnecting, setReconnecting] = useState(false)
  if (own && !isReconnecting) return <State own={own} onReconnect={() => setReconnecting(true)} />
  const leave = () => {
    setReconnecting(false)
    onCancel()
  }
  return <Connect number={own?.number_display ?? ''} onDone={leave} />
}

const FIELDS: readonly { name: keyof NumberInput; label: string; type: string; placeholder: string }[] = [
  { name: 'account_sid', label: 'Account SID', type: 'text', placeholder: 'AC…' },
  { name: 'auth_token', label: 'Auth token', type: 'password', placeholder: '' },
  { name: 'phone', label: 'Phone number', type: 'tel', placeholder: '(614) 555-0100' },
]

function Connect({ number, onDone }: { number: string; onDone: () => void }) {
  const id = useId()
  const { isBusy, problem, run } = useTask()
  const [input, setInput] = useState<NumberInput>({ account_sid: '', auth_token: '', phone: number })
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({})
  const isAnyNamed = FIELDS.some(({ name }) => errors[name])
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    setErrors({})
    const isDone = await run(() =>
      connectNumber(input).catch((error: unknown) => {
        setErrors(numberErrors(error))
        throw error
      }),
    )
    if (isDone) onDone()
  }
  return (
    <form className="own-number" onSubmit={submit} noValidate>
      <ol>
        <li>
          In the Twilio Console, buy a number that can send texts, or choose one that you have. Before it can
          text in the US, register it: a local number for A2P 10DLC, a toll-free number for toll-free
          verification.
        </li>
        <li>Copy the account SID and the auth token from the Console’s home page, under Account Info.</li>
        <li>
          Connect it here. This sets where Twilio sends the number’s texts and calls, and replaces what was
          set before.
        </li>
      </ol>
      {FIELDS.map(({ name, label, type, placeholder }) => (
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
          text={isBusy ? 'Asking Twilio…' : 'Connect number'}
          disabled={isBusy || FIELDS.some(({ name }) => input[name].trim() === '')}
        />
        <Button quiet text="Cancel" disabled={isBusy} onClick={onDone} />
      </div>
      <p className="muted">The auth token is stored encrypted and never shown again.</p>
    </form>
  )
}

function State({ own, onReconnect }: { own: Connected; onReconnect: () => void }) {
  const now = useStore($now)
  const { isBusy, problem, run } = useTask()
  const [problems, setProblems] = useState<readonly string[] | null>(null)
  const [isLeaving, setLeaving] = useState(false)
  const check = () => run(async () => setProblems(await checkNumber()))
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
      {problems?.length === 0 && <p role="status">Twilio accepts the account, and the number points here.</p>}
      <dl className="own-number-facts">
        <dt>Twilio account</dt>
        <dd>ends in {own.account_last4}</dd>
        <dt>Last text</dt>
        <dd>{own.last_text_at ? <RelativeTime instant={own.last_text_at} now={now} /> : 'None yet'}</dd>
        <dt>Last call</dt>
        <dd>{own.last_call_at ? <RelativeTime instant={own.last_call_at} now={now} /> : 'None yet'}</dd>
        <dt>Address for texts</dt>
        <dd>
          <code>{own.text_url}</code>
        </dd>
        <dt>Address for calls</dt>
        <dd>
          <code>{own.call_url}</code>
        </dd>
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
              text={isBusy ? 'Asking Twilio…' : 'Check the connection'}
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
