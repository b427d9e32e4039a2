import { eventually } from '../../../support/eventually.ts'
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import type { Inbox, InboxConversation, InboxThread } from '../../../../src/contract/conversations.ts'
import type { ChatSession } from '../../../../src/contract/widget.ts'
import type { LeadSet } from '../../../../src/domain/leads/lead-set.ts'
import { countWaiting, sendWaiting, startOutbox } from '../../../../src/stores/base/outbox/outbox.ts'
import { cachedData } from '../../../../src/stores/base/query/query.ts'
import { requireAccount } from '../../../../src/stores/base/session/account.ts'
import { $shownInbox } from '../../../../src/stores/conversations/inbox.ts'
import {
  discardMessages,
  refusalOf,
  sendAgain,
  sendReply,
  signalTyping,
  takeBack,
  unsentIn,
} from '../../../../src/stores/conversations/reply.ts'
import { keepReply, replyDraft, replyOnly } from '../../../../src/stores/conversations/reply-draft.ts'
import {
  closeConversation,
  eraseThread,
  eraseVisitor,
  handBackConversation,
  markThreadRead,
  takeOverConversation,
  threadOf,
} from '../../../../src/stores/conversations/thread.ts'
import { $fetchedLeads } from '../../../../src/stores/leads/list.ts'
import { colleague, replyTo } from '../../../server/conversations/support.ts'
import { FRESH } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { faults } from '../../../support/faults.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { beginChat, readChat, sayInChat } from '../../../support/visitor.ts'

const server = await sharedServer()
const cora = await colleague(server)
let network: ReturnType<typeof connectConsole>
let session: ChatSession
let thread: ReturnType<typeof threadOf>
let unsent: ReturnType<typeof unsentIn>

