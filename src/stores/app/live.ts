import { connectLive } from '../base/live/live.ts'
import { refetchAfter, refetchInTurn } from '../base/query/stale.ts'
import {
  refreshConversation,
  refreshConversations,
  refreshVisitor,
} from '../conversations/refresh-conversation.ts'
import { isOwnLead } from '../leads/own-leads.ts'

/** Refetches what changed leads affect. Lets a list that is loading finish, then loads the changes. */
export async function refreshLeads(organizationId: string): Promise<void> {
  refetchAfter(organizationId, 'lead-event-figures')
  await refetchInTurn(organizationId, 'lead-event')
}

/** Starts following the live stream, with one connection for all tabs. Returns the stop function. */
export const startLive = (): (() => void) =>
  connectLive({
    isOwnLead,
    refreshConversation,
    refreshVisitor,
    refreshLeads(organizationId) {
      void refreshLeads(organizationId)
      void refreshConversations(organizationId)
    },
  })
