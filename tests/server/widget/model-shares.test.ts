import { afterAll, expect, it } from 'vitest'
import { sharedModel } from '../../../server/model/shared.ts'
import { draftReply } from '../../../src/contract/saved-replies.ts'
import type { ChatUpdate } from '../../../src/contract/widget.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { withoutFiller } from '../../support/model-answer.ts'
import { sharedServer } from '../../support/server.ts'
import { startStreamingModel } from '../../support/streaming-model.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'

const ENDLESS_MS = 600_000
const SCRIPTED = 'Great, thank you! And your name?'

const server = await sharedServer()
const endpoint = await startStreamingModel()
afterAll(() => endpoint.close())

const lastOf = ({ messages }: ChatUpdate) => withoutFiller(messages.at(-1)?.content ?? '')

/** A visitor of an organization says something. Returns the agent's last message. */
async function answerOf(organization: string): Promise<string> {
  const session = await beginChat(server, organization)
  return lastOf(await sayInChat(server, session, 'My lawn needs mowing'))
}

it('answers the visitors of each organization, however many another one has', async () => {
  server.deps.model = sharedModel(endpoint.waiting(ENDLESS_MS))
  const first = Array.from({ length: 4 }, () => answerOf(FRESH))
  const asked = [await endpoint.next(), await endpoint.next(), await endpoint.next(), await endpoint.next()]
  const further = Array.from({ length: 20 }, () => answerOf(FRESH))
  const other = answerOf(RIVAL)
  const others = await endpoint.next()
  others.say('Thank you! Who am I chatting with?')
  others.complete()
  expect(await other).toBe('Thank you! Who am I chatting with?')
  // Nobody waits for longer than a moment: the script answers.
  expect(await Promise.all(further)).toEqual(Array(20).fill(SCRIPTED))
  const session = await beginChat(server, FRESH)
  const waiting = sayInChat(server, session, 'My lawn needs mowing')
  for (const each of asked) {
    each.say('Thanks! Who am I chatting with?')
    each.complete()
  }
  expect(await Promise.all(first)).toEqual(Array(4).fill('Thanks! Who am I chatting with?'))
  const next = await endpoint.next()
  next.say('Thanks for reaching out! Who am I chatting with?')
  next.complete()
  expect(lastOf(await waiting)).toBe('Thanks for reaching out! Who am I chatting with?')
})

it('counts the drafts of members in the share of their organization', async () => {
  server.deps.model = sharedModel(endpoint.waiting(ENDLESS_MS), {
    atOnce: 32,
    ofOne: 1,
    waiting: 8,
    patienceMs: 200,
  })
  const session = await beginChat(server, FRESH)
  const answered = sayInChat(server, session, 'My lawn needs mowing')
  const asked = await endpoint.next()
  const second = await beginChat(server, FRESH)
  expect((await sayInChat(server, second, 'My lawn needs mowing')).messages.at(-1)?.content).toBe(SCRIPTED)
  const params = { orgId: FRESH, conversationId: second.conversation_id }
  expect((await call(server, draftReply, { params })).body).toEqual({ draft: null })
  asked.say('Thanks! Who am I chatting with?')
  asked.complete()
  await answered
})
