import { getConversation } from '../../src/contract/leads.ts'
import { unknownLead } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { presentFor, saidIn } from './messages.ts'

/**
 * Mounts the endpoint for the conversation of a lead, without notes. A lead that was created by hand has no
 * conversation, and no messages.
 */
export function mountConversations(api: Api): void {
  const { db } = api.deps
  mount(api, getConversation, async ({ organizationId, params }) => {
    const lead = await db
      .selectFrom('leads')
      .select('conversation_id')
      .where('id', '=', params.leadId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!lead) throw unknownLead()
    if (lead.conversation_id === null) return { messages: [] }
    const messages = await saidIn(db, lead.conversation_id)
      .where('organization_id', '=', organizationId)
      .execute()
    return { messages: messages.map(presentFor(api.deps)) }
  })
}
