import { atom, type ReadableAtom } from 'nanostores'
import { type CallSocket, openCallSocket, postTestCall } from '../../api/test-calls.ts'
import type { CallOrder, SpokenLanguage } from '../../contract/calls.ts'
import { afterNextWord, isEcho } from '../../domain/playground/spoken.ts'
import { now } from '../../platform/clock.ts'
import { isOffline, onConnection } from '../../platform/page/page-state.ts'
import {
  canListen,
  canSpeak,
  listenTo,
  type MicrophoneTrouble,
  speakAloud,
} from '../../platform/page/speech.ts'
import { reasonOf } from '../base/failures.ts'
import { orNull } from '../base/query/optional.ts'
import { requireAccount } from '../base/session/account.ts'
import { followTest } from './playground.ts'

/** Milliseconds that a word takes while nothing is said aloud. */
const WORD_MS = 280
/** Milliseconds after the agent's last word in which a microphone can still report it. */
const ECHO_MS = 1_500
/** Milliseconds after which a caller who has begun to type counts as silent. */
const TYPING_MS = 20_000

const NOT_PLAYED = 'Your server cannot play calls yet.'
const NOT_CONNECTED = 'The call could not be connected.'

/** What one side has said; keys are the digits that the caller has pressed. */
export interface CallTurn {
  id: number
  from: 'customer' | 'agent' | 'keys'
  text: string
  /** How many characters of it have been said so far. */
  said: number
  /** Whether the caller has interrupted it there. */
  isCut: boolean
}

/** How a call ended: the caller hung up, the agent did after a silence or an error, or the line dropped. */
export type CallEnding = 'hung-up' | 'silence' | 'failed' | 'dropped'

/** A call with the agent. */
export interface PhoneCall {
  status: 'connecting' | 'talking' | 'over'
  conversationId: string | null
  /** When it was connected, and when it ended, in milliseconds since 1970. */
  startedAt: number | null
  endedAt: number | null
  ending: CallEnding | null
  /** Why it could not be connected; empty if it was. */
  failure: string
  /** Whether the agent is speaking. */
  isSpeaking: boolean
  turns: readonly CallTurn[]
}

/** Whether the microphone listens, or why it can't. */
export type Microphone = 'off' | 'on' | MicrophoneTrouble

const NEW: PhoneCall = {
  status: 'connecting',
  conversationId: null,
  startedAt: null,
  endedAt: null,
  ending: null,
  failure: '',
  isSpeaking: false,
  turns: [],
}

/** Whether the caller has said something, or asked for a person. Other calls aren't among the conversations. */
export const hasSpoken = ({ turns }: PhoneCall): boolean =>
  turns.some(({ from, text }) => from === 'customer' || (from === 'keys' && text.startsWith('0')))

/** Returns how long a call has taken, in milliseconds. */
export const callMs = ({ startedAt, endedAt }: PhoneCall): number =>
  startedAt === null ? 0 : (endedAt ?? now().getTime()) - startedAt

const $call = atom<PhoneCall | null>(null)
const $aloud = atom(canSpeak())
const $mic = atom<Microphone>('off')

/** The call of this visit; null before the first one. */
export const $phoneCall: ReadableAtom<PhoneCall | null> = $call
/** Whether the agent is heard. */
export const $isAloud: ReadableAtom<boolean> = $aloud
export const $microphone: ReadableAtom<Microphone> = $mic
/** What the browser can do; otherwise, the caller types and reads. */
export { canListen, canSpeak }

type Played = ReturnType<typeof playCall>
let current: Played | null = null

/** Calls the agent. A call before it is hung up. */
export async function callAgent(): Promise<void> {
  clearCall()
  const { organizationId } = requireAccount()
  const call = playCall()
  current = call
  await call.connect(organizationId)
}

/** Hangs up. What was said stays visible. */
export const hangUp = (): void => current?.finish('hung-up')

/** Hangs up, and shows an empty phone. */
export function clearCall(): void {
  hangUp()
  current = null
  $call.set(null)
}

