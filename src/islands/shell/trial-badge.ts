import { trialEndsSoon } from '../../domain/billing/trial.ts'
import { counted } from '../../domain/common/counted.ts'
import { $trial } from '../../stores/organization/organization.ts'

/**
 * Shows the remaining days of the trial on the Billing item (section 2, Shell): red at 3 days or fewer, and amber
 * otherwise. Also shows them on More, which contains that item on a phone. Returns the unbind function.
 */
export function bindTrialBadge(shell: Element): () => void {
  const badges = shell.querySelectorAll<HTMLElement>('[data-trial]')
  return $trial.subscribe((trial) => {
    const isOn = trial?.isOnTrial ?? false
    for (const each of badges) each.hidden = !isOn
    if (!trial || !isOn) return
    const text = trialText(trial.daysRemaining)
    for (const each of badges) {
      each.dataset.soon = String(trialEndsSoon(trial))
      each.querySelector('[data-days]')?.replaceChildren(String(trial.daysRemaining))
      each.querySelector('[data-words]')?.replaceChildren(text)
    }
  })
}

const trialText = (days: number) => `${counted(days, 'day')} left in trial`
