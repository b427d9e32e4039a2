import './confirmation.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useId, useRef, useState } from 'react'
import type { UnconfirmedRecipient } from '../../contract/notification-settings.ts'
import {
  alertsText,
  codeProblem,
  codeText,
  isCodeHeld,
  isCodeOnItsWay,
} from '../../domain/notifications/confirmation.ts'
import { $now } from '../../stores/base/time.ts'
import { confirmAddress, sendCodeTo } from '../../stores/notifications/setup.ts'
import { $businessZone } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useTask } from '../common/use-task.ts'
import { numberText } from './phone-text.ts'

interface Props {
  recipient: UnconfirmedRecipient
  /** Where the emails go instead until the confirmation; null if nowhere. */
  instead: string | null
  /** Whether it is the user's own. */
  isOwn?: boolean
}

/** The longest text that can be a code, with spaces between its digits. */
const LONGEST_CODE = 20

/** Confirms an address or number with the code that its owner received. */
export function Confirmation({ recipient, instead, isOwn = false }: Props) {
  const id = useId()
  const toast = useToast()
  const now = useStore($now)
  const zone = useStore($businessZone) ?? undefined
  const box = useRef<HTMLFormElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [code, setCode] = useState('')
  const { isBusy, problem, setProblem, run } = useTask()
  const { address, channel } = recipient
  const shown = channel === 'sms' ? numberText(address) : address
  const sendText = isCodeHeld(recipient) ? 'Send code now' : 'Send code again'

  const confirm = (event: FormEvent) => {
    event.preventDefault()
    const found = codeProblem(code)
    setProblem(found ?? '')
    if (found !== null) return input.current?.focus()
    void run(async () => {
      const summary = box.current?.closest('details')?.querySelector('summary')
      await confirmAddress(address, code)
      toast.success(`${shown} is confirmed`)
      // This form is gone now.
      summary?.focus()
    }).then((isDone) => {
      if (!isDone) input.current?.focus()
    })
  }
  const again = () =>
    void run(async () => {
      await sendCodeTo(address)
      setCode('')
    })

  return (
    <form className="confirmation" ref={box} noValidate onSubmit={confirm}>
      <p>
        {isOwn ? (
          <>
            Enter the code from the text to <strong dir="auto">{shown}</strong>.
          </>
        ) : (
          <>
            <strong dir="auto">{shown}</strong> is not confirmed. Ask for the code that was sent there, and
            enter it here. {alertsText(recipient, zone)}
          </>
        )}
        {instead !== null && (
          <>
            {' '}
            Emails go to <span dir="auto">{instead}</span> instead.
          </>
        )}
      </p>
      <div className="confirmation-form">
        <div className="notify-field">
          <label className="field-label" htmlFor={id}>
            Code<span className="hidden-text"> from {shown}</span>
          </label>
          <input
            id={id}
            ref={input}
            className="field-box text-input"
            inputMode="numeric"
            autoComplete="off"
            maxLength={LONGEST_CODE}
            value={code}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-status`}
            onChange={({ target }) => {
              setCode(target.value)
              setProblem('')
            }}
          />
        </div>
        <Button type="submit" text="Confirm" disabled={isBusy} aria-label={`Confirm ${shown}`} />
        <Button
          quiet
          text={sendText}
          aria-label={`${sendText} to ${shown}`}
          disabled={isBusy || isCodeOnItsWay(recipient)}
          onClick={again}
        />
      </div>
      <p id={`${id}-status`} role="status" className={problem ? 'error-text' : 'muted'}>
        {problem || codeText(recipient, now, zone)}
      </p>
    </form>
  )
}
