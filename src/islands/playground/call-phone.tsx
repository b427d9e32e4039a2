import './text-phone.css'
import './call-phone.css'
import { useStore } from '@nanostores/react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { LIMITS } from '../../contract/limits.ts'
import { conversationPath } from '../../domain/conversations/path.ts'
import { callClock } from '../../domain/playground/spoken.ts'
import { $outage } from '../../stores/base/query/outage.ts'
import {
  $isAloud,
  $microphone,
  $phoneCall,
  type CallEnding,
  type CallTurn,
  callAgent,
  callMs,
  canListen,
  canSpeak,
  clearCall,
  hangUp,
  hasSpoken,
  type Microphone,
  noteTyping,
  type PhoneCall,
  pressKey,
  sayOnCall,
  setAloud,
  setMicrophone,
} from '../../stores/playground/call.ts'
import { $profile } from '../../stores/settings/profile.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/switch.tsx'
import { TestPhone } from './test-phone.tsx'

const KEYS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '*', '0', '#'] as const
const KEY_NAMES: Readonly<Record<string, string>> = { '*': 'Star', '#': 'Pound' }

const ENDINGS: Readonly<Record<CallEnding, string>> = {
  'hung-up': 'You hung up.',
  silence: 'The agent hung up, because nobody said anything.',
  failed: 'The agent hung up, because something went wrong.',
  dropped: 'The line dropped.',
}

const TROUBLES: Readonly<Record<Exclude<Microphone, 'on' | 'off'>, string>> = {
  refused: 'Your browser doesn’t allow the microphone here. Allow it in the address bar, or type.',
  missing: 'No microphone was found. You can type.',
  unreachable: 'Your browser can’t turn speech into text right now. You can type.',
}

/** A customer's phone that calls the agent. It is a test: nobody's phone rings. */
export default function CallPhone({ onBack }: { onBack: () => void }) {
  const call = useStore($phoneCall)
  useEffect(() => clearCall, [])
  return (
    <TestPhone
      title="Call your agent"
      note="Speak or type as a caller would. The agent answers with your saved settings, and nobody’s phone rings."
      hasBegun={call !== null && hasSpoken(call)}
      onBack={onBack}
    >
      <div className="call-phone">
        <Device call={call} />
        <Transcript call={call} />
      </div>
    </TestPhone>
  )
}

/** The phone: who is called, how the call stands, and what the caller can do. */
function Device({ call }: { call: PhoneCall | null }) {
  const { data: profile } = useStore($profile)
  const [showsKeys, setShowsKeys] = useState(false)
  const isOffline = useStore($outage) === 'offline'
  const isOpen = call !== null && call.status !== 'over'
  const main = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    // The field with the focus is gone.
    if (call?.status === 'over' && document.activeElement === document.body) main.current?.focus()
  }, [call?.status])
  return (
    <div className="call-phone-device">
      <p className="call-phone-name">{profile?.business_name || 'Your business'}</p>
      <p role="status">{standing(call, isOffline)}</p>
      {call?.startedAt && <Clock call={call} />}
      {call?.status === 'over' && call.conversationId && hasSpoken(call) && (
        <a href={conversationPath(call.conversationId)}>See the call in Conversations</a>
      )}
      {call?.status === 'talking' && (
        <div className="call-phone-keys" data-shown={showsKeys || undefined}>
          {KEYS.map((key) => (
            <button
              key={key}
              type="button"
              className="button quiet"
              aria-label={KEY_NAMES[key]}
              onClick={() => pressKey(key)}
            >
              {key}
            </button>
          ))}
        </div>
      )}
      <Sound />
      <div className="call-phone-buttons">
        {call?.status === 'talking' && (
          <Button
            quiet
            className="call-phone-toggle"
            text="Keys"
            aria-expanded={showsKeys}
            onClick={() => setShowsKeys(!showsKeys)}
          />
        )}
        {isOpen ? (
          <Button ref={main} className="call-phone-hang-up" text="Hang up" onClick={hangUp} />
        ) : (
          <Button
            ref={main}
            text={call ? 'Call again' : 'Call'}
            disabled={isOffline}
            onClick={() => void callAgent()}
          />
        )}
      </div>
    </div>
  )
}

