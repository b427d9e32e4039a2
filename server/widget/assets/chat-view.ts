import type { ChatMessage, WidgetConfig } from '../../../src/contract/widget.ts'
import { surface } from '../../../src/domain/common/color.ts'
import { isOpen, openingText } from '../../../src/domain/settings/business-hours.ts'
import { chatHistory } from './chat-history.ts'
import { chatOffers, type Offers } from './chat-offers.ts'
import type { Waiting } from './outbox.ts'

/** A reader within this many pixels of the end follows the conversation. */
const NEAR_END = 80

interface Handlers {
  send: (content: string) => void
  retry: (id: string) => void
  discard: (id: string) => void
  close: () => void
}

function element<Tag extends keyof HTMLElementTagNameMap>(tag: Tag, className = '', text = '') {
  const made = document.createElement(tag)
  if (className) made.className = className
  if (text) made.textContent = text
  return made
}

function byId<Kind extends HTMLElement>(id: string, kind: new () => Kind): Kind {
  const found = document.getElementById(id)
  if (found instanceof kind) return found
  throw new Error(`The page lacks #${id}`)
}

function button(label: string, act: () => void) {
  const made = element('button', 'link', label)
  made.type = 'button'
  made.addEventListener('click', act)
  return made
}

function replyText(replyTime: string | null): string {
  const text = replyTime?.trim()
  return text ? `Typically replies ${text.charAt(0).toLowerCase()}${text.slice(1)}` : ''
}

