import { atom, computed, type ReadableAtom } from 'nanostores'
import type { Lead } from '../contract/leads.ts'
import { callQueue } from '../domain/call-queue.ts'
import { $allLeads } from './lead-list.ts'

export type LeadPanel = 'call-queue' | 'sample' | 'keys'

const $open = atom<LeadPanel | null>(null)

/** What is open over the list beside a lead; null without anything. */
export const $leadPanel: ReadableAtom<LeadPanel | null> = $open

/** Opens one of them, or closes what is open. */
export function showLeadPanel(panel: LeadPanel | null): void {
  $open.set(panel)
}

/** Whom to call now, who has waited longest first. */
export const $callQueue: ReadableAtom<Lead[]> = computed($allLeads, ({ data }) => callQueue(data ?? []))
