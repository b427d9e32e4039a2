import {
  closeConversation,
  deleteConversation,
  eraseVisitor,
  exportConversation,
  handBack,
  type InboxThread,
  listConversations,
  markRead,
  postInboxMessage,
  type ReplyWay,
  readInboxConversation,
  showTyping,
  type ThreadVisitor,
  takeOver,
} from '../../src/contract/conversations.ts'
import { NO_TRACE, readMessageTrace } from '../../src/contract/trace.ts'
import { translateMessages } from '../../src/contract/translation.ts'
import { readPhone } from '../../src/domain/common/phone.ts'
import { transcript } from '../../src/domain/conversations/transcript.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, type Call, mount } from '../http/mount.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import type { Admitted, Deps } from '../kernel/deps.ts'
import { callsIn } from './calls.ts'
import { publishTyping } from './changed.ts'
import { inboxConversation, listInbox } from './inbox.ts'
import { messagesOf, presentFor } from './messages.ts'
import { presenceOf } from './presence.ts'
import { createTranslator, translationOf } from './translation.ts'
import { type Change, close, erase, eraseWithLead, giveBack, post, read, take } from './write.ts'

/** The limit of requests for translations per user, because each one calls a paid model. */
export const TRANSLATIONS = { points: 30, duration: 60 }

/** Returns what happens with a reply that a visitor doesn't read, and the address to which it is mailed. */
export type ReplyWayOf = (
  db: Deps['db'],
  deps: Deps,
  conversation: { organizationId: string; conversationId: string },
) => Promise<{ way: ReplyWay; email: string | null; phone?: string | null }>

/** Mounts the endpoints for the inbox: every conversation of the organization, and who answers it. */
export function mountInbox(api: Api, replyWay: ReplyWayOf): void {
  const { deps, guard } = api
  const { db, clock } = deps

  const changeOf = async ({
    organizationId,
    userId,
    params: { conversationId },
  }: Admitted & { params: { conversationId: string } }): Promise<Change> => {
    const name = (await guard.namesOf(organizationId, [userId])).get(userId)?.trim() || null
    return { organizationId, conversationId, member: { userId, name }, now: clock() }
  }

  mount(api, listConversations, (call) => listInbox(db, call, call.query))

  async function visitorOf(organizationId: string, conversationId: string): Promise<ThreadVisitor> {
    const presence = await presenceOf(db, conversationId, clock())
    const { way, email, phone = null } = await replyWay(db, deps, { organizationId, conversationId })
    return { ...presence, reply_way: way, reply_email: email, reply_phone: phone && readPhone(phone).display }
  }

  async function threadOf({
    organizationId,
    params,
  }: Call<typeof readInboxConversation>): Promise<InboxThread> {
    const conversation = await inboxConversation(db, organizationId, params.conversationId)
    const messages = await messagesOf(db, params.conversationId).execute()
    return {
      conversation,
      messages: messages.map(presentFor(deps)),
      translation: translationOf(deps, messages),
      visitor: await visitorOf(organizationId, params.conversationId),
      calls: await callsIn(db, params.conversationId),
    }
  }

  mount(api, readInboxConversation, threadOf)
  mount(api, exportConversation, async (call) => {
    const thread = await threadOf(call)
    const { visitor: _, ...kept } = thread
    return { ...kept, transcript: transcript(thread.messages) }
  })

  mount(api, readMessageTrace, async ({ organizationId, params: { conversationId, messageId } }) => {
    const message = await db
      .selectFrom('messages')
      .select('trace')
      .where('id', '=', messageId)
      .where('conversation_id', '=', conversationId)
      .where('organization_id', '=', organizationId)
      .executeTakeFirst()
    if (!message?.trace) throw new HttpError(404, 'The reasons for this message could not be found')
    // An earlier version may have stored fewer fields.
    return { ...NO_TRACE, ...message.trace }
  })

  mount(api, postInboxMessage, async (call) => post(deps, await changeOf(call), call.body))
  mount(api, takeOver, async (call) => take(deps, await changeOf(call), call.body.take))
  mount(api, handBack, async (call) => giveBack(deps, await changeOf(call)))
  mount(api, closeConversation, async (call) => close(deps, await changeOf(call)))
  mount(api, showTyping, async (call) => {
    const { organizationId, conversationId, member } = await changeOf(call)
    const { id } = await inboxConversation(db, organizationId, conversationId)
    await publishTyping(db, deps.events, { id, organization_id: organizationId }, 'person', member.name)
  })
  mount(api, deleteConversation, async (call) => erase(deps, await changeOf(call)))
  mount(api, eraseVisitor, async (call) => eraseWithLead(deps, await changeOf(call)))
  const translations = createLimiter(deps, 'translationsPerUser', TRANSLATIONS)
  const translate = createTranslator(deps)
  mount(api, translateMessages, async (call) => {
    await spend(
      translations,
      call.userId,
      'Too many translations at once. Please wait a moment and try again',
    )
    return translate(call, call.params.conversationId, call.body.message_ids)
  })
  mount(api, markRead, async (call) => read(deps, await changeOf(call), call.body.position))
}
