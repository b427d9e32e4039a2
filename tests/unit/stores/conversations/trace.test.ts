import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { deleteConversation, readInboxConversation } from '../../../../src/contract/conversations.ts'
import { tracedTurns } from '../../../../src/domain/conversations/traced-turns.ts'
import { isStored, queryClient } from '../../../../src/stores/base/query/client.ts'
import { traceOf } from '../../../../src/stores/conversations/trace.ts'
import { call, FRESH } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { beginChat, sayInChat } from '../../../support/visitor.ts'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>

beforeEach(() => {
  network = connectConsole(server)
  signInTo(FRESH)
})
afterEach(() => {
  queryClient.clear()
  signOutNow()
  configure()
})

/** A turn of a new conversation, and the conversation's parameters. */
async function newTurn() {
  const session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Are you insured?')
  const params = { orgId: FRESH, conversationId: session.conversation_id }
  const [turn] = tracedTurns((await call(server, readInboxConversation, { params })).body)
  if (!turn) throw new Error('There is no trace')
  return { turn, params }
}

it('the reasons are read once, on demand, and never stored on the device', async () => {
  const { turn } = await newTurn()
  const read = async () => {
    const $trace = traceOf(turn)
    const stop = $trace.listen(() => {})
    await eventually(() => expect($trace.get().data?.intents[0]?.name).toBe('ask_insured'))
    stop()
  }
  await read()
  await read()
  expect(network.requests.filter(({ url }) => url.endsWith('/trace'))).toHaveLength(1)
  expect(isStored([FRESH, 'trace', turn.messageId])).toBe(false)
})

it('the reasons of an erased conversation are gone', async () => {
  const { turn, params } = await newTurn()
  await call(server, deleteConversation, { params })
  const $trace = traceOf(turn)
  onTestFinished($trace.listen(() => {}))
  await eventually(() => expect($trace.get()).toMatchObject({ status: 'ready', data: null }))
})
