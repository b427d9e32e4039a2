/** What happens while a text is said aloud. */
export interface SpeechListener {
  /** The text was said up to a position. */
  onSaid: (position: number) => void
  onDone: () => void
  /** The browser has no voice that works. */
  onMute: () => void
}

/** Milliseconds after which a voice that has not begun counts as mute. */
const VOICE_PATIENCE_MS = 3_000

const voices = () => globalThis.speechSynthesis as SpeechSynthesis | undefined

/** Returns whether the browser can say texts aloud. */
export const canSpeak = (): boolean => voices() !== undefined && 'SpeechSynthesisUtterance' in globalThis

/**
 * Says a text aloud, and reports how far it is if the voice tells. Returns the function that stops it, after which
 * nothing is reported.
 */
export function speakAloud(text: string, language: string, listener: SpeechListener): () => void {
  const utterance = new SpeechSynthesisUtterance(text)
  let isOver = false
  const finish = (then?: () => void) => {
    clearTimeout(patience)
    if (!isOver) then?.()
    isOver = true
  }
  const patience = setTimeout(() => {
    finish(listener.onMute)
    voices()?.cancel()
  }, VOICE_PATIENCE_MS)
  utterance.lang = language
  utterance.addEventListener('boundary', ({ charIndex, charLength = 0, name }) => {
    if (!isOver && name === 'word') listener.onSaid(charIndex + charLength)
  })
  utterance.addEventListener('start', () => clearTimeout(patience))
  utterance.addEventListener('end', () => finish(listener.onDone))
  utterance.addEventListener('error', () => finish(listener.onMute))
  voices()?.speak(utterance)
  return () => {
    finish()
    voices()?.cancel()
  }
}

/** Why a microphone can't be used: the user or the browser refuses it, there is none, or its service is out of reach. */
export type MicrophoneTrouble = 'refused' | 'missing' | 'unreachable'

/** What a microphone picks up. */
export interface MicrophoneListener {
  /** Words, while somebody is still speaking. */
  onWords: (words: string) => void
  /** What somebody has said. */
  onSaid: (text: string) => void
  onTrouble: (trouble: MicrophoneTrouble) => void
}

/** What the types of browsers lack of https://webaudio.github.io/web-speech-api/#speechreco-section. */
interface Recognition extends EventTarget {
  lang: string
  continuous: boolean
  interimResults: boolean
  start: () => void
  abort: () => void
}
interface RecognizedEvent extends Event {
  resultIndex: number
  results: SpeechRecognitionResultList
}
type Recognizer = new () => Recognition

function recognizer(): Recognizer | undefined {
  const { SpeechRecognition, webkitSpeechRecognition } = globalThis as {
    SpeechRecognition?: Recognizer
    webkitSpeechRecognition?: Recognizer
  }
  return SpeechRecognition ?? webkitSpeechRecognition
}

/** Returns whether the browser can turn speech into text. */
export const canListen = (): boolean => recognizer() !== undefined

const TROUBLES: Readonly<Record<string, MicrophoneTrouble>> = {
  'not-allowed': 'refused',
  'service-not-allowed': 'refused',
  'audio-capture': 'missing',
  network: 'unreachable',
}

/**
 * Turns what is said into the microphone into text, until it is stopped or has trouble. Returns the function that stops
 * it, after which nothing is reported.
 */
export function listenTo(language: string, { onWords, onSaid, onTrouble }: MicrophoneListener): () => void {
  const Recognizer = recognizer()
  if (!Recognizer) return () => undefined
  const recognition = new Recognizer()
  let isOver = false
  Object.assign(recognition, { lang: language, continuous: true, interimResults: true })
  recognition.addEventListener('result', (event) => {
    const { results, resultIndex } = event as RecognizedEvent
    if (isOver) return
    for (const result of Array.from(results).slice(resultIndex)) {
      const text = result[0]?.transcript.trim() ?? ''
      if (text !== '') (result.isFinal ? onSaid : onWords)(text)
    }
  })
  recognition.addEventListener('error', (event) => {
    const trouble = TROUBLES[(event as Event & { error: string }).error]
    if (!trouble || isOver) return
    isOver = true
    onTrouble(trouble)
  })
  // Browsers stop to listen after a silence.
  recognition.addEventListener('end', () => {
    if (!isOver) recognition.start()
  })
  recognition.start()
  return () => {
    isOver = true
    recognition.abort()
  }
}
