import { type AgentTrace, readMessageTrace } from '../contract/trace.ts'
import { call } from './client.ts'

/** Returns why the agent wrote a message. */
export function fetchTrace(
  organizationId: string,
  { conversationId, messageId }: { conversationId: string; messageId: string },
  signal?: AbortSignal,
): Promise<AgentTrace> {
  return call(readMessageTrace, { organizationId, params: { conversationId, messageId }, signal })
}