/** Returns how a call stands, in a sentence. */
function standing(call: PhoneCall | null, isOffline: boolean): string {
  if (call?.status === 'connecting') return 'Connecting…'
  if (call?.status === 'talking') return call.isSpeaking ? 'The agent is speaking' : 'The agent is listening'
  const ended = call ? call.failure || ENDINGS[call.ending ?? 'hung-up'] : ''
  return isOffline ? `${ended} You are offline.`.trim() : ended || 'Not in a call'
}

/** How long a call has taken. */
function Clock({ call }: { call: PhoneCall }) {
  const { endedAt } = call
  const [, tick] = useState(0)
  useEffect(() => {
    if (endedAt !== null) return
    const timer = setInterval(() => tick((count) => count + 1), 1_000)
    return () => clearInterval(timer)
  }, [endedAt])
  return (
    <p role="timer" className="call-phone-clock">
      <span className="hidden-text">Duration: </span>
      {callClock(callMs(call))}
    </p>
  )
}

/** Switches for what the browser can do besides typing and reading. */
function Sound() {
  const isAloud = useStore($isAloud)
  const microphone = useStore($microphone)
  return (
    <div className="call-phone-sound">
      {canSpeak() && (
        <div className="call-phone-switch">
          <Switch aria-labelledby="call-phone-aloud" checked={isAloud} onChange={setAloud} />
          <span id="call-phone-aloud">Hear the agent</span>
        </div>
      )}
      {canListen() && (
        <div className="call-phone-switch">
          <Switch
            aria-labelledby="call-phone-microphone"
            checked={microphone === 'on'}
            onChange={setMicrophone}
          />
          <span id="call-phone-microphone">Microphone</span>
        </div>
      )}
      {microphone !== 'on' && microphone !== 'off' && (
        <p className="error-text" role="alert">
          {TROUBLES[microphone]}
        </p>
      )}
      {microphone === 'on' && isAloud && (
        <p className="muted">Use headphones, so that the agent doesn’t hear itself.</p>
      )}
    </div>
  )
}

function Transcript({ call }: { call: PhoneCall | null }) {
  const list = useRef<HTMLDivElement>(null)
  const turns = call?.turns ?? []
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is said scrolls the transcript down
  useEffect(() => {
    list.current?.scrollTo({ top: list.current.scrollHeight })
  }, [turns])
  return (
    <div className="call-phone-transcript">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling list needs the focus to scroll with keys */}
      <div ref={list} className="text-phone-texts" role="log" aria-label="Transcript" tabIndex={0}>
        {turns.length === 0 && <p className="call-phone-empty muted">What is said appears here.</p>}
        <ol>
          {turns.map((turn) => (
            <Turn key={turn.id} turn={turn} />
          ))}
        </ol>
      </div>
      {call?.status === 'talking' && <Composer />}
    </div>
  )
}

function Turn({ turn: { from, text, said, isCut } }: { turn: CallTurn }) {
  if (from === 'keys') {
    return (
      <li data-from="customer">
        <span className="text-phone-bubble">
          {text.length === 1 ? 'Key' : 'Keys'} {text}
        </span>
      </li>
    )
  }
  return (
    <li data-from={from}>
      <span className="hidden-text">{from === 'customer' ? 'Caller: ' : 'Agent: '}</span>
      <span className="text-phone-bubble" dir="auto">
        {/* A screen reader gets what is being said at once. */}
        <span className="hidden-text">{isCut ? text.slice(0, said) : text}</span>
        <span aria-hidden="true">{text.slice(0, said) || '…'}</span>
        {isCut && (
          <>
            <span className="hidden-text">, interrupted before: </span>
            <s className="muted">{text.slice(said)}</s>
          </>
        )}
      </span>
    </li>
  )
}

function Composer() {
  const [text, setText] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const say = (event: FormEvent) => {
    event.preventDefault()
    const said = text.trim()
    field.current?.focus()
    if (said === '') return
    setText('')
    sayOnCall(said)
  }
  return (
    <form className="text-phone-composer" onSubmit={say}>
      <input
        ref={field}
        className="field-box text-input"
        aria-label="What the caller says"
        placeholder="What the caller says"
        autoComplete="off"
        enterKeyHint="send"
        maxLength={LIMITS.message}
        value={text}
        onChange={({ target }) => {
          setText(target.value)
          noteTyping(target.value.trim() !== '')
        }}
      />
      <Button type="submit" text="Say" disabled={text.trim() === ''} />
    </form>
  )
}
