import { LIMITS } from '../src/contract/limits.ts'
import type { CallNews, ChatMessage, VisitorBooking, WidgetConfig } from '../src/contract/widget.ts'
import { excess } from '../src/domain/common/counted.ts'
import { ChatError } from './chat-api.ts'
import type { ControlParts } from './chat-control.ts'
import { button, byId, element } from './chat-dom.ts'
import { chatHeader, type Standing } from './chat-header.ts'
import { chatHistory } from './chat-history.ts'
import { drawText, markSeen, messageOf, renameDays, speakDays, stamp } from './chat-message.ts'
import { chatOffers, type Offers } from './chat-offers.ts'
import { type ChosenPhoto, drawChosen, drawPhotos, photoTray } from './chat-photos.ts'
import type { Waiting } from './outbox.ts'

/** If the reader is within this many pixels of the end, the view follows the conversation. */
const NEAR_END = 80
/** The distance in pixels above a long last message. */
const GAP = 16
/** The code of keys that an input method handles. */
const COMPOSING = 229
/** How long the typing indicator of a person stays without another event. */
const TYPING_MS = 6_000

interface Handlers extends Pick<ControlParts, 'suggest'> {
  send: (content: string, photos?: readonly ChosenPhoto[]) => void
  retry: (id: string) => void
  discard: (id: string) => void
  close: () => void
  typing: () => void
  newId: () => string
  photosOf: (id: string) => readonly ChosenPhoto[]
}

const UNAVAILABLE = 'Chat not available'
/** The subjects of notices above the input, in order of priority. Only the first notice is shown. */
const SUBJECTS = ['length', 'conversation', 'connection'] as const
export type Subject = (typeof SUBJECTS)[number]

interface Action {
  label: string
  act: () => void
}

const PHOTOS_OFFLINE = 'You are offline. Photos can be sent when you are back online.'

