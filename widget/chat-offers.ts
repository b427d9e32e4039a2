import type { CallNews, ChatUpdate, VisitorBooking, WidgetConfig } from '../src/contract/widget.ts'
import { knownZone } from '../src/domain/time/format-by-zone.ts'
import type { ControlParts, chatControl } from './chat-control.ts'
import { button } from './chat-dom.ts'
import { cardWords, timeIn } from './chat-words.ts'

/** The maximum number of quick replies on the screen until the visitor asks for more. */
const MOST_SHOWN = 8

/** What the agent offers for its question. An API without forms sends only the quick replies. */
export type Offers = Pick<ChatUpdate, 'quick_replies'> & Partial<Pick<ChatUpdate, 'control' | 'language'>>

interface Parts extends ControlParts {
  replies: HTMLElement
  booking: HTMLElement
  /** Called with the labels that are currently on the screen. */
  shown: (labels: readonly string[]) => void
  /** Makes a change that the view follows. */
  follow: (change: () => void) => void
}

function link(text: string, href: string, opens: boolean): HTMLAnchorElement {
  const made = document.createElement('a')
  made.textContent = text
  made.href = href
  if (opens) {
    made.target = '_blank'
    made.rel = 'noreferrer'
  }
  return made
}

const line = (className: string, text: string) => {
  const made = document.createElement('p')
  made.className = className
  made.textContent = text
  return made
}

/** Draws quick replies, the form for the question, and the booked call. Inserts labels as text, never as HTML. */
export function chatOffers({ replies, booking, shown, follow, ...parts }: Parts) {
  let control: ReturnType<typeof chatControl> | null = null
  let offers: Offers = { quick_replies: [] }
  /** Whether the visitor has asked for the rest of the buttons. */
  let isWhole = false
  let drawn = ''
  let isWaiting = false
  let zone: string | null = null
  let business = ''
  let booked: VisitorBooking | null = null
  /** How the business changed the call, until the visitor does. */
  let news: CallNews | null = null

  function drawReplies() {
    const labels = offers.quick_replies
    replies.hidden = isWaiting || labels.length === 0
    const isCut = !isWhole && labels.length > MOST_SHOWN
    const some = isCut ? labels.slice(0, MOST_SHOWN - 1) : labels
    const more = isCut ? [offers.language === 'es' ? 'Mostrar más' : 'Show more'] : []
    const next = [...some, ...more].join('\n')
    // Buttons that stay the same keep the focus.
    if (next !== drawn) {
      drawn = next
      // Keep the hour and AM or PM on one line.
      const buttons = some.map((label) =>
        button(label.replace(/ (?=[AP]M\b)/, '\u00a0'), () => parts.answer(label), ''),
      )
      replies.replaceChildren(...buttons, ...more.map((label) => button(label, showRest, '')))
    }
    shown(isWaiting ? [] : some)
  }

  function showRest() {
    isWhole = true
    drawReplies()
    replies.querySelectorAll('button')[MOST_SHOWN - 1]?.focus()
  }

  /** Shows the form for the question, which is loaded for the first one. Without it, visitors answer in a message. */
  async function drawControl() {
    if (!control && !offers.control) return
    if (!control) {
      const { chatControl } = await import('./chat-control.ts')
      control ??= chatControl(parts)
    }
    follow(() => {
      control?.show(offers.control, offers.language)
      control?.wait(isWaiting)
    })
  }

  function drawBooking() {
    const shown = booked ?? news
    booking.hidden = shown === null
    if (!shown) return booking.replaceChildren()
    const words = cardWords(offers.language)
    const isVisit = shown.kind === 'visit'
    booking.lang = words.lang
    booking.setAttribute('aria-label', isVisit ? words.yourVisit : words.yourCall)
    const start = new Date(shown.start_time)
    const there = timeIn(words.lang, start, knownZone(zone))
    if (!booked) return booking.replaceChildren(line('booking-time', words.canceled(business, there)))
    const here = timeIn(words.lang, start, undefined)
    let title = isVisit ? words.visitBooked : words.callBooked
    if (news) title = words.moved(business)
    const parts = [line('booking-title', title), line('booking-time', there)]
    if (here !== there && start.getTime() > Date.now()) parts.push(line('booking-note', words.yourTime(here)))
    const links = line('booking-links', '')
    links.append(
      link(words.addToCalendar, booked.calendar_url, false),
      link(words.details, booked.page_url, true),
    )
    booking.replaceChildren(...parts, links)
  }

  return {
    configure(config: WidgetConfig) {
      zone = config.timezone
      business = config.business_name
      drawBooking()
    },
    show(next: Offers) {
      // The rest stays on the screen while the buttons are the same.
      isWhole &&= offers.quick_replies.join('\n') === next.quick_replies.join('\n')
      const isOther = offers.language !== next.language
      offers = next
      if (isOther) drawBooking()
      drawReplies()
      drawControl().catch(() => undefined)
    },
    showBooking(next: VisitorBooking | null, change: CallNews | null) {
      const told = change?.type === (next ? 'moved' : 'canceled') ? change : null
      if (JSON.stringify([next, told]) === JSON.stringify([booked, news])) return
      booked = next
      news = told
      drawBooking()
    },
    /** Hides the quick replies while a message is being sent. */
    wait(waiting: boolean) {
      if (waiting === isWaiting) return
      isWaiting = waiting
      drawReplies()
      control?.wait(waiting)
    },
    clear() {
      offers = { quick_replies: [] }
      booked = null
      news = null
      drawReplies()
      drawBooking()
      control?.clear()
    },
  }
}
