import type { PresenceReport } from '../src/contract/widget.ts'

/** How often a tab that is seen reports. The server forgets it after two minutes. */
const BEAT_MS = 45_000
/** How long a report waits for others, such as those about several messages. */
const PAUSE_MS = 300

interface Parts {
  /** An id of this tab. */
  tab: string
  /** Whether the visitor has written, and sees the page. */
  isHere: () => boolean
  /** The positions of the last messages that this tab has received, and the visitor has seen. */
  received: () => number | null
  read: () => number | null
  /** Sends a report, also while the page closes. */
  report: (report: PresenceReport) => void
}

/** Reports to the business whether the visitor sees the page, and what the visitor has read. */
export function chatPresence({ tab, isHere, received, read, report }: Parts) {
  let sent = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  function send(is_here: boolean) {
    clearTimeout(timer)
    timer = undefined
    const now = { tab, is_here, received_position: received(), read_position: read() }
    sent = JSON.stringify(now)
    report(now)
  }

  const isNew = () =>
    sent !== JSON.stringify({ tab, is_here: isHere(), received_position: received(), read_position: read() })

  setInterval(() => isHere() && send(true), BEAT_MS)

  return {
    /** Reports what has changed: at once that the visitor has left, because a hidden page can end at any time. */
    update() {
      if (!isNew() || (sent === '' && !isHere())) return
      if (isHere()) timer ??= setTimeout(() => isNew() && send(isHere()), PAUSE_MS)
      else send(false)
    },
    /** Reports that the page closes. */
    leave() {
      if (sent !== '') send(false)
    },
    /** Reports again after the connection was lost. */
    again() {
      if (isHere()) send(true)
    },
  }
}
