import type { ChatMessage } from '../src/contract/widget.ts'
import { element, initials } from './chat-dom.ts'

/** Messages of one author within this period share one time and one avatar. */
const TOGETHER_MS = 5 * 60_000

const sentAs = new WeakMap<Element, ChatMessage>()

/** Returns the message that an element shows, or undefined for an unsent message. */
export const messageOf = (item: Element): ChatMessage | undefined => sentAs.get(item)

/** Returns an element for a message from the visitor or, with a `name`, from the business: text, photos, or both. */
export function drawText(content: string, name: string | null, photos?: HTMLElement): HTMLLIElement {
  const item = element('li', name === null ? 'message visitor' : 'message agent')
  item.append(element('span', 'sr-only', name === null ? 'You: ' : `${name}: `))
  if (content !== '') {
    const text = element('p', 'bubble', content)
    text.dir = 'auto'
    item.append(text)
  }
  if (photos) item.append(photos)
  if (name !== null) {
    const face = element('span', 'face')
    face.setAttribute('aria-hidden', 'true')
    face.dataset.initials = initials(name)
    item.append(face)
  }
  return item
}

/** Adds the details of a sent message: its time and the name of its author. */
export function stamp(item: HTMLLIElement, message: ChatMessage, name: string | null): void {
  sentAs.set(item, message)
  const moment = new Date(message.created_at)
  item.title = moment.toLocaleString()
  const time = element('time', '', moment.toLocaleTimeString([], { hour: 'numeric', minute: '2-digit' }))
  time.dateTime = message.created_at
  const meta = element('p', 'meta', name === null ? '' : `${name} · `)
  meta.append(time)
  item.append(meta)
}

const WORDS = {
  en: { today: 'Today', yesterday: 'Yesterday', seen: 'Seen' },
  es: { today: 'Hoy', yesterday: 'Ayer', seen: 'Visto' },
}
let language: keyof typeof WORDS = 'en'

/** Names days in the agent's language, also those that the log already shows. */
export function speakDays(log: Element, next: string | undefined): void {
  language = next === 'es' ? 'es' : 'en'
  renameDays(log)
}

/** Shows that the business has read a message. */
export function markSeen(item: Element | undefined): void {
  if (item && !item.querySelector('.seen'))
    item.querySelector('.meta')?.append(element('span', 'seen', ` · ${WORDS[language].seen}`))
}

const dayOf = ({ created_at }: ChatMessage) => new Date(created_at).toDateString()

function dayLabel(date: Date): string {
  const today = new Date()
  const yesterday = new Date(today)
  yesterday.setDate(today.getDate() - 1)
  if (date.toDateString() === today.toDateString()) return WORDS[language].today
  if (date.toDateString() === yesterday.toDateString()) return WORDS[language].yesterday
  return date.toLocaleDateString(`${language}-US`, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    ...(date.getFullYear() !== today.getFullYear() && { year: 'numeric' }),
  })
}

/** Shows a message's day, unless the previous message is from the same day. Groups messages of one author. */
export function join(before: Element | null | undefined, item: Element | null | undefined): void {
  const own = item && messageOf(item)
  if (!item || !own) return
  const previous = before ? messageOf(before) : undefined
  const isSameDay = previous !== undefined && dayOf(previous) === dayOf(own)
  const day = item.querySelector('.day')
  if (isSameDay) day?.remove()
  else if (!day) item.prepend(dayElement(own))
  before?.classList.toggle(
    'continued',
    isSameDay &&
      previous.author === own.author &&
      previous.author_name === own.author_name &&
      Date.parse(own.created_at) - Date.parse(previous.created_at) < TOGETHER_MS,
  )
}

function dayElement({ created_at }: ChatMessage) {
  const made = element('p', 'day', dayLabel(new Date(created_at)))
  made.dataset.at = created_at
  return made
}

/** Updates the names of days, after midnight or in another language. */
export function renameDays(log: Element): void {
  for (const day of log.querySelectorAll<HTMLElement>('.day')) {
    const label = dayLabel(new Date(day.dataset.at ?? ''))
    if (day.textContent !== label) day.textContent = label
  }
}
