import type { VisitorBooking, WidgetConfig } from '../../../src/contract/widget.ts'
import { knownZone } from '../../../src/domain/time/format-by-zone.ts'

interface Parts {
  replies: HTMLElement
  booking: HTMLElement
  answer: (text: string) => void
  /** Called with the labels that are currently on the screen. */
  shown: (labels: readonly string[]) => void
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

/** Draws quick replies and the booked call. Inserts labels as text, never as HTML. */
export function chatOffers({ replies, booking, answer, shown }: Parts) {
  let labels: readonly string[] = []
  let isWaiting = false
  let zone: string | null = null
  let booked: VisitorBooking | null = null

  function drawReplies() {
    replies.hidden = isWaiting || labels.length === 0
    replies.replaceChildren(
      ...labels.map((label) => {
        const made = document.createElement('button')
        made.type = 'button'
        // Keep the hour and AM or PM on one line.
        made.textContent = label.replace(/ (?=[AP]M\b)/, '\u00a0')
        made.addEventListener('click', () => answer(label))
        return made
      }),
    )
    shown(isWaiting ? [] : labels)
  }

  function drawBooking() {
    booking.hidden = booked === null
    if (!booked) return booking.replaceChildren()
    const start = new Date(booked.start_time)
    const there = clock(start, knownZone(zone))
    const here = clock(start, undefined)
    const parts = [line('booking-title', 'Estimate call booked'), line('booking-time', there)]
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
    showReplies(next: readonly string[]) {
      labels = next
      drawReplies()
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
    },
    clear() {
      labels = []
      booked = null
      drawReplies()
      drawBooking()
    },
  }
}
