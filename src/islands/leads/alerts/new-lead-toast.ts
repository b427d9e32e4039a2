import { badgedTitle, bookedText, NEW_LEAD_TOAST, newLeadText } from '../../../domain/leads/new-lead.ts'
import { $leadAlerts, alertOf } from '../../../stores/leads/alerts.ts'
import { $unseenLeads, countUnseenLeads, noticeLeads } from '../../../stores/leads/new-lead-badge.ts'
import { $bookedLead, $newLead } from '../../../stores/live/live.ts'
import { $organizationName } from '../../../stores/organization/organization.ts'
import { startBackground } from '../../../stores/shell/background.ts'
import { prepareToasts, toasts } from '../../../ui/toasts.ts'

/** Offers to turn on sound and notifications if the owner has not decided yet. */
function announce(text: string): void {
  const { sound, notification } = $leadAlerts.get()
  const action = { label: 'Alert me…', act: () => void openAlerts().catch(() => undefined) }
  toasts.info({
    duration: NEW_LEAD_TOAST.duration / 1000,
    content: { text, href: NEW_LEAD_TOAST.href, action: sound || notification ? undefined : action },
  })
}

async function openAlerts(): Promise<void> {
  const { goToAlerts } = await import('../../../stores/leads/panels.ts')
  await goToAlerts()
}

function badge(): void {
  const count = $unseenLeads.get()
  document.title = badgedTitle(document.title, count)
  const place = document.querySelector<HTMLElement>('[data-unseen]')
  if (place) place.hidden = count === 0
  place?.querySelector('[data-count]')?.replaceChildren(String(count))
  place?.querySelector('[data-words]')?.replaceChildren('unseen')
}

/**
 * Starts the toasts for new leads (section 7) and booked calls, and the number of unseen leads in title and menu, on
 * every page.
 */
export function announceLeads(): void {
  prepareToasts()
  document.addEventListener('astro:page-load', () => {
    noticeLeads()
    badge()
  })
  startBackground()
  countUnseenLeads()
  $leadAlerts.listen(() => {})
  $newLead.listen((lead) => {
    if (!lead) return
    announce(newLeadText(lead.contactName))
    void alertOf(lead, $organizationName.get())
  })
  $bookedLead.listen((lead) => lead && announce(bookedText(lead.contactName)))
  $unseenLeads.listen(badge)
}
