import { describe, expect, it } from 'vitest'
import { createOutbox, type Failure, type Waiting } from '../../widget/outbox.ts'

const OFFLINE: Failure = { status: 0, message: "Couldn't reach the chat.", retryAfter: null }
const FAULT: Failure = { status: 500, message: 'Something went wrong.', retryAfter: null }
const TOO_FAST: Failure = {
  status: 429,
  message: 'Too many messages at once. Please wait a moment and try again.',
  retryAfter: 7,
}
const REFUSED: Failure = { status: 400, message: 'A message cannot be empty.', retryAfter: null }

/** An outbox with scripted server responses, whose delays end on demand. */
function anOutbox(answers: (Failure | null)[], initial: Waiting[] = []) {
  const sent: string[] = []
  const pauses: { task: () => void; ms: number }[] = []
  const line = { isOnline: true }
  const outbox = createOutbox(initial, {
    send: async ({ client_id }) => {
      sent.push(client_id)
      return answers.shift() ?? null
    },
    changed: () => undefined,
    later: (task, ms) => {
      pauses.push({ task, ms })
      return () => undefined
    },
    isOnline: () => line.isOnline,
  })
  const settle = () => new Promise(setImmediate)
  return { outbox, sent, pauses, line, settle }
}

const message = (client_id: string) => ({ client_id, content: `text of ${client_id}` })

describe('createOutbox', () => {
  it('sends messages one after another, in order', async () => {
    const { outbox, sent, settle } = anOutbox([])
    for (const id of ['a', 'b', 'c']) outbox.add(message(id))
    expect(sent).toEqual(['a'])
    await settle()
    expect(sent).toEqual(['a', 'b', 'c'])
    expect(outbox.waiting()).toEqual([])
  })

  it('keeps messages while offline and sends them afterwards', async () => {
    const { outbox, sent, line, settle } = anOutbox([])
    line.isOnline = false
    outbox.add(message('a'))
    await settle()
    expect(sent).toEqual([])
    expect(outbox.waiting()).toHaveLength(1)
    line.isOnline = true
    outbox.resume()
    await settle()
    expect(sent).toEqual(['a'])
  })

  it('retries with the same id and growing delays, then asks the visitor', async () => {
    const { outbox, sent, pauses, settle } = anOutbox([OFFLINE, FAULT, FAULT, FAULT])
    outbox.add(message('a'))
    for (let attempt = 0; attempt < 3; attempt++) {
      await settle()
      pauses[attempt]?.task()
    }
    await settle()
    expect(sent).toEqual(['a', 'a', 'a', 'a'])
    expect(pauses.map(({ ms }) => ms)).toEqual([2_000, 4_000, 8_000])
    expect(outbox.waiting()[0]?.problem).toBe('Something went wrong.')

    outbox.retry('a')
    await settle()
    expect(outbox.waiting()).toEqual([])
  })

  it('waits as long as the server requests, however often', async () => {
    const { outbox, sent, pauses, settle } = anOutbox([TOO_FAST, TOO_FAST, TOO_FAST, TOO_FAST, TOO_FAST])
    outbox.add(message('a'))
    for (let attempt = 0; attempt < 5; attempt++) {
      await settle()
      expect(pauses[attempt]?.ms).toBe(7_000)
      pauses[attempt]?.task()
    }
    await settle()
    expect(sent).toHaveLength(6)
    expect(outbox.waiting()).toEqual([])
  })

  it('says why a message waits and when it is sent again, until the next attempt', async () => {
    const { outbox, pauses, line, settle } = anOutbox([TOO_FAST, { ...FAULT, retryAfter: 90 }])
    expect(outbox.delay()).toBeNull()
    outbox.add(message('a'))
    await settle()
    expect(outbox.delay()).toBe('Too many messages at once. Trying again within 7 seconds.')
    pauses[0]?.task()
    expect(outbox.delay()).toBeNull()
    await settle()
    expect(outbox.delay()).toBe('Something went wrong. Trying again within 30 seconds.')
    line.isOnline = false
    pauses[1]?.task()
    await settle()
    expect(outbox.delay()).toBeNull()
  })

  it('sends later messages before a refused one, which can be removed', async () => {
    const { outbox, sent, settle } = anOutbox([REFUSED])
    outbox.add(message('bad'))
    outbox.add(message('good'))
    await settle()
    expect(sent).toEqual(['bad', 'good'])
    expect(outbox.waiting()).toEqual([{ ...message('bad'), problem: REFUSED.message }])
    outbox.discard('bad')
    expect(outbox.waiting()).toEqual([])
  })

  it('continues with the messages of an earlier page', async () => {
    const { outbox, sent, settle } = anOutbox([], [{ ...message('left'), problem: null }])
    outbox.resume()
    await settle()
    expect(sent).toEqual(['left'])
  })
})
