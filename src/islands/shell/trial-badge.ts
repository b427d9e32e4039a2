import { trialEndsSoon } from '../../domain/billing/trial.ts'
import { $trial } from '../../stores/organization/organization.ts'

/** Pixels between the badge and its tooltip, and between the tooltip and the viewport's edge. */
const GAP = 8

/**
 * Shows the remaining days of the trial on the Billing item (section 2, Shell); red at 3 days or fewer, else amber.
 * Also shows them on More, which contains that item on a phone. The tooltip opens on hover and on focus, and Escape
 * closes it.
 */
export function bindTrialBadge(shell: Element): () => void {
  const badge = shell.querySelector<HTMLElement>('[data-item] [data-trial]')
  const badges = shell.querySelectorAll<HTMLElement>('[data-trial]')
  const tip = shell.querySelector<HTMLElement>('[data-trial-tip]')
  const item = badge?.closest<HTMLElement>('[data-item]')
  if (!badge || !tip || !item) return () => undefined

  const hide = () => tip.matches(':popover-open') && tip.hidePopover()
  const show = () => {
    if (badge.hidden || tip.matches(':popover-open')) return
    tip.showPopover()
    const at = badge.getBoundingClientRect()
    const { width, height } = tip.getBoundingClientRect()
    const middle = at.left + at.width / 2 - width / 2
    tip.style.left = `${Math.max(GAP, Math.min(middle, innerWidth - width - GAP))}px`
    tip.style.top = `${at.top - height - GAP}px`
  }
  item.addEventListener('pointerenter', (event) => event.pointerType === 'mouse' && show())
  item.addEventListener('pointerleave', hide)
  item.addEventListener('focus', () => item.matches(':focus-visible') && show())
  item.addEventListener('blur', hide)
  item.addEventListener('keydown', (event) => event.key === 'Escape' && hide())
  document.addEventListener('astro:before-swap', hide)

  const stop = $trial.subscribe((trial) => {
    const isOn = trial?.isOnTrial ?? false
    if (!isOn) hide()
    for (const each of badges) each.hidden = !isOn
    if (!trial || !isOn) return
    const text = trialText(trial.daysRemaining)
    tip.textContent = text
    for (const each of badges) {
      each.dataset.soon = String(trialEndsSoon(trial))
      each.querySelector('[data-days]')?.replaceChildren(String(trial.daysRemaining))
      each.querySelector('[data-words]')?.replaceChildren(text)
    }
  })
  return () => {
    stop()
    document.removeEventListener('astro:before-swap', hide)
  }
}

const trialText = (days: number) => `${days} ${days === 1 ? 'day' : 'days'} left in trial`
