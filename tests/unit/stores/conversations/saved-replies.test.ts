import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { putFaqs } from '../../../../src/contract/knowledge.ts'
import type { SavedReplyContent } from '../../../../src/contract/saved-replies.ts'
import { requireAccount } from '../../../../src/stores/base/session/account.ts'
import {
  $hasNoReplyHelp,
  $savedReplies,
  deleteReply,
  draftReply,
  newReplyId,
  saveReply,
} from '../../../../src/stores/conversations/saved-replies.ts'
import { call, FRESH } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually, until } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { beginChat, sayInChat } from '../../../support/visitor.ts'

const save = (id: string, content: SavedReplyContent, read: SavedReplyContent | null = null) =>
  saveReply(requireAccount(), id, content, read)

const server = await sharedServer()

beforeEach(() => {
  connectConsole(server)
  signInTo(FRESH)
  onTestFinished($savedReplies.listen(() => {}))
})
afterEach(() => {
  signOutNow()
  configure()
})

const replies = () => $savedReplies.get().data
const shows = (titles: string[]) =>
  eventually(() => expect(replies()?.map(({ title }) => title)).toEqual(titles))

it('saved replies are saved, changed, deleted, and restored with their id', async () => {
  await shows([])
  await save(newReplyId(), { title: 'Late', text: 'Hi {{name}}, we are late' })
  await shows(['Late'])
  const [first] = replies() ?? []
  if (!first) return expect.unreachable()
  await save(first.id, { title: 'Delayed', text: first.text }, first)
  await shows(['Delayed'])
  const [changed] = replies() ?? []
  if (!changed) return expect.unreachable()
  const restore = await deleteReply(changed)
  await shows([])
  await restore()
  await shows(['Delayed'])
  expect(replies()?.[0]).toMatchObject({ id: first.id, text: 'Hi {{name}}, we are late' })
})

it('a reply that someone else has changed since it was read is not overwritten', async () => {
  await shows(['Delayed'])
  const [read] = replies() ?? []
  if (!read) return expect.unreachable()
  await save(read.id, { title: 'Delayed', text: 'Theirs' }, read)
  const mine = { title: 'Delayed', text: 'Mine' }
  const theirs = await save(read.id, mine, read)
  expect(theirs).toMatchObject({ text: 'Theirs' })
  expect(await save(read.id, mine, theirs)).toBeNull()
  await eventually(() => expect(replies()?.[0]?.text).toBe('Mine'))
})

it('a reply whose response was lost is saved once, as it was saved last', async () => {
  const id = newReplyId()
  let isLost = false
  configure({
    async fetch(request) {
      const response = await server.app.api.fetch(request)
      if (isLost || request.method !== 'POST') return response
      isLost = true
      return faults.drop()
    },
  })
  await expect(save(id, { title: 'Lost', text: 'Hi' })).rejects.toThrow()
  await shows(['Delayed', 'Lost'])
  await save(id, { title: 'Lost', text: 'Hi again' })
  await eventually(() => expect(replies()?.at(-1)?.text).toBe('Hi again'))
  expect(replies()).toHaveLength(2)
})

it('a saved reply that another tab has deleted is deleted', async () => {
  await save(newReplyId(), { title: 'Twice', text: 'Hi' })
  const reply = await until(() => replies()?.find(({ title }) => title === 'Twice'))
  await Promise.all([deleteReply(reply), deleteReply(reply)])
  await deleteReply(reply)
  expect(replies()?.map(({ title }) => title)).not.toContain('Twice')
})

it('a draft answers the last message; an erased conversation is an error', async () => {
  const faqs = [{ question: 'Are you insured?', answer: 'Yes, fully insured in Ohio.', order_index: 0 }]
  await call(server, putFaqs, { params: { orgId: FRESH }, body: faqs })
  const session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Are you insured?')
  expect(await draftReply(session.conversation_id)).toContain('Yes, fully insured in Ohio.')
  await expect(draftReply('conv_unknown')).rejects.toMatchObject({ status: 404 })
  expect($hasNoReplyHelp.get()).toBe(false)
})

// The last one: what an API lacks is remembered until the page is reloaded.
it('an API without either hides both', async () => {
  configure({ fetch: async () => Response.json({ detail: 'Not Found' }, { status: 404 }) })
  expect(await draftReply('conv_unknown')).toBeNull()
  expect($hasNoReplyHelp.get()).toBe(true)
})
