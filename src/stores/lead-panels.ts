import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../contract/leads.ts'
import { callQueue } from '../domain/call-queue.ts'
import { NEW_LEAD_TOAST } from '../domain/new-lead.ts'
import { currentUrl, navigate } from '../platform/navigation.ts'
import { $allLeads } from './lead-list.ts'

export type LeadPanel = 'call-queue' | 'sample' | 'keys' | 'alerts'

const $open = atom<LeadPanel | null>(null)

/** What is open over the list beside a lead; null without anything. */
export const $leadPanel: ReadableAtom<LeadPanel | null> = $open

/** Opens one of them, or closes what is open. */
export function showLeadPanel(panel: LeadPanel | null): void {
  $open.set(panel)
}

/** Opens the choice of alerts, on a page that has it. */
export async function goToAlerts(): Promise<void> {
  showLeadPanel('alerts')
  if (!currentUrl().pathname.startsWith(NEW_LEAD_TOAST.href)) await navigate(NEW_LEAD_TOAST.href)
}

/** Whom to call now, who has waited longest first. */
export const $callQueue: ReadableAtom<Lead[]> = computed($allLeads, ({ data }) => callQueue(data ?? []))
