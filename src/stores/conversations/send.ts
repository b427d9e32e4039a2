// A message also changes the lists of leads, which that module connects.
import '../leads/send.ts'
import { postMessage } from '../../api/conversations.ts'
import type { MessageChange } from '../../domain/outbox/outbox.ts'
import { connectSender } from '../base/outbox/outbox.ts'
import { keepWritten } from './written.ts'

async function sendMessage(
  organizationId: string,
  { conversationId, message }: MessageChange,
  signal: AbortSignal,
): Promise<object> {
  await keepWritten(
    organizationId,
    conversationId,
    await postMessage(organizationId, conversationId, message, signal),
  )
  return {}
}

/** Submits a reply or a note. */
export const submitMessage = connectSender(['message'], sendMessage)