beforeEach(async () => {
  network = connectConsole(server)
  const { fetch } = network
  // Only writes fail.
  configure({
    fetch: (request) =>
      request.method === 'GET' ? Promise.resolve(server.app.api.fetch(request)) : fetch(request),
  })
  vi.stubGlobal('localStorage', createDevice().localStorage)
  signInTo(FRESH)
  startOutbox()
  session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Lawn mowing')
  thread = threadOf(session.conversation_id)
  unsent = unsentIn(session.conversation_id)
  const stops = [thread.listen(() => {}), unsent.listen(() => {})]
  await eventually(() => expect(thread.get().data).toBeDefined())
  onTestFinished(() => {
    for (const stop of stops) stop()
  })
})
afterEach(async () => {
  await forgetDrafts()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const id = () => session.conversation_id
const data = () => thread.get().data as InboxThread
const conversation = (): InboxConversation => data().conversation
const reply = (text: string, isNote = false) => sendReply(conversation(), { text, isNote })
const written = () =>
  data()
    .messages.filter(({ author }) => author === 'person')
    .map(({ content }) => content)
const shows = (contents: string[]) => eventually(() => expect(written()).toEqual(contents))
const allSent = () => eventually(() => expect(unsent.get()).toEqual([]))
const states = () => unsent.get().map(({ message, state }) => [message.content, state])

describe('a reply', () => {
  it('is shown at once, then once as the server stored it, and the member answers', async () => {
    keepReply(requireAccount(), id(), { text: 'Hello from Olivia' })
    await reply('Hello from Olivia')
    expect(replyDraft(requireAccount(), id()).get().text).toBe('')
    expect(states()).toEqual([['Hello from Olivia', 'sending']])
    await shows(['Hello from Olivia'])
    await allSent()
    expect(conversation()).toMatchObject({ status: 'person', taken_by: 'user_owner' })
    const [stored] = data().messages.slice(-1)
    expect(stored?.client_id).toMatch(/^reply_/)
  })

  it('is sent once and in order although answers are lost', async () => {
    network.plan(async (request) => {
      await server.app.api.fetch(request)
      return faults.drop()
    }, faults.drop)
    await reply('One')
    await reply('Two')
    await eventually(() => expect(states()[0]).toEqual(['One', 'waiting']))
    await sendWaiting()
    await eventually(() => expect(states()).toHaveLength(2))
    await sendWaiting()
    await shows(['One', 'Two'])
    await allSent()
  })

  it('is refused while another member answers, with what follows; both are sent on request', async () => {
    const before = conversation()
    await replyTo(server, session, 'Cora is here', { token: cora })
    network.plan(faults.drop)
    const send = (text: string) => sendReply(before, { text, isNote: false })
    await send('One')
    await send('Two')
    await reply('Only for us', true)
    await eventually(() => expect(states()[0]).toEqual(['One', 'waiting']))
    await sendWaiting()
    await eventually(() =>
      expect(states()).toEqual([
        ['One', 'refused'],
        ['Two', 'refused'],
      ]),
    )
    const [first] = unsent.get()
    if (!first) return expect.unreachable()
    expect(refusalOf(first)).toEqual({ text: 'Cora Lee is answering.', again: 'take' })
    await shows(['Cora is here', 'Only for us'])
    await sendAgain(unsent.get(), { take: true })
    await shows(['Cora is here', 'Only for us', 'One', 'Two'])
    await allSent()
    expect(conversation().taken_by).toBe('user_owner')
  })

  it('is not overtaken by a later one when it is refused', async () => {
    network.plan(faults.drop, () => Response.json({ message: 'This conversation is full' }, { status: 409 }))
    await reply('One')
    await reply('Two')
    await eventually(() => expect(states()[0]).toEqual(['One', 'waiting']))
    await sendWaiting()
    await eventually(() => expect(states().map(([, state]) => state)).toEqual(['refused', 'refused']))
    expect(written()).toEqual([])
    discardMessages(unsent.get())
    await allSent()
  })

  it('that is refused is not lost: its text returns to the field, above what is written there', async () => {
    const account = requireAccount()
    network.plan(() => Response.json({ message: 'This conversation is full' }, { status: 409 }))
    await reply('One')
    await eventually(() => expect(states()).toEqual([['One', 'refused']]))
    expect(await countWaiting(account.userId)).toBe(1)
    keepReply(account, id(), { text: 'Two' })
    takeBack(unsent.get(), id())
    expect(replyDraft(account, id()).get()).toEqual({ text: 'One\n\nTwo', isNote: false })
    await allSent()
    expect(await countWaiting(account.userId)).toBe(0)
  })

  it('never takes a refused note into a field that only replies, or turns it into a reply', async () => {
    const account = requireAccount()
    const full = () => Response.json({ message: 'This conversation is full' }, { status: 409 })
    network.plan(full, full)
    await reply('Only for us', true)
    await reply('For the visitor')
    await eventually(() => expect(states().map(([, state]) => state)).toEqual(['refused', 'refused']))
    const [note, answer] = unsent.get()
    if (!note || !answer) return expect.unreachable()
    takeBack([note, answer], replyOnly(id()))
    expect(replyDraft(account, id()).get()).toEqual({ text: 'Only for us', isNote: true })
    expect(replyDraft(account, replyOnly(id())).get()).toEqual({ text: 'For the visitor', isNote: false })
    takeBack([answer], id())
    expect(replyDraft(account, id()).get().isNote).toBe(true)
    await allSent()
  })

  it('in an erased conversation is refused for good, and can be discarded', async () => {
    const before = conversation()
    await eraseThread(id())
    await eventually(() => expect(thread.get().data).toBeNull())
    await sendReply(before, { text: 'Too late', isNote: false })
    await eventually(() => expect(states()).toEqual([['Too late', 'refused']]))
    const [first] = unsent.get()
    if (!first) return expect.unreachable()
    expect(refusalOf(first)).toEqual({ text: 'This conversation was erased.', again: null })
    discardMessages(unsent.get())
    await allSent()
  })
})

describe('a note', () => {
  it('leaves the agent answering, and the visitor does not get it', async () => {
    await reply('Secret', true)
    await shows(['Secret'])
    expect(data().messages.at(-1)).toMatchObject({ message_type: 'note' })
    expect(conversation().status).toBe('agent')
    expect(await (await readChat(server, session)).text()).not.toContain('Secret')
  })
})

describe('what is being written', () => {
  it('survives a reload, is its writer’s, and is gone with the conversation', async () => {
    const account = requireAccount()
    keepReply(account, id(), { text: 'Half a sen', isNote: true })
    expect(replyDraft({ ...account, userId: 'user_other' }, id()).get().text).toBe('')
    // A reload has nothing in memory.
    signOutNow()
    signInTo(FRESH)
    expect(replyDraft(account, id()).get()).toEqual({ text: 'Half a sen', isNote: true })
    expect(replyDraft(account, replyOnly(id())).get().text).toBe('')
    keepReply(account, replyOnly(id()), { text: 'Hello' })
    await eraseThread(id())
    for (const draft of [id(), replyOnly(id())]) expect(replyDraft(account, draft).get().text).toBe('')
  })

  it('stays a note after a note, and keeps what is typed while one is stored', async () => {
    const account = requireAccount()
    keepReply(account, id(), { text: 'The dog bites', isNote: true })
    await reply('The dog bites', true)
    expect(replyDraft(account, id()).get()).toEqual({ text: '', isNote: true })
    keepReply(account, id(), { text: 'Call him' })
    const stored = reply('Call him', true)
    keepReply(account, id(), { text: 'Call him back' })
    await stored
    expect(replyDraft(account, id()).get()).toEqual({ text: 'Call him back', isNote: true })
    await shows(['The dog bites', 'Call him'])
  })

  it('is signaled to the visitor at most every three seconds', async () => {
    const typed = () => network.requests.filter(({ url }) => url.endsWith('/typing')).length
    for (const _ of 'Hello') signalTyping(id())
    await eventually(() => expect(typed()).toBe(1))
    vi.useFakeTimers({ now: Date.now() + 3_000, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    signalTyping(id())
    vi.useRealTimers()
    await eventually(() => expect(typed()).toBe(2))
  })
})

describe('erasing a visitor', () => {
  it('removes conversation and lead from the server and from what this device shows', async () => {
    for (const said of ['My name is Ada Lovelace', 'My phone is (555) 010-1234']) {
      await sayInChat(server, session, said)
    }
    const stops = [$shownInbox.listen(() => {}), $fetchedLeads.listen(() => {})]
    onTestFinished(() => {
      for (const stop of stops) stop()
    })
    await thread.get().refetch()
    const leadId = conversation().lead_id
    const lists = () => [
      cachedData<Inbox>(FRESH, 'inbox')?.conversations.some((row) => row.id === id()),
      cachedData<LeadSet>(FRESH, 'leads')?.leads.some((lead) => lead.id === leadId),
    ]
    expect(leadId).not.toBeNull()
    await eventually(() => expect(lists()).toEqual([true, true]))
    keepReply(requireAccount(), id(), { text: 'Half a sen' })
    network.plan(faults.serverError)
    await expect(eraseVisitor(conversation())).rejects.toThrow()
    expect(lists()).toEqual([true, true])
    await eraseVisitor(conversation())
    expect(lists()).toEqual([false, false])
    await eventually(() => expect(thread.get().data).toBeNull())
    expect(replyDraft(requireAccount(), id()).get().text).toBe('')
    const left = await server.deps.db.selectFrom('leads').select('id').where('id', '=', leadId).execute()
    expect(left).toEqual([])
  })
})

describe('an erasure whose response was lost', () => {
  const lost = async (request: Request) => {
    await server.app.api.fetch(request)
    throw new TypeError('fetch failed')
  }

  it.each([
    ['a conversation', () => eraseThread(id())],
    ['a visitor', () => eraseVisitor(conversation())],
  ])('succeeds when it is repeated: %s', async (_, erase) => {
    network.plan(lost)
    await expect(erase()).rejects.toThrow('could not be reached')
    await expect(erase()).resolves.toBeUndefined()
    await eventually(() => expect(thread.get().data).toBeNull())
  })

  it('of a visitor removes the lead even if only the conversation was erased', async () => {
    for (const said of ['My name is Ada Lovelace', 'My phone is (555) 010-1234']) {
      await sayInChat(server, session, said)
    }
    await thread.get().refetch()
    const before = conversation()
    expect(before.lead_id).not.toBeNull()
    await eraseThread(before.id)
    await eraseVisitor(before)
    const { db } = server.deps
    expect(await db.selectFrom('leads').select('id').where('id', '=', before.lead_id).execute()).toEqual([])
  })
})

describe('a member', () => {
  it('takes over, hands back, and closes', async () => {
    await takeOverConversation(id())
    expect(conversation()).toMatchObject({ status: 'person', taken_by: 'user_owner' })
    await handBackConversation(id())
    expect(conversation().status).toBe('agent')
    await shows(['Handed back to the agent.'])
    await closeConversation(id())
    expect(conversation().status).toBe('closed')
  })

  it('takes over from another member, too', async () => {
    await replyTo(server, session, 'Cora is here', { token: cora })
    await takeOverConversation(id())
    expect(conversation().taken_by).toBe('user_owner')
  })

  it('who sees the messages marks them as read once', async () => {
    expect(conversation().unread).toBe(1)
    const marked = () => network.requests.filter(({ url }) => url.endsWith('/read')).length
    network.plan(faults.serverError)
    await markThreadRead(data())
    expect(conversation().unread).toBe(1)
    await markThreadRead(data())
    expect(conversation().unread).toBe(0)
    await markThreadRead({ ...data(), conversation: { ...conversation(), unread: 1 } })
    expect(marked()).toBe(2)
  })
})