/** Says something as the caller. Interrupts the agent. */
export const sayOnCall = (text: string): void => current?.say(text)

/** Presses a key as the caller. Interrupts the agent. */
export const pressKey = (key: string): void => current?.press(key)

/** Notes whether the caller is typing, so that the agent doesn't take that for silence. */
export const noteTyping = (isTyping: boolean): void => current?.type(isTyping)

/** Has the agent heard, or only read. */
export function setAloud(isAloud: boolean): void {
  $aloud.set(isAloud)
  current?.changeVoice()
}

/** Has the microphone listen during calls, or not. */
export function setMicrophone(isOn: boolean): void {
  $mic.set(isOn ? 'on' : 'off')
  current?.changeMicrophone()
}

const startCall = orNull(postTestCall)

/** Plays a caller's phone for one call. */
function playCall() {
  let socket: CallSocket | null = null
  let stopVoice = () => {}
  let stopEar: (() => void) | null = null
  let typing: ReturnType<typeof setTimeout> | undefined
  let language: SpokenLanguage = 'en-US'
  /** What the agent is saying, and since when; what it says afterwards. */
  let speaking: { id: number; since: number } | null = null
  let spokenAt = 0
  const next: { text: string; lang: SpokenLanguage }[] = []
  let turns = 0
  $call.set(NEW)

  const state = () => $call.get() ?? NEW
  const isCurrent = () => current === played && state().status !== 'over'
  const set = (change: Partial<PhoneCall>) => $call.set({ ...state(), ...change })
  const send = (frame: object) => socket?.send(frame)
  const tell = (name: string, value: string) => send({ type: 'info', name, value })
  const turnOf = (id: number) => state().turns.find((each) => each.id === id)
  const change = (id: number, changed: Partial<CallTurn>) =>
    set({ turns: state().turns.map((each) => (each.id === id ? { ...each, ...changed } : each)) })

  function add(from: CallTurn['from'], text: string, said = text.length): number {
    turns += 1
    set({ turns: [...state().turns, { id: turns, from, text, said, isCut: false }] })
    return turns
  }

  function speakNext(): void {
    const turn = next.shift()
    if (!turn) {
      speaking = null
      spokenAt = now().getTime()
      set({ isSpeaking: false })
      tell('agentSpeaking', 'off')
      if (typing !== undefined) tell('clientSpeaking', 'on')
      return
    }
    if (!speaking) tell('agentSpeaking', 'on')
    speaking = { id: add('agent', turn.text, 0), since: now().getTime() }
    set({ isSpeaking: true })
    speak(speaking.id, turn.lang)
  }

  /** Says a turn from where it is: aloud if the browser can, otherwise at that pace. */
  function speak(id: number, lang: SpokenLanguage): void {
    const { text, said: from } = turnOf(id) ?? { text: '', said: 0 }
    const done = () => {
      change(id, { said: text.length })
      speakNext()
    }
    const pretend = () => {
      const timer = setInterval(() => {
        const said = afterNextWord(text, turnOf(id)?.said ?? 0)
        change(id, { said })
        if (said < text.length) return
        clearInterval(timer)
        done()
      }, WORD_MS)
      stopVoice = () => clearInterval(timer)
    }
    if ($aloud.get()) {
      stopVoice = speakAloud(text.slice(from), lang, {
        onSaid: (position) => change(id, { said: from + position }),
        onDone: done,
        onMute: pretend,
      })
    } else pretend()
  }

  function breakIn(): void {
    if (!speaking) return
    const { id, since } = speaking
    stopVoice()
    next.length = 0
    speaking = null
    const { text, said } = turnOf(id) ?? { text: '', said: 0 }
    change(id, { isCut: said < text.length })
    set({ isSpeaking: false })
    send({
      type: 'interrupt',
      utteranceUntilInterrupt: text.slice(0, said).trim(),
      durationUntilInterruptMs: now().getTime() - since,
    })
  }

  function say(text: string): void {
    if (state().status !== 'talking') return
    type(false, { isSent: true })
    breakIn()
    add('customer', text)
    send({ type: 'prompt', voicePrompt: text, lang: language, last: true })
  }

  function press(key: string): void {
    if (state().status !== 'talking') return
    breakIn()
    const last = state().turns.at(-1)
    if (last?.from === 'keys') change(last.id, { text: last.text + key, said: last.said + 1 })
    else add('keys', key)
    send({ type: 'dtmf', digit: key })
  }

  function type(isTyping: boolean, { isSent = false } = {}): void {
    const wasTyping = typing !== undefined
    clearTimeout(typing)
    typing = isTyping ? setTimeout(() => type(false), TYPING_MS) : undefined
    if (isTyping && !wasTyping) tell('clientSpeaking', 'on')
    // The agent listens again, and may take the caller for silent.
    if (!isTyping && wasTyping && !isSent && !speaking) tell('agentSpeaking', 'off')
  }

  /** Returns whether the microphone has picked up the agent. */
  function hearsAgent(heard: string): boolean {
    const said = state().turns.findLast(({ from }) => from === 'agent')?.text ?? ''
    const isNow = speaking !== null || now().getTime() - spokenAt < ECHO_MS
    return isNow && $aloud.get() && isEcho(heard, said)
  }

  function changeMicrophone(): void {
    stopEar?.()
    stopEar = null
    if ($mic.get() !== 'on' || state().status !== 'talking') return
    stopEar = listenTo(language, {
      onWords(words) {
        if (hearsAgent(words)) return
        breakIn()
        tell('clientSpeaking', 'on')
      },
      onSaid(text) {
        if (!hearsAgent(text)) say(text)
      },
      onTrouble: (trouble) => $mic.set(trouble),
    })
  }

  function receive(order: CallOrder): void {
    if (order.type === 'language') {
      language = order.transcriptionLanguage
      changeMicrophone()
    } else if (order.type === 'end') finish(reasonIn(order.handoffData))
    else {
      next.push({ text: order.token.trim(), lang: order.lang })
      if (!speaking) speakNext()
      const { conversationId } = state()
      if (order.last && conversationId && hasSpoken(state())) followTest(conversationId)
    }
  }

  function finish(ending: CallEnding, failure = ''): void {
    if (state().status === 'over') return
    stopVoice()
    stopEar?.()
    stopConnection()
    clearTimeout(typing)
    socket?.close()
    const { status } = state()
    set({
      status: 'over',
      isSpeaking: false,
      endedAt: now().getTime(),
      ending: status === 'connecting' ? null : ending,
      failure: status === 'connecting' ? failure : '',
      // What the agent was saying can be read to its end, as in the conversation.
      turns: state().turns.map((each) => (each.isCut ? each : { ...each, said: each.text.length })),
    })
  }

  const stopConnection = onConnection(() => isOffline() && finish('dropped', NOT_CONNECTED))

  async function connect(organizationId: string): Promise<void> {
    try {
      const test = await startCall(organizationId)
      if (!isCurrent()) return
      if (!test) return finish('failed', NOT_PLAYED)
      language = test.language
      set({ conversationId: test.conversation_id })
      socket = openCallSocket(test.url, {
        onOpen() {
          send({ type: 'setup', callSid: test.id })
          set({ status: 'talking', startedAt: now().getTime() })
          changeMicrophone()
          next.push({ text: test.greeting, lang: test.language })
          speakNext()
        },
        onOrder: receive,
        onClose: () => finish('dropped', NOT_CONNECTED),
      })
    } catch (error) {
      if (isCurrent()) finish('failed', reasonOf(error))
    }
  }

  function changeVoice(): void {
    if (!speaking) return
    stopVoice()
    speak(speaking.id, language)
  }

  const played = { connect, say, press, type, finish, changeVoice, changeMicrophone }
  return played
}

function reasonIn(handoff: string): CallEnding {
  try {
    return (JSON.parse(handoff) as { reason?: unknown }).reason === 'silence' ? 'silence' : 'failed'
  } catch {
    return 'failed'
  }
}
