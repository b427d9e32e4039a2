import { badgedTitle, badgeText } from '../../../domain/leads/new-lead.ts'
import { noteInbox } from '../../../stores/conversations/presence.ts'
import { $hasConversations, $waiting, $waitingCount } from '../../../stores/conversations/waiting.ts'
import { $unseenLeads, countUnseenLeads, noticeLeads } from '../../../stores/leads/new-lead-badge.ts'

function showCount(selector: string, count: number): void {
  const place = document.querySelector<HTMLElement>(selector)
  if (place) place.hidden = count === 0
  place?.querySelector('[data-count]')?.replaceChildren(badgeText(count))
}

/** Shows the number of unseen leads and waiting conversations in the title, the menu, and the screen switch. */
function show(): void {
  const waiting = $waitingCount.get()
  const count = $unseenLeads.get() + waiting
  document.title = badgedTitle(document.title, count)
  showCount('[data-unseen]', count)
  showCount('[data-waiting]', waiting)
  const screens = document.querySelector<HTMLElement>('[data-screen-switch]')
  if (screens) screens.hidden = !$hasConversations.get()
}

/** Starts the badges. They update for as long as the console is open. */
export function startBadges(): void {
  document.addEventListener('astro:page-load', () => {
    noticeLeads()
    show()
  })
  countUnseenLeads()
  $waiting.subscribe(({ data }) => noteInbox(data === undefined ? null : data !== null))
  for (const $changed of [$unseenLeads, $waitingCount, $hasConversations]) $changed.listen(show)
  show()
}
