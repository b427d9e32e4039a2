import type { InboxThread } from '../../../contract/conversations.ts'
import { type LoadPart, lazyPart, NO_PART } from '../../../ui/lazy-part.tsx'

const load: LoadPart<{ thread: InboxThread | null }> = import.meta.env.SSR
  ? NO_PART
  : () => import('./lead-reply.tsx')

/**
 * The reply to a lead's visitor, loaded when the user chooses to reply. Without a thread, shows the unsent messages
 * that an erased conversation no longer accepts.
 */
export const LeadReply = lazyPart(load, { name: 'The reply' })
