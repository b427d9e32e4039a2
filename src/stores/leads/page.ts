import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchConversation } from '../../api/leads.ts'
import type { Conversation, Lead } from '../../contract/leads.ts'
import { leadLabel } from '../../domain/leads/name.ts'
import { leadPath } from '../../domain/leads/path.ts'
import { currentUrl, idInPath, navigate } from '../../platform/page/navigation.ts'
import { $overlay } from '../base/outbox/overlay.ts'
import { $outage } from '../base/query/outage.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { $allLeads, $leadSearch } from './list.ts'

const $id = atom<string | null>(null)

/** The current lead, on its own page or in a dialog. */
export const $leadId: ReadableAtom<string | null> = $id

/** The current lead, unless the server does not have it yet. */
export const $storedLeadId: ReadableAtom<string | null> = computed([$id, $overlay], (id, changes) =>
  changes.some(({ change }) => change.type === 'create' && change.leadId === id) ? null : id,
)

/** Sets the current lead; null for none. */
export function showLead(id: string | null): void {
  $id.set(id)
}

/** Reads the lead's id from the URL, `/leads/{leadId}`. Call this when the page opens. */
export function openLeadPage(): void {
  // The owner can have moved on before the page opens.
  showLead(currentUrl().pathname.startsWith('/leads/') ? idInPath() : null)
}

/** Navigates to a lead's own page, with the current filter. It can replace the history entry of this page. */
export function goToLead(id: string, how?: { replaces: boolean }): Promise<void> {
  return navigate(leadPath(id) + $leadSearch.get(), how)
}

/** Navigates to the list, with the current filter. */
export function goToLeads(): void {
  void navigate(`/leads${$leadSearch.get()}`)
}

/**
 * The page's lead and its loading state; `missing` if the loaded list does not contain it, `unreachable` if the list
 * could not be loaded because of an outage.
 */
export interface LeadOnPage {
  status: 'loading' | 'ready' | 'missing' | 'failed' | 'unreachable'
  lead: Lead | null
  error: Error | null
  refetch: () => Promise<void>
}

/** The page before its lead has loaded. */
export const UNKNOWN_LEAD: LeadOnPage = {
  status: 'loading',
  lead: null,
  error: null,
  refetch: async () => {},
}

/** The page's lead, taken from the list of all leads, because the API has no endpoint for a single one. */
export const $lead: ReadableAtom<LeadOnPage> = computed(
  [$allLeads, $leadId, $outage],
  (leads, id, outage): LeadOnPage => {
    const lead = leads.data?.find((one) => one.id === id) ?? null
    const { error, refetch } = leads
    if (lead) return { status: 'ready', lead, error, refetch }
    if (id === null || leads.status === 'loading') return { status: 'loading', lead, error, refetch }
    if (leads.status === 'ready') return { status: 'missing', lead, error, refetch }
    return { status: outage ? 'unreachable' : 'failed', lead, error, refetch }
  },
)

/** Returns the heading of a lead's page: the lead's name once it has loaded. */
export function titleOf({ status, lead }: Pick<LeadOnPage, 'status' | 'lead'>): string {
  if (lead) return leadLabel(lead).name
  return status === 'missing' || status === 'failed' ? 'Lead Not Found' : 'Lead'
}

/** The page's conversation; idle without a lead or if the lead has no conversation. */
export const $conversation: ReadableAtom<QueryState<Conversation>> = organizationQuery<Conversation, string>({
  kind: 'conversation',
  $input: computed($lead, ({ lead }) => (lead?.conversation_id ? lead.id : null)),
  read: (organizationId, signal, leadId) => fetchConversation(organizationId, leadId, signal),
})
