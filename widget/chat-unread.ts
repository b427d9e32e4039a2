import type { ChatMessage } from '../src/contract/widget.ts'

interface Parts {
  /** Returns the last position that the visitor has seen, in any tab, or null if unknown. */
  seen: () => number | null
  keepSeen: (position: number) => void
  /** Returns whether the visitor currently sees the conversation. */
  isSeen: () => boolean
  changed: (count: number) => void
}

/** Counts the messages from the business that the visitor hasn't seen. The initial messages count as seen. */
export function unreadCounter({ seen, keepSeen, isSeen, changed }: Parts) {
  let last = -1
  let theirs: number[] = []

  function update() {
    if (last >= 0 && isSeen()) keepSeen(last)
    const known = seen() ?? last
    theirs = theirs.filter((position) => position > known)
    changed(theirs.length)
  }

  return {
    update,
    /** Returns the position of the last message, or null if there is none. */
    last: () => (last >= 0 ? last : null),
    add(messages: readonly ChatMessage[]) {
      const isFirst = seen() === null
      for (const { position, author } of messages) {
        if (author === 'visitor' || isFirst) keepSeen(position)
        else if (!theirs.includes(position)) theirs.push(position)
        last = Math.max(last, position)
      }
      update()
    },
    clear() {
      last = -1
      theirs = []
      changed(0)
    },
  }
}
