import { badgedTitle, badgeText } from '../../../domain/leads/new-lead.ts'
import { noteInbox } from '../../../stores/conversations/presence.ts'
import {
  $hasConversations,
  $needing,
  $waiting,
  $waitingCount,
} from '../../../stores/conversations/waiting.ts'
import { $unseenLeads, countUnseenLeads, noticeLeads } from '../../../stores/leads/new-lead-badge.ts'

function showCount(selector: string, count: number): void {
  for (const place of document.querySelectorAll<HTMLElement>(selector)) {
    place.hidden = count === 0
    place.querySelector('[data-count]')?.replaceChildren(badgeText(count))
  }
}

/**
 * Shows counts: of unseen leads and waiting conversations in the title, and of unseen leads and visitors who need a person
 * in the menu, the bar, and the screen switch. Hides the inbox if the API has none.
 */
function show(): void {
  const waiting = $waitingCount.get()
  const unseen = $unseenLeads.get()
  document.title = badgedTitle(document.title, unseen + waiting)
  showCount('[data-unseen]', unseen)
  showCount('[data-needing]', $needing.get().length)
  for (const place of document.querySelectorAll<HTMLElement>('[data-screen-switch], [data-inbox]'))
    place.hidden = !$hasConversations.get()
}

/** Starts the badges. They update for as long as the console is open. */
export function startBadges(): void {
  document.addEventListener('astro:page-load', () => {
    noticeLeads()
    show()
  })
  countUnseenLeads()
  $waiting.subscribe(({ data }) => noteInbox(data === undefined ? null : data !== null))
  for (const $changed of [$unseenLeads, $waitingCount, $needing, $hasConversations]) $changed.listen(show)
  show()
}
