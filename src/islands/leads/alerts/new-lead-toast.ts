import './new-lead-toast.css'
import { badgedTitle, bookedText, NEW_LEAD_TOAST, newLeadText } from '../../../domain/leads/new-lead.ts'
import { $leadAlerts, alertOf } from '../../../stores/leads/alerts.ts'
import { $unseenLeads, countUnseenLeads, noticeLeads } from '../../../stores/leads/new-lead-badge.ts'
import { $bookedLead, $newLead } from '../../../stores/live/live.ts'
import { $session } from '../../../stores/session/session.ts'
import { startBackground } from '../../../stores/shell/background.ts'

/**
 * Toasts for new leads (section 7) and booked calls, and the number of unseen leads in title and menu, on every page. Uses no framework, so that
 * they survive page transitions.
 */

/** Maximum number of toasts; the oldest is removed first. */
const MOST = 3

const stack = document.createElement('div')
stack.className = 'new-leads'
stack.setAttribute('role', 'status')
document.body.append(stack)

function toast(text: string): void {
  const box = document.createElement('div')
  box.className = 'new-lead'
  const link = document.createElement('a')
  link.href = NEW_LEAD_TOAST.href
  link.textContent = text
  const close = document.createElement('button')
  close.type = 'button'
  close.textContent = '×'
  close.setAttribute('aria-label', 'Close')
  const leave = () => box.remove()
  link.addEventListener('click', leave)
  close.addEventListener('click', leave)
  box.append(link, ...choice(leave), close)
  stack.append(box)
  if (stack.childElementCount > MOST) stack.firstElementChild?.remove()
  setTimeout(leave, NEW_LEAD_TOAST.duration)
}

/** Offers to turn on sound and notifications if the owner has not decided yet. */
function choice(leave: () => void): HTMLElement[] {
  const { sound, notification } = $leadAlerts.get()
  if (sound || notification) return []
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'new-lead-alerts'
  button.textContent = 'Alert me…'
  button.addEventListener('click', () => {
    leave()
    openAlerts().catch(() => undefined)
  })
  return [button]
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

document.addEventListener('astro:after-swap', () => document.body.append(stack))
document.addEventListener('astro:page-load', () => {
  noticeLeads()
  badge()
})

startBackground()
countUnseenLeads()
$leadAlerts.listen(() => {})
$newLead.listen((lead) => {
  if (!lead) return
  toast(newLeadText(lead.contactName))
  void alertOf(lead, $session.get().organization?.name ?? '')
})
$bookedLead.listen((lead) => lead && toast(bookedText(lead.contactName)))
$unseenLeads.listen(badge)
