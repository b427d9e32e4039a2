import type { ChatMessage } from '../../../src/contract/widget.ts'

/** Number of latest messages drawn at first; each step back draws as many again. */
const DRAWN = 100

interface Parts {
  log: HTMLOListElement
  scroller: HTMLElement
  /** Shown above the log while there are earlier messages. */
  earlier: HTMLButtonElement
  draw: (message: ChatMessage) => HTMLLIElement
}

/**
 * The messages on the screen, without duplicates. Draws the earlier part of a long history only on request.
 */
export function chatHistory({ log, scroller, earlier, draw }: Parts) {
  const shown = new Map<string, HTMLLIElement>()
  let held: readonly ChatMessage[] = []

  function drawEarlier() {
    const batch = held.slice(-DRAWN)
    held = held.slice(0, -DRAWN)
    const list = document.createElement('ol')
    list.className = 'messages earlier'
    // Screen readers should not announce old messages.
    list.setAttribute('aria-live', 'off')
    for (const message of batch) {
      const item = draw(message)
      shown.set(message.id, item)
      list.append(item)
    }
    const { scrollHeight, scrollTop } = scroller
    log.parentElement?.prepend(list)
    earlier.hidden = held.length === 0
    scroller.scrollTop = scrollTop + scroller.scrollHeight - scrollHeight
    // From here on, the browser lays out only messages near the viewport.
    list.style.setProperty('contain-intrinsic-size', `auto none auto ${list.offsetHeight}px`)
    list.classList.add('settled')
  }

  earlier.addEventListener('click', drawEarlier)
  new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && drawEarlier(), {
    root: scroller,
    rootMargin: '600px 0px 0px',
  }).observe(earlier)

  return {
    isEmpty: () => shown.size === 0,
    has: (id: string) => shown.has(id),
    /** Gives a drawn message its final id. */
    adopt: (id: string, item: HTMLLIElement) => shown.set(id, item),

    /** Draws a message before `next`, else at the end, unless it is already drawn. */
    place(message: ChatMessage, next: HTMLLIElement | undefined) {
      if (shown.has(message.id)) return
      const item = draw(message)
      shown.set(message.id, item)
      if (next) next.before(item)
      else log.append(item)
    },

    /** Returns the messages of the stored conversation that are to be drawn now. */
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
      earlier.hidden = true
    },
  }
}
