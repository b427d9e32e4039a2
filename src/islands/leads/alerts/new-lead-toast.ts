import { bookedText, NEW_LEAD_TOAST, newLeadText } from '../../../domain/leads/new-lead.ts'
import { startBackground } from '../../../stores/app/background.ts'
import { $bookedLead, $newLead } from '../../../stores/base/live/live.ts'
import { $leadAlerts, alertOf } from '../../../stores/leads/alerts.ts'
import { $organizationName } from '../../../stores/organization/organization.ts'
import { prepareToasts, toasts } from '../../../ui/toasts.ts'
import { startBadges } from './badge.ts'

/** Shows a toast that offers to turn on sound and notifications if the owner hasn't decided yet. */
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

/**
 * Starts the toasts for new leads (section 7) and booked calls, and the badges in the title and the menu, on every
 * page.
 */
export function announceLeads(): void {
  prepareToasts()
  startBackground()
  startBadges()
  $leadAlerts.listen(() => {})
  $newLead.listen((lead) => {
    if (!lead) return
    announce(newLeadText(lead.contactName))
    void alertOf(lead, $organizationName.get())
  })
  $bookedLead.listen((lead) => lead && announce(bookedText(lead.contactName)))
}
