import type { WidgetConfig } from '../src/contract/widget.ts'
import { transcript } from '../src/domain/conversations/transcript.ts'
import { ChatError, type chatApi } from './chat-api.ts'
import { byId } from './chat-dom.ts'
import { copyWords } from './chat-words.ts'

const KEEP_FILE_MS = 5_000

interface Parts {
  api: ReturnType<typeof chatApi>
  /** Returns the conversation and its token, or nulls if there is no conversation. */
  session: () => { conversation: string | null; token: string | null }
  /** Returns the name of the downloaded file. */
  title: () => string
  notify: (text: string, action?: { label: string; act: () => void }) => void
  closeMenu: () => void
}

/** Handles the copies for visitors: the conversation as a file or by email, and the call by text message. */
export function chatCopies({ api, session, title, notify, closeMenu }: Parts) {
  /** Saves the conversation as a text file. */
  async function download() {
    const { conversation, token } = session()
    if (!conversation || !token) return
    try {
      const { messages } = await api.read(conversation, token)
      const link = document.createElement('a')
      const text = new Blob([`${title()}\n\n${transcript(messages)}`], { type: 'text/plain;charset=utf-8' })
      link.href = URL.createObjectURL(text)
      link.download = `${title()}.txt`
      link.click()
      setTimeout(() => URL.revokeObjectURL(link.href), KEEP_FILE_MS)
    } catch {
      notify("Couldn't download the conversation.", {
        label: 'Try again',
        act() {
          notify('')
          void download()
        },
      })
    }
  }

  byId('download', HTMLButtonElement).addEventListener('click', () => {
    closeMenu()
    void download()
  })

  /** Connects a form with one field to the button above it that opens it. Returns a function that shows the button. */
  function asks(
    name: 'email' | 'text',
    missing: () => string,
    send: (conversation: string, token: string, to: string) => Promise<void>,
    sent: (to: string) => string,
  ) {
    const opener = byId(`${name}-opener`, HTMLButtonElement)
    const form = byId(`${name}-form`, HTMLFormElement)
    const field = byId(`${name}-to`, HTMLInputElement)
    const problem = form.querySelector<HTMLElement>('.problem')
    const submit = form.querySelector<HTMLButtonElement>('[type=submit]')
    const open = (isOpen: boolean) => {
      form.hidden = !isOpen
      opener.setAttribute('aria-expanded', String(isOpen))
    }
    const busy = (isBusy: boolean) => {
      if (submit) submit.disabled = isBusy
    }
    const fail = (text: string) => {
      if (problem) {
        problem.textContent = text
        problem.hidden = text === ''
      }
      field.setAttribute('aria-invalid', String(text !== ''))
    }
    opener.addEventListener('click', () => {
      open(form.hidden === true)
      if (!form.hidden) field.focus()
    })
    form.addEventListener('submit', async (event) => {
      event.preventDefault()
      const to = field.value.trim()
      const { conversation, token } = session()
      if (!conversation || !token || submit?.disabled) return
      fail(to === '' ? missing() : '')
      if (to === '') return field.focus()
      busy(true)
      try {
        await send(conversation, token, to)
        open(false)
        closeMenu()
        notify(sent(to))
      } catch (error) {
        fail(error instanceof ChatError ? error.sentence : 'Something went wrong.')
        field.focus()
      } finally {
        busy(false)
      }
    })
    return (isShown: boolean) => {
      opener.hidden = !isShown
      if (!isShown) open(false)
    }
  }

  let words = copyWords('en')
  const showEmail = asks(
    'email',
    () => words.noEmail,
    api.email,
    (to) => words.mailed(to),
  )
  const showTexts = asks(
    'text',
    () => words.noNumber,
    api.text,
    (to) => words.texted(to),
  )
  let canText = false

  return {
    configure({ can_email, can_text }: WidgetConfig) {
      showEmail(can_email)
      canText = can_text
    },
    /** Uses the agent's language. */
    speak(language: string | undefined) {
      words = copyWords(language)
    },
    /** Offers text messages about a booked call. */
    offerTexts(isBooked: boolean) {
      showTexts(canText && isBooked)
    },
  }
}
