import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { endUnfinished } from '../../../server/voice/unfinished.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { until } from '../../support/eventually.ts'
import { startStreamingModel } from '../../support/streaming-model.ts'
import { voiceServer } from '../../support/voice.ts'

const model = await startStreamingModel()
const server = await voiceServer({ filler: 1 })
const { deps, clock } = server
const { db } = deps
let caller = ''
let count = 0

afterAll(() => model.close())

beforeEach(() => {
  deps.model = model.waiting(60_000)
  count += 1
  caller = `+1614555${String(6000 + count)}`
})

const saidBy = async (author: 'visitor' | 'agent', sid: string) => {
  const rows = await db
    .selectFrom('messages')
    .innerJoin('calls', 'calls.conversation_id', 'messages.conversation_id')
    .select('messages.content')
    .where('calls.id', '=', sid)
    .where('messages.author', '=', author)
    .orderBy('position')
    .execute()
  return rows.map(({ content }) => content)
}

describe('a slow model', () => {
  it('makes the caller hear a filler, which is no message', async () => {
    const call = await server.dial(caller)
    await call.hears()
    call.say('do you also do gardens in the shade')
    const asked = await model.next()
    await until(() => call.frames.some(({ token }) => token === 'One moment, please. '))
    asked.say('Yes, we do.', 'services')
    asked.complete()
    await call.hears()
    expect(await saidBy('agent', call.sid)).toEqual(call.said)
    await call.hangUp()
  })

  it('stops when the caller goes on, and answers everything together', async () => {
    const call = await server.dial(caller)
    await call.hears()
    call.say('my lawn is')
    const first = await model.next()
    call.say('very long and needs mowing')
    await first.left
    const second = await model.next()
    expect(JSON.stringify(second.body.messages.at(-1))).toContain('my lawn is very long and needs mowing')
    second.complete()
    await call.hears()
    expect(await saidBy('visitor', call.sid)).toEqual(['my lawn is very long and needs mowing'])
    expect(call.said).toHaveLength(2)
    await call.hangUp()
  })

  it('stops when the caller interrupts, and says nothing of that answer', async () => {
    const call = await server.dial(caller)
    await call.hears()
    call.say('tell me about your prices')
    const first = await model.next()
    call.interrupt(3)
    await first.left
    call.say('no, wait, my lawn needs mowing')
    const second = await model.next()
    second.complete()
    await call.hears()
    expect(await saidBy('visitor', call.sid)).toEqual([
      'tell me about your prices no, wait, my lawn needs mowing',
    ])
    expect(call.said).toHaveLength(2)
    await call.hangUp()
  })

  it('stops when the caller hangs up, and nothing more is stored', async () => {
    const call = await server.dial(caller)
    await call.hears()
    call.say('do you cut hedges')
    const asked = await model.next()
    await call.hangUp()
    await asked.left
    expect(await saidBy('visitor', call.sid)).toEqual([])
  })
})

it('a call whose end is never reported ends by itself', async () => {
  deps.model = null
  const call = await server.dial(caller)
  await call.hears()
  call.say('i need my lawn mowed')
  await call.hears()
  await endUnfinished(deps)
  const read = () =>
    db.selectFrom('calls').select(['outcome', 'ended_at']).where('id', '=', call.sid).executeTakeFirst()
  expect(await read()).toEqual({ outcome: null, ended_at: null })
  clock.advance(16 * MINUTE_MS)
  await endUnfinished(deps)
  expect(await read()).toEqual({ outcome: 'message', ended_at: clock.now() })
  // What arrives late changes nothing.
  const before = await saidBy('visitor', call.sid)
  call.say('hello?')
  await until(() => call.twiml().includes('<Hangup/>'))
  expect(await saidBy('visitor', call.sid)).toEqual(before)
})
