import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../../contract/leads.ts'
import { callQueue } from '../../domain/leads/call-queue.ts'
import { NEW_LEAD_TOAST } from '../../domain/leads/new-lead.ts'
import { currentUrl, navigate } from '../../platform/page/navigation.ts'
import { $allLeads } from './list.ts'

export type LeadPanel = 'call-queue' | 'sample' | 'alerts' | 'import'

const $open = atom<LeadPanel | null>(null)

/** The open panel above the list; null if none is open. */
export const $leadPanel: ReadableAtom<LeadPanel | null> = $open

/** Opens a panel; null closes the open one. */
export function showLeadPanel(panel: LeadPanel | null): void {
  $open.set(panel)
}

/** Opens the alert settings on a page that has them. */
export async function goToAlerts(): Promise<void> {
  showLeadPanel('alerts')
  if (!currentUrl().pathname.startsWith(NEW_LEAD_TOAST.href)) await navigate(NEW_LEAD_TOAST.href)
}

/** The leads to call, oldest first. */
export const $callQueue: ReadableAtom<Lead[]> = computed($allLeads, ({ data }) => callQueue(data ?? []))
