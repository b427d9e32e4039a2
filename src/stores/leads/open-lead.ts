import type { Lead } from '../../contract/leads.ts'
import { currentUrl } from '../../platform/page/navigation.ts'
import { $dialogLead } from './dialog.ts'
import { $lead } from './page.ts'

/** Returns the lead that is open above or beside the list, or on its own page; null without one. */
export function openedLead(): Lead | null {
  const isOpen = $dialogLead.get() !== null || currentUrl().pathname.startsWith('/leads/')
  return isOpen ? $lead.get().lead : null
}
