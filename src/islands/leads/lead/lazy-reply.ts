import type { InboxThread } from '../../../contract/conversations.ts'
import { type LoadPart, lazyPart } from '../../../ui/lazy-part.tsx'

const load: LoadPart<{ thread: InboxThread | null }> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead-reply.tsx')
}

/** The reply to a lead's visitor, once the user chooses to reply; without a thread, what an erased one no longer takes. */
export const LeadReply = lazyPart(load, { name: 'The reply' })