/** Draws the chat. Inserts texts from people as text, never as HTML. */
export function chatView(handlers: Handlers) {
  const main = byId('chat', HTMLElement)
  const scroller = byId('scroller', HTMLElement)
  const log = byId('log', HTMLOListElement)
  const typing = byId('typing', HTMLElement)
  const part = byId('part', HTMLElement)
  const notice = byId('notice', HTMLElement)
  const form = byId('composer', HTMLFormElement)
  const input = byId('message', HTMLTextAreaElement)
  const send = byId('send', HTMLButtonElement)
  const closeButton = byId('close', HTMLButtonElement)
  const header = chatHeader()
  const waiting = new Map<string, HTMLLIElement>()
  const notices = new Map<Subject, { text: string; action: Action | undefined }>()
  let agentName = 'Assistant'
  let isSpanish = false
  let translate: ((isSpanish: boolean) => void) | null = null
  let standing: Standing = { status: 'agent', person_name: null, seen_position: null }
  let isSending = false
  let typist: string | null = null
  let typingEnds: ReturnType<typeof setTimeout> | undefined
  /** The last answer, while lines that its buttons repeat are hidden. */
  let shortened: { bubble: Element; content: string } | null = null

  /** Returns the position that shows the end, or, if the last message doesn't fit, its beginning. */
  const endPosition = () => {
    const end = scroller.scrollHeight - scroller.clientHeight
    const last = log.lastElementChild
    if (!last) return end
    const { top } = last.getBoundingClientRect()
    return Math.min(end, scroller.scrollTop + top - scroller.getBoundingClientRect().top - GAP)
  }
  const isNearEnd = () => endPosition() - scroller.scrollTop < NEAR_END
  const toEnd = () => scroller.scrollTo({ top: endPosition() })
  const inputChanged = () => {
    input.style.setProperty('height', 'auto')
    input.style.setProperty('height', `${input.scrollHeight}px`)
    const over = excess(input.value, LIMITS.message)
    notify('length', over ? `The message is ${over}.` : '')
  }

  /** Shows a notice above the input, with an action if one is given. An empty text removes the subject's notice. */
  function notify(subject: Subject, text: string, action?: Action) {
    if (!action && (notices.get(subject)?.text ?? '') === text) return
    if (text) notices.set(subject, { text, action })
    else notices.delete(subject)
    const shown = SUBJECTS.map((each) => notices.get(each)).find(Boolean)
    notice.replaceChildren()
    if (shown) notice.append(element('span', '', shown.text))
    if (shown?.action) notice.append(button(shown.action.label, shown.action.act))
  }

  const tray = photoTray({ input, target: main, newId: handlers.newId })

  function submit() {
    const content = input.value
    if ((content.trim() === '' && tray.isEmpty()) || input.disabled || excess(input.value, LIMITS.message))
      return
    if (tray.isReading()) return void submitOnceRead()
    if (!tray.isEmpty() && !navigator.onLine) return tray.showProblem(PHOTOS_OFFLINE)
    input.value = ''
    inputChanged()
    input.focus()
    handlers.send(content, tray.take())
    toEnd()
  }

  let isWaiting = false

  /**
   * Sends the message when all photos have been read. If a photo can't be read, shows the visitor why and doesn't send.
   */
  async function submitOnceRead() {
    if (isWaiting) return
    isWaiting = true
    await tray.settled()
    isWaiting = false
    if (!tray.hasProblem()) submit()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  input.addEventListener('input', () => {
    inputChanged()
    if (input.value !== '') handlers.typing()
  })
  input.addEventListener('keydown', (event) => {
    // Safari ends a composition before the Enter that ends it.
    const isComposing = event.isComposing || event.keyCode === COMPOSING
    if (event.key === 'Enter' && !event.shiftKey && !isComposing) {
      event.preventDefault()
      submit()
    }
  })
  closeButton.addEventListener('click', handlers.close)
  addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing) handlers.close()
  })
  new ResizeObserver(toEnd).observe(scroller)

  /** Returns the name under a message from the business, or null for the visitor's messages. */
  const authorName = ({ author, author_name }: ChatMessage) => {
    if (author === 'visitor') return null
    return author === 'person' ? (author_name ?? 'Our team') : agentName
  }

  const history = chatHistory({
    log,
    scroller,
    earlier: byId('earlier', HTMLButtonElement),
    draw(message) {
      const name = authorName(message)
      const photos = message.photos.length > 0 ? drawPhotos(message.photos) : undefined
      const item = drawText(message.content, name, photos)
      stamp(item, message, name)
      return item
    },
  })

  function place(message: ChatMessage) {
    if (message.author === 'person') stopTyping()
    history.place(message)
    if (message.author === 'visitor') main.classList.add('begun')
  }

  const offers = chatOffers({
    replies: byId('replies', HTMLElement),
    booking: byId('booking', HTMLElement),
    answer(text) {
      // The pressed button disappears, so move the focus into the conversation without opening the keyboard of a phone.
      if (matchMedia('(pointer: fine)').matches) input.focus()
      else scroller.focus()
      handlers.send(text)
      toEnd()
    },
    typing: handlers.typing,
    suggest: handlers.suggest,
    keep(text) {
      input.value = [input.value, text].filter(Boolean).join(' ')
      inputChanged()
      input.focus()
    },
    shown: sayOnce,
    follow: following,
  })

  /** Hides the lines of the last answer that the buttons below it repeat. */
  function sayOnce(labels: readonly string[]) {
    if (shortened) shortened.bubble.textContent = shortened.content
    shortened = null
    const last = history.last()
    const content = last && messageOf(last)?.content
    const bubble = last?.querySelector('.bubble')
    if (!content || !bubble || labels.length === 0) return
    const lines = content.split('\n').filter((line) => !labels.includes(line.replace(/^• /, '')))
    if (lines.join('\n') === content || lines.length === 0) return
    bubble.textContent = lines.join('\n')
    shortened = { bubble, content }
  }

  function drawSeen() {
    const last = history.last()
    const message = last && messageOf(last)
    if (message?.author === 'visitor' && message.position <= (standing.seen_position ?? -1)) markSeen(last)
  }

  /** Removes the unsent messages that are not among `messages`. */
  function removeAllBut(messages: readonly Waiting[]) {
    for (const [id, item] of waiting) {
      if (messages.some((message) => message.client_id === id)) continue
      item.remove()
      waiting.delete(id)
    }
  }

  const drawState = (text: string) => {
    const state = element('p', 'state')
    state.append(element('span', 'reason', text))
    return state
  }

  function drawProblem(id: string, problem: string) {
    const state = drawState(`Not sent. ${problem}`)
    state.setAttribute('role', 'alert')
    state.append(
      button('Try again', () => handlers.retry(id)),
      button('Remove', () => handlers.discard(id)),
    )
    return state
  }

  function drawTyping() {
    const name = typist ?? (isSending && standing.status !== 'person' ? agentName : null)
    typing.hidden = name === null
    typing.lang = isSpanish ? 'es' : 'en'
    const is = isSpanish ? 'está escribiendo' : 'is typing'
    byId('typing-text', HTMLElement).textContent = name === null ? '' : `${name} ${is}`
  }

  /** Shows the page's own texts in the agent's language. The Spanish ones are loaded for the first Spanish answer. */
  async function speak(language: string | undefined) {
    isSpanish = language === 'es'
    speakDays(byId('conversation', HTMLElement), language)
    if (!translate && !isSpanish) return
    if (!translate) {
      const { spanishPage } = await import('./chat-spanish.ts')
      translate ??= spanishPage()
    }
    translate(isSpanish)
  }

  function stopTyping() {
    clearTimeout(typingEnds)
    typist = null
    drawTyping()
  }

  /** Changes the conversation. If the reader is at the end, stays at the end. */
  function following(change: () => void) {
    const follow = isNearEnd() || history.isEmpty()
    change()
    if (follow) toEnd()
  }

  return {
    input,
    has: history.has,

    /** Applies the owner's settings. `embedded` adds a button that closes the frame. */
    configure(config: WidgetConfig, embedded: boolean) {
      agentName = config.agent_name
      // During an update, an older server sends none.
      const { background, ink } = config.colors ?? {}
      if (background) document.documentElement.style.setProperty('--accent', background)
      if (ink) document.documentElement.style.setProperty('--ink', ink)
      byId('conversation', HTMLElement).setAttribute('aria-label', `Conversation with ${agentName}`)
      closeButton.hidden = !embedded
      header.configure(config)
      offers.configure(config)
      tray.configure(config.file_upload)
    },

    /** Updates what depends on the time: whether the business is open, and the names of days. */
    passTime() {
      header.draw()
      renameDays(byId('conversation', HTMLElement))
    },

    /** Shows who is answering and what they have read. */
    answering(next: Standing) {
      standing = next
      header.answering(next)
      if (next.status !== 'person') stopTyping()
      drawTyping()
      drawSeen()
    },

    /** Shows the beginning of the answer that the agent is writing. An empty text hides it. */
    showPart(text: string) {
      following(() => {
        part.hidden = text === ''
        byId('part-text', HTMLElement).textContent = text
      })
    },

    /** Shows that a person of the business is typing. */
    personTyping(name: string | null) {
      following(() => {
        clearTimeout(typingEnds)
        typist = name ?? 'Our team'
        typingEnds = setTimeout(stopTyping, TYPING_MS)
        drawTyping()
      })
    },

    show(messages: readonly ChatMessage[]) {
      following(() => {
        for (const message of history.latest(messages)) place(message)
        drawSeen()
      })
    },

    /** Marks a pending message as sent and adds the answers that follow it. */
    deliver(id: string, messages: readonly ChatMessage[]) {
      const item = waiting.get(id)
      const [own, ...answers] = messages
      waiting.delete(id)
      if (item && own && !history.has(own.id)) {
        item.classList.remove('waiting', 'failed')
        item.querySelector('.state')?.remove()
        item.querySelector('.photos')?.replaceWith(drawPhotos(own.photos))
        stamp(item, own, null)
        history.settle(item, own)
        main.classList.add('begun')
      } else {
        item?.remove()
        if (own) place(own)
      }
      for (const answer of answers) place(answer)
      drawSeen()
      toEnd()
    },

    showOffers(next: Offers) {
      header.speak(next.language)
      speak(next.language).catch(() => undefined)
      following(() => offers.show(next))
    },

    /** Shows the booked call, and whether the business moved or canceled it. */
    showBooking(booking: VisitorBooking | null, news: CallNews | null) {
      following(() => offers.showBooking(booking, news))
    },

    /** Shows unsent messages, each with its status. `delay` is the reason why the first one waits. */
    showWaiting(messages: readonly Waiting[], sending: boolean, delay: string | null) {
      removeAllBut(messages)
      for (const { client_id: id, content, problem } of messages) {
        let item = waiting.get(id)
        if (!item) {
          const photos = handlers.photosOf(id)
          item = drawText(content, null, photos.length > 0 ? drawChosen(photos) : undefined)
          waiting.set(id, item)
          log.append(item)
        }
        item.classList.add('waiting')
        item.classList.toggle('failed', problem !== null)
        item.querySelector('.state')?.remove()
        const isFirst = messages.find((message) => message.problem === null)?.client_id === id
        const pending = sending ? 'Sending…' : (isFirst && delay) || 'Waiting to be sent'
        item.append(problem === null ? drawState(pending) : drawProblem(id, problem))
      }
      following(() => {
        isSending = sending
        offers.wait(messages.length > 0)
        drawTyping()
      })
    },

    /** Enables the input. */
    ready(focus: boolean) {
      main.removeAttribute('aria-busy')
      input.disabled = false
      send.disabled = false
      if (focus) input.focus()
    },

    focus: () => input.focus(),

    notify,

    /** Shows why there is no chat, if a call failed for that reason. Returns whether it did. */
    refuse(error: unknown): boolean {
      if (!(error instanceof ChatError && error.isFinal)) return false
      main.removeAttribute('aria-busy')
      header.end()
      byId('heading', HTMLElement).textContent = UNAVAILABLE
      document.title = UNAVAILABLE
      form.hidden = true
      notice.replaceChildren()
      for (const shown of scroller.querySelectorAll<HTMLElement>(':scope > *')) shown.hidden = true
      const sentence = element('p', 'refusal', error.sentence)
      sentence.setAttribute('role', 'alert')
      scroller.append(sentence)
      return true
    },

    /** Removes all messages from the screen. */
    clear() {
      history.clear()
      offers.clear()
      waiting.clear()
      stopTyping()
      main.classList.remove('begun')
    },
  }
}
