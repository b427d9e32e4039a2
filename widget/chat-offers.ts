import type { ChatUpdate, VisitorBooking, WidgetConfig } from '../src/contract/widget.ts'
import { knownZone } from '../src/domain/time/format-by-zone.ts'
import type { ControlParts, chatControl } from './chat-control.ts'
import { button } from './chat-dom.ts'

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

function clock(start: Date, timeZone: string | undefined): string {
  return new Intl.DateTimeFormat('en-US', {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone,
    ...(start.getFullYear() !== new Date().getFullYear() && { year: 'numeric' }),
  }).format(start)
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
  let booked: VisitorBooking | null = null

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
    booking.hidden = booked === null
    if (!booked) return booking.replaceChildren()
    const name = booked.kind === 'visit' ? 'estimate visit' : 'estimate call'
    booking.setAttribute('aria-label', `Your ${name}`)
    const start = new Date(booked.start_time)
    const there = clock(start, knownZone(zone))
    const here = clock(start, undefined)
    const parts = [
      line('booking-title', booked.kind === 'visit' ? 'Estimate visit booked' : 'Estimate call booked'),
      line('booking-time', there),
    ]
    if (here !== there && new Date(booked.start_time).getTime() > Date.now()) {
      parts.push(line('booking-note', `Your time: ${here}`))
    }
    const links = line('booking-links', '')
    links.append(link('Add to calendar', booked.calendar_url, false), link('Details', booked.page_url, true))
    booking.replaceChildren(...parts, links)
  }

  return {
    configure(config: WidgetConfig) {
      zone = config.timezone
      drawBooking()
    },
    show(next: Offers) {
      // The rest stays on the screen while the buttons are the same.
      isWhole &&= offers.quick_replies.join('\n') === next.quick_replies.join('\n')
      offers = next
      drawReplies()
      drawControl().catch(() => undefined)
    },
    showBooking(next: VisitorBooking | null) {
      if (next?.start_time === booked?.start_time) return
      booked = next
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
      drawReplies()
      drawBooking()
      control?.clear()
    },
  }
}
