import type { Lead } from '../../contract/leads.ts'
import { currentUrl } from '../../platform/page/navigation.ts'
import { $dialogLead, $panelLead } from './dialog.ts'
import { $lead } from './page.ts'

/** Returns the lead that is open above the list, next to it, or on its own page; null if none is open. */
export function openedLead(): Lead | null {
  const isInList = $dialogLead.get() !== null || $panelLead.get() !== null
  return isInList || currentUrl().pathname.startsWith('/leads/') ? $lead.get().lead : null
}
