import { createHash } from 'node:crypto'
import { getCheckPlan, playCheckChat } from '../../../src/contract/agent-check.ts'
import { typicalChats } from '../../check/chats.ts'
import { playChat } from '../../check/play.ts'
import { busyTimes } from '../../widget/bookings.ts'
import { businessOf } from '../../widget/organization.ts'
import { type Api, mount } from '../mount.ts'
import { Refusal } from '../refusal.ts'

/** The check of the agent with typical chats (server/check). */
export function mountAgentCheck(api: Api): void {
  const { db, clock, model = null } = api.deps

  mount(api, getCheckPlan, async ({ organizationId }) => {
    const business = await businessOf(db, organizationId)
    return {
      settings: createHash('sha256').update(JSON.stringify(business)).digest('base64url'),
      chats: typicalChats(business).map(({ id, title }) => ({ id, title })),
    }
  })

  mount(api, playCheckChat, async ({ organizationId, params }) => {
    const business = await businessOf(db, organizationId)
    const chat = typicalChats(business).find(({ id }) => id === params.chatId)
    if (!chat) throw new Refusal(404, 'The check has no such chat')
    const now = clock()
    const busy = await busyTimes(db, organizationId, now)
    const played = await playChat(model, { business, now, busy }, chat)
    return {
      id: chat.id,
      expectations: chat.expectations.map(({ text, isMet }) => ({ text, is_met: isMet(played) })),
      messages: [...played.messages],
    }
  })
}
