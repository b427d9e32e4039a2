import { atom, type ReadableAtom } from 'nanostores'
import { beginTexts, sendPlayedText } from '../../api/played-texts.ts'
import { fetchPreviewPass } from '../../api/preview.ts'
import type { ChatSession } from '../../contract/widget.ts'
import { reasonOf } from '../base/failures.ts'
import { requireAccount } from '../base/session/account.ts'
import { followTest } from './playground.ts'

/** A text on the phone of the playground. */
export interface PhoneText {
  id: string
  from: 'customer' | 'agent'
  text: string
  /** Into how many parts a carrier splits it. Only known of the agent's texts. */
  segments: number | null
  /** Why it could not be sent; empty if it is sent, or on its way. */
  failure: string
}

interface Test {
  organizationId: string
  pass: string
  session: ChatSession
}

const $list = atom<readonly PhoneText[]>([])
const $waiting = atom(0)

/** The texts on the phone, oldest first. */
export const $phoneTexts: ReadableAtom<readonly PhoneText[]> = $list

/** The number of texts that the agent has not answered yet. */
export const $waitingTexts: ReadableAtom<number> = $waiting

let test: Promise<Test> | null = null
/** The sending of the last text, because texts arrive in their order. */
let sending: Promise<void> = Promise.resolve()

const NOT_PLAYED = 'Your server cannot play texts yet.'

/** Starts over with an empty phone. */
export function clearPhone(): void {
  test = null
  $list.set([])
  $waiting.set(0)
  sending = Promise.resolve()
}

async function begin(organizationId: string): Promise<Test> {
  const pass = await fetchPreviewPass(organizationId)
  return { organizationId, pass, session: await beginTexts(organizationId, pass) }
}

/** Sends a text from the phone, which the agent answers. Nothing leaves the server. */
export function sendFromPhone(content: string): Promise<void> {
  const text: PhoneText = {
    id: crypto.randomUUID(),
    from: 'customer',
    text: content,
    segments: null,
    failure: '',
  }
  $list.set([...$list.get(), text])
  return deliver(text)
}

/** Sends a text again that could not be sent. */
export function resendFromPhone(text: PhoneText): Promise<void> {
  const again = { ...text, failure: '' }
  $list.set($list.get().map((each) => (each.id === text.id ? again : each)))
  return deliver(again)
}

function deliver({ id, text }: PhoneText): Promise<void> {
  const { organizationId } = requireAccount()
  test ??= begin(organizationId)
  const mine = test
  const isCurrent = () => test === mine
  $waiting.set($waiting.get() + 1)
  sending = sending.then(async () => {
    try {
      const { pass, session } = await mine
      if (!isCurrent()) return
      const { texts } = await sendPlayedText(session, pass, { client_id: id, content: text })
      if (!isCurrent()) return
      if (!texts) throw new Error(NOT_PLAYED)
      const answers = texts.map((each, part): PhoneText => {
        return { ...each, id: `${id}-${part}`, from: 'agent', failure: '' }
      })
      $list.set([...$list.get(), ...answers])
      followTest(session.conversation_id)
    } catch (error) {
      if (!isCurrent()) return
      $list.set($list.get().map((each) => (each.id === id ? { ...each, failure: reasonOf(error) } : each)))
      // A test that could not begin begins again with the next text.
      await mine.catch(() => {
        test = null
      })
    } finally {
      if (isCurrent() || test === null) $waiting.set(Math.max(0, $waiting.get() - 1))
    }
  })
  return sending
}
