import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import {
  $phoneTexts,
  $waitingTexts,
  clearPhone,
  type PhoneText,
  resendFromPhone,
  sendFromPhone,
} from '../../stores/playground/texts.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { TestPhone } from './test-phone.tsx'

/** A customer's phone that texts with the agent. It is a test: nothing is sent to a real number. */
export default function TextPhone({ onBack }: { onBack: () => void }) {
  const hasBegun = useStore($phoneTexts).length > 0
  useEffect(() => clearPhone, [])
  return (
    <TestPhone
      title="Text with your agent"
      note="Write as a customer would. The agent answers with your saved settings, and nothing is sent to a real phone."
      hasBegun={hasBegun}
      actions={hasBegun && <Button quiet text="Start over" onClick={clearPhone} />}
      onBack={onBack}
    >
      <Phone />
    </TestPhone>
  )
}

function Phone() {
  const texts = useStore($phoneTexts)
  const isWaiting = useStore($waitingTexts) > 0
  const { data: profile } = useStore($profile)
  const list = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new text scrolls the phone down
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [texts.length, isWaiting])
  return (
    <div className="text-phone-device">
      <p className="text-phone-name">{profile?.business_name || 'Your business'}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list needs the focus to scroll with keys */}
      <div ref={list} className="text-phone-texts" role="log" aria-label="Texts" tabIndex={0}>
        <ol>
          {texts.map((each) => (
            <Bubble key={each.id} text={each} />
          ))}
          {isWaiting && (
            <li className="text-phone-waiting" data-from="agent">
              …<span className="hidden-text">The agent is writing</span>
            </li>
          )}
        </ol>
      </div>
      <Composer />
    </div>
  )
}

function Bubble({ text }: { text: PhoneText }) {
  const { from, segments, failure } = text
  return (
    <li data-from={from}>
      <span className="hidden-text">{from === 'customer' ? 'Customer: ' : 'Agent: '}</span>
      <span className="text-phone-bubble" dir="auto">
        {text.text}
      </span>
      {segments !== null && (
        <small className="muted">
          {segments === 1 ? '1 segment' : `${segments} segments, each charged as a text`}
        </small>
      )}
      {failure && (
        <small className="error-text" role="alert">
          Not sent. {failure} <Button link text="Try again" onClick={() => void resendFromPhone(text)} />
        </small>
      )}
    </li>
  )
}

function Composer() {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    field.current?.focus()
    if (said === '') return
    setText('')
    void sendFromPhone(said)
  }
  return (
    <form className="text-phone-composer" onSubmit={send}>
      <input
        ref={field}
        className="field-box text-input"
        aria-label="Text message"
        placeholder="Text message"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={LIMITS.message}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" text="Send" disabled={text.trim() === ''} />
    </form>
  )
}
