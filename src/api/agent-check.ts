import { type CheckedChat, type CheckPlan, getCheckPlan, playCheckChat } from '../contract/agent-check.ts'
import { call } from './client.ts'

/** Returns the typical chats with which the agent can be checked. */
export function fetchCheckPlan(organizationId: string, signal?: AbortSignal): Promise<CheckPlan> {
  return call(getCheckPlan, { organizationId, signal })
}

/** Plays one of the typical chats with the agent. The server stores nothing. */
export function playChat(organizationId: string, chatId: string): Promise<CheckedChat> {
  return call(playCheckChat, { organizationId, params: { chatId } })
}