/** Draws the chat. Inserts people's texts as text, never as HTML. */
export function chatView(handlers: Handlers) {
  const main = byId('chat', HTMLElement)
  const scroller = byId('scroller', HTMLElement)
  const log = byId('log', HTMLOListElement)
  const typing = byId('typing', HTMLElement)
  const notice = byId('notice', HTMLElement)
  const form = byId('composer', HTMLFormElement)
  const input = byId('message', HTMLTextAreaElement)
  const send = byId('send', HTMLButtonElement)
  const closeButton = byId('close', HTMLButtonElement)
  const waiting = new Map<string, HTMLLIElement>()
  let agentName = 'Assistant'

  const isNearEnd = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < NEAR_END
  const toEnd = () => scroller.scrollTo({ top: scroller.scrollHeight })
  const fitInput = () => {
    input.style.setProperty('height', 'auto')
    input.style.setProperty('height', `${input.scrollHeight}px`)
  }

  function submit() {
    const content = input.value
    if (content.trim() === '' || input.disabled) return
    input.value = ''
    fitInput()
    input.focus()
    handlers.send(content)
    toEnd()
  }

  form.addEventListener('submit', (event) => {
    event.preventDefault()
    submit()
  })
  input.addEventListener('input', fitInput)
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) {
      event.preventDefault()
      submit()
    }
  })
  closeButton.addEventListener('click', handlers.close)
  addEventListener('keydown', ({ key, isComposing }) => {
    if (key === 'Escape' && !isComposing) handlers.close()
  })
  new ResizeObserver(toEnd).observe(scroller)

  function bubble(type: string, content: string) {
    const isVisitor = type === 'incoming'
    const item = element('li', isVisitor ? 'message visitor' : 'message agent')
    const text = element('p', 'bubble', content)
    text.dir = 'auto'
    item.append(element('span', 'sr-only', isVisitor ? 'You: ' : `${agentName}: `), text)
    return item
  }

  /** The time of a message: on hover, and for the agent's messages also for screen readers. */
  function stamp(item: HTMLLIElement, { created_at, message_type }: ChatMessage) {
    const moment = new Date(created_at)
    item.title = moment.toLocaleString()
    if (message_type === 'incoming') return
    const clock = moment.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' })
    const time = element('time', 'sr-only', ` ${clock}`)
    time.dateTime = created_at
    item.append(time)
  }

  const history = chatHistory({
    log,
    scroller,
    earlier: byId('earlier', HTMLButtonElement),
    draw(message) {
      const item = bubble(message.message_type, message.content)
      stamp(item, message)
      return item
    },
  })
  const place = (message: ChatMessage) => history.place(message, waiting.values().next().value)

  const offers = chatOffers({
    replies: byId('replies', HTMLElement),
    booking: byId('booking', HTMLElement),
    answer(text) {
      // The pressed button disappears, so move the focus into the conversation without opening a phone's
      // keyboard.
      if (matchMedia('(pointer: fine)').matches) input.focus()
      else scroller.focus()
      handlers.send(text)
      toEnd()
    },
  })

  return {
    /** Applies the owner's settings. `embedded` adds the button that closes the frame. */
    configure(config: WidgetConfig, embedded: boolean) {
      agentName = config.agent_name
      const colors = surface(config.widget_color)
      document.documentElement.style.setProperty('--accent', colors.background)
      document.documentElement.style.setProperty('--ink', colors.ink)
      document.title = `Chat with ${config.business_name}`
      byId('heading', HTMLElement).textContent = config.welcome_heading?.trim() || config.business_name
      byId('tagline', HTMLElement).textContent = config.welcome_tagline ?? ''
      byId('avatar', HTMLElement).textContent = [...config.agent_name][0]?.toUpperCase() ?? ''
      byId('typing-text', HTMLElement).textContent = `${agentName} is typing`
      byId('branding', HTMLElement).hidden = !config.show_branding
      byId('conversation', HTMLElement).setAttribute('aria-label', `Conversation with ${agentName}`)
      closeButton.hidden = !embedded
      offers.configure(config)
    },

    /** Shows whether the business is open. Call again as time passes. */
    showHours(config: WidgetConfig, now: Date) {
      const open = isOpen(config.business_hours, config.timezone, now)
      const closedText = [config.closed_button_text, openingText(config.business_hours, config.timezone, now)]
        .filter(Boolean)
        .join(' · ')
      const openText = [config.agent_name, replyText(config.reply_time)].filter(Boolean).join(' · ')
      byId('status', HTMLElement).textContent = open ? openText : closedText
      main.classList.toggle('closed', !open)
      const offline = byId('offline-message', HTMLElement)
      offline.textContent = config.offline_message ?? ''
      offline.hidden = open || !config.offline_message?.trim()
      // Makes a scrollable log reachable by keyboard.
      if (offline.scrollHeight > offline.clientHeight) offline.tabIndex = 0
      else offline.removeAttribute('tabindex')
    },

    /** Adds new messages in order. */
    show(messages: readonly ChatMessage[]) {
      const follow = isNearEnd() || history.isEmpty()
      for (const message of history.latest(messages)) place(message)
      if (follow) toEnd()
    },

    /** Marks a pending message as sent and adds the answers after it. */
    deliver(id: string, messages: readonly ChatMessage[]) {
      const item = waiting.get(id)
      const [own, ...answers] = messages
      if (item && own && !history.has(own.id)) {
        waiting.delete(id)
        history.adopt(own.id, item)
        item.classList.remove('waiting', 'failed')
        item.querySelector('.state')?.remove()
        stamp(item, own)
      } else {
        item?.remove()
        waiting.delete(id)
        if (own) place(own)
      }
      for (const answer of answers) place(answer)
      toEnd()
    },

    /** Shows the quick replies and the booked call. */
    offer(next: Offers) {
      const follow = isNearEnd()
      offers.show(next)
      if (follow) toEnd()
    },

    /** Shows unsent messages, each with its state. */
    showWaiting(messages: readonly Waiting[], isSending: boolean) {
      for (const [id, item] of waiting) {
        if (messages.some((message) => message.client_id === id)) continue
        item.remove()
        waiting.delete(id)
      }
      for (const { client_id: id, content, problem } of messages) {
        let item = waiting.get(id)
        if (!item) {
          item = bubble('incoming', content)
          waiting.set(id, item)
          log.append(item)
        }
        item.classList.add('waiting')
        item.classList.toggle('failed', problem !== null)
        item.querySelector('.state')?.remove()
        const pending = isSending ? 'Sending…' : 'Waiting to be sent'
        const state = element('p', 'state')
        state.append(element('span', 'reason', problem === null ? pending : `Not sent. ${problem}`))
        if (problem !== null) {
          state.setAttribute('role', 'alert')
          state.append(
            button('Try again', () => handlers.retry(id)),
            button('Remove', () => handlers.discard(id)),
          )
        }
        item.append(state)
      }
      const follow = isNearEnd()
      offers.wait(messages.length > 0)
      typing.hidden = !isSending
      if (follow) toEnd()
    },

    /** Enables the input. */
    ready(focus: boolean) {
      main.removeAttribute('aria-busy')
      input.disabled = false
      send.disabled = false
      if (focus) input.focus()
    },

    focus: () => input.focus(),

    /** Shows a message above the input, with an action if given; empty removes it. */
    notify(text: string, action?: { label: string; act: () => void }) {
      notice.replaceChildren()
      if (text) notice.append(element('span', '', text))
      if (action) notice.append(button(action.label, action.act))
    },

    /** Shows why there is no chat, in place of the conversation. */
    refuse(title: string, reason: string) {
      main.removeAttribute('aria-busy')
      byId('heading', HTMLElement).textContent = title
      document.title = title
      form.hidden = true
      typing.hidden = true
      log.replaceChildren()
      const sentence = element('p', 'refusal', reason)
      sentence.setAttribute('role', 'alert')
      scroller.replaceChildren(sentence)
    },

    /** Removes all messages from the screen. */
    clear() {
      history.clear()
      offers.clear()
      waiting.clear()
    },
  }
}
