import { expect, it } from 'vitest'
import { FRESH } from '../../support/api.ts'
import { countWork, type Work } from '../../support/count-work.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, sayInChat, sendInChat } from '../../support/visitor.ts'
import { replyTo } from '../conversations/support.ts'

const server = await sharedServer()

/** Runs of the agent, and reads of what the business has entered and of its calendars. */
const ofAgent = ({ calls, reads }: Work) => ({
  runs: calls('respond'),
  business: reads('faqs'),
  calendars: reads('calendar_sources'),
})

it('a message costs one run of the agent and one read of the situation', async () => {
  const session = await beginChat(server, FRESH)
  for (const message of ['Lawn mowing', 'Jane Doe', '614-555-0188']) {
    const work = await countWork(server, () => sayInChat(server, session, message))
    expect(ofAgent(work)).toEqual({ runs: 1, business: 1, calendars: 1 })
  }
  const { quick_replies } = await sayInChat(server, session, '12 Elm Street, Columbus')
  const booking = await countWork(server, async () => {
    expect((await sayInChat(server, session, quick_replies[0] ?? '')).booking).not.toBeNull()
  })
  // The calendars are read again before the agent answers, and their times under the lock of the bookings.
  expect(ofAgent(booking)).toEqual({ runs: 1, business: 1, calendars: 3 })
})

it('a message that the model answers costs one request to it', async () => {
  let asked = 0
  server.deps.model = async () => {
    asked += 1
    return 'Glad to help.'
  }
  const session = await beginChat(server, FRESH)
  const work = await countWork(server, () => sayInChat(server, session, 'My lawn needs mowing'))
  server.deps.model = null
  expect(asked).toBe(1)
  expect(ofAgent(work)).toMatchObject({ business: 1, calendars: 1 })
})

it('the agent does not run for a repeated message, or while a person answers', async () => {
  const session = await beginChat(server, FRESH)
  await sendInChat(server, session, 'Lawn mowing', 'twice')
  const repeated = await countWork(server, () => sendInChat(server, session, 'Lawn mowing', 'twice'))
  expect(ofAgent(repeated)).toEqual({ runs: 0, business: 1, calendars: 0 })
  await replyTo(server, session, 'Olivia here')
  const silent = await countWork(server, () => sayInChat(server, session, 'Thanks'))
  expect(ofAgent(silent)).toEqual({ runs: 0, business: 1, calendars: 0 })
})
