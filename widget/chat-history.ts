import type { ChatMessage } from '../src/contract/widget.ts'
import { join, messageOf } from './chat-message.ts'

/** How many of the latest messages to draw at first, and how many to add with each step back. */
const DRAWN = 100

interface Parts {
  log: HTMLOListElement
  scroller: HTMLElement
  /** The button above the log, which is visible while there are earlier messages. */
  earlier: HTMLButtonElement
  draw: (message: ChatMessage) => HTMLLIElement
}

/**
 * Manages the messages on the screen, ordered by position and without duplicates, followed by the unsent messages.
 * Draws the earlier part of a long history only on request.
 */
export function chatHistory({ log, scroller, earlier, draw }: Parts) {
  const shown = new Map<string, HTMLLIElement>()
  let held: readonly ChatMessage[] = []
  /** The earliest message that is drawn. */
  let first: Element | null = null

  function drawEarlier() {
    const batch = held.slice(-DRAWN)
    held = held.slice(0, -DRAWN)
    const list = document.createElement('ol')
    list.className = 'messages earlier'
    // Screen readers shouldn't announce old messages.
    list.setAttribute('aria-live', 'off')
    for (const message of batch) {
      const item = draw(message)
      shown.set(message.id, item)
      join(list.lastElementChild, item)
      list.append(item)
    }
    const { scrollHeight, scrollTop } = scroller
    join(list.lastElementChild, first)
    first = list.firstElementChild
    log.parentElement?.prepend(list)
    earlier.hidden = held.length === 0
    scroller.scrollTop = scrollTop + scroller.scrollHeight - scrollHeight
    // From now on, the browser only lays out messages near the viewport.
    list.style.setProperty('contain-intrinsic-size', `auto none auto ${list.offsetHeight}px`)
    list.classList.add('settled')
  }

  earlier.addEventListener('click', drawEarlier)
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && drawEarlier(), {
    root: scroller,
    rootMargin: '600px 0px 0px',
  }).observe(earlier)

  const positionOf = (item: Element) => messageOf(item)?.position ?? Number.POSITIVE_INFINITY

  function settle(item: HTMLLIElement, { id, position }: ChatMessage) {
    shown.set(id, item)
    let before = log.lastElementChild
    while (before && (before === item || positionOf(before) > position))
      before = before.previousElementSibling
    if (before) before.after(item)
    else log.prepend(item)
    join(before, item)
    join(item, item.nextElementSibling)
    if (!before && (!first || first.parentElement === log)) first = item
  }

  return {
    isEmpty: () => shown.size === 0,
    has: (id: string) => shown.has(id),
    last(): Element | undefined {
      let item = log.lastElementChild
      while (item && !messageOf(item)) item = item.previousElementSibling
      return item ?? undefined
    },
    /** Moves a drawn message to its position after it is sent. */
    settle,

    /** Draws a message unless it is already drawn. */
    place(message: ChatMessage) {
      if (!shown.has(message.id)) settle(draw(message), message)
    },

    /** Returns the messages of the stored conversation to draw now. */
    latest(messages: readonly ChatMessage[]): readonly ChatMessage[] {
      if (shown.size > 0 || messages.length <= DRAWN) {
        const isHeld = new Set(held.map(({ id }) => id))
        return messages.filter(({ id }) => !shown.has(id) && !isHeld.has(id))
      }
      held = messages.slice(0, -DRAWN)
      earlier.hidden = false
      return messages.slice(-DRAWN)
    },

    clear() {
      for (const list of log.parentElement?.querySelectorAll('.earlier') ?? []) list.remove()
      log.replaceChildren()
      shown.clear()
      held = []
      first = null
      earlier.hidden = true
    },
  }
}
