import type { InboxConversation } from '../../src/contract/conversations.ts'

/** Returns a conversation that the agent answers, with the given fields. */
export const buildConversation = (fields: Partial<InboxConversation> = {}): InboxConversation => ({
  id: 'conversation',
  channel: 'website_chat',
  status: 'agent',
  needs: null,
  taken_by: null,
  taken_by_name: null,
  taken_at: null,
  name: null,
  city: null,
  page: null,
  lead_id: null,
  lead_status: null,
  booking_start_time: null,
  last_message_at: '2026-06-01T12:00:00.000Z',
  last_excerpt: 'Hello',
  last_author: 'visitor',
  unread: 0,
  created_at: '2026-06-01T11:00:00.000Z',
  ...fields,
})
