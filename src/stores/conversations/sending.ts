import * as v from 'valibot'
import { postMessage } from '../../api/conversations.ts'
import { registerSenders } from '../base/outbox/outbox.ts'
import type { Senders } from '../base/outbox/senders.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { keepWritten } from './written.ts'

/** How replies and notes are sent. A note never waits for a rejected message. */
export const MESSAGE_SENDERS = {
  message: {
    schema: v.looseObject({
      leadId: v.string(),
      conversationId: v.string(),
      name: v.string(),
      message: v.looseObject({ client_id: v.string(), message_type: v.string(), content: v.string() }),
    }),
    async send(organizationId, { conversationId, message }, signal) {
      const reply = await postMessage(organizationId, conversationId, message, signal)
      await keepWritten(organizationId, conversationId, reply)
      return {}
    },
    settle: async (organizationId) => refetchAfter(organizationId, 'outbox-sent'),
    failure: 'Failed to send message',
    series: ({ conversationId, message }) =>
      message.message_type === 'note' ? null : `${message.message_type} ${conversationId}`,
    isShownByFeature: true,
  },
} satisfies Partial<Senders>

/** Submits a reply or a note for a user in an organization. */
export const submitMessage = registerSenders(MESSAGE_SENDERS)
