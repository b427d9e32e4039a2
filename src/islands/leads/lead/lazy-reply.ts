import type { InboxThread } from '../../../contract/conversations.ts'
import { type LoadPart, lazyPart } from '../../../ui/lazy-part.tsx'

const load: LoadPart<{ thread: InboxThread }> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./lead-reply.tsx')
}

/** The reply to a lead's visitor, once the user chooses to reply. */
export const LeadReply = lazyPart(load, { name: 'The reply' })

const loadStranded: LoadPart<object> = async () => {
  if (import.meta.env.SSR) return { default: () => null }
  return await import('./stranded-messages.tsx')
}

/** Messages that an erased conversation can no longer take, if there are any. */
export const StrandedMessages = lazyPart(loadStranded, { name: 'The unsent messages' })
