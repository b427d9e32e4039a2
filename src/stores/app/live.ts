import { connectLive } from '../base/live/live.ts'
import { markStaleInTurn } from '../base/query/query.ts'
import { refreshConversation, refreshConversations } from '../conversations/refresh.ts'
import { isOwnLead } from '../leads/own-leads.ts'
import { refreshLeads } from '../leads/refresh.ts'

/** Starts following the live stream, with one connection for all tabs. Returns the stop function. */
export const startLive = (): (() => void) =>
  connectLive({
    isOwnLead,
    refreshConversation,
    refreshLeads(organizationId) {
      void refreshLeads(organizationId)
      void refreshConversations(organizationId)
      void markStaleInTurn(organizationId, 'lead-notifications')
      void markStaleInTurn(organizationId, 'activity')
      void markStaleInTurn(organizationId, 'contact-limits')
      void markStaleInTurn(organizationId, 'tasks')
    },
  })
