import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { SCHEMA } from '../../../server/agent/model/form.ts'
import { createModel } from '../../../server/model/client.ts'
import { modelAnswer } from '../../support/model-answer.ts'

const ENDLESS_MS = 600_000
/** Far less than the 20 MB that an endpoint wants to send, but more than the buffers of its connection take. */
const MOST_TAKEN = 10_000_000

type Respond = (response: ServerResponse) => unknown

let respond: Respond = () => {}
let request: { body: Record<string, unknown>; authorization: string | undefined; url: string | undefined }
const endpoint = createServer(async (incoming, response) => {
  const text = (await incoming.setEncoding('utf8').toArray()).join('')
  request = { body: JSON.parse(text), authorization: incoming.headers.authorization, url: incoming.url }
  await respond(response)
})
await once(endpoint.listen(0, '127.0.0.1'), 'listening')
afterAll(() => endpoint.close().closeAllConnections())
const url = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/v1/`

interface Setting {
  patienceMs?: number
  signal?: AbortSignal
  key?: string | null
}

/** Asks a model that responds in some way. Returns its answer, and the texts that were heard before. */
function ask(how: Respond, { patienceMs = ENDLESS_MS, signal, key = null }: Setting = {}) {
  respond = how
  const heard: string[] = []
  const answer = createModel(
    { url, name: 'small-one', key },
    patienceMs,
  )({
    messages: [{ role: 'user', content: 'hi' }],
    schema: SCHEMA,
    onText: (text) => heard.push(text),
    signal,
  })
  return { answer, heard }
}

const EVENTS = { 'Content-Type': 'text/event-stream' }
const piece = (content: string, finish: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
const events =
  (...sent: string[]): Respond =>
  (response) =>
    response.writeHead(200, EVENTS).end(sent.join(''))
const json =
  (body: unknown, status = 200): Respond =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

/** Sends about 20 MB as fast as the caller takes them. Counts the bytes that left. */
function flood(first: string, next: string, headers: Record<string, string>, status = 200) {
  const taken = { bytes: 0 }
  const how: Respond = async (response) => {
    response.on('error', () => {})
    response.writeHead(status, headers).write(first)
    while (taken.bytes < 20_000_000 && !response.destroyed) {
      taken.bytes += Buffer.byteLength(next)
      if (!response.write(next)) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
    response.end()
  }
  return { how, taken }
}

describe('a model', () => {
  it('is asked for a stream in the form of the schema, with a limit', async () => {
    const { answer, heard } = ask(events(piece('Hel'), piece('lo'), piece('', 'stop'), 'data: [DONE]\n\n'), {
      key: 'secret',
    })
    expect(await answer).toBe('Hello')
    expect(heard).toEqual(['Hel', 'Hello'])
    expect(request).toMatchObject({ url: '/v1/chat/completions', authorization: 'Bearer secret' })
    expect(request.body).toMatchObject({
      model: 'small-one',
      stream: true,
      max_tokens: expect.any(Number),
      response_format: { type: 'json_schema', json_schema: { strict: true, schema: SCHEMA } },
    })
  })

  it('can ignore the request for a stream', async () => {
    const { answer, heard } = ask(json({ choices: [{ message: { content: 'Hello' } }] }))
    expect([await answer, heard]).toEqual(['Hello', []])
  })

  it('can send its characters in parts', async () => {
    const bytes = Buffer.from(piece('¡Adiós!', 'stop'))
    const { answer } = ask(async (response) => {
      response.writeHead(200, EVENTS)
      for (const byte of bytes) response.write(Buffer.of(byte))
      response.end()
    })
    expect(await answer).toBe('¡Adiós!')
  })
})

describe('a model that does not answer', () => {
  it.each<[string, Respond, RegExp]>([
    ['fails', json({ error: 'overloaded' }, 503), /returns 503 .*overloaded/],
    ['refuses the key', json({}, 401), /returns 401/],
    ['sends no JSON', (response) => response.end('<html>'), /JSON|token/i],
    ['sends no text', json({ choices: [{ message: { content: null } }] }), /no text/],
    ['sends an empty response', (response) => response.writeHead(204).end(), /no text/],
    ['sends broken events', events('data: {"choices":\n\n'), /JSON/],
    [
      'reports an error within the stream',
      events(piece('Hel'), 'data: {"error":{"message":"x"}}\n\n'),
      /error/,
    ],
    ['stops within its answer', events(piece('Hel')), /stopped within/],
    ['says that it is done without being so', events(piece('Hel'), 'data: [DONE]\n\n'), /stopped within/],
    [
      'breaks the connection',
      (response) => void response.writeHead(200, EVENTS).write(piece('Hel'), () => response.destroy()),
      /./,
    ],
  ])('is an error if it %s', async (_, how, message) => {
    await expect(ask(how).answer).rejects.toThrow(message)
  })

  it.each<[string, Respond]>([
    ['before the headers', () => {}],
    ['after the headers', (response) => response.writeHead(200, EVENTS).flushHeaders()],
    ['within its text', (response) => response.writeHead(200, EVENTS).write(piece('Hel'))],
    [
      'within a body that is no stream',
      (response) => response.writeHead(200, { 'Content-Type': 'application/json' }).write('{"choices":'),
    ],
  ])('is awaited for a limited time if it hangs %s', async (_, how) => {
    await expect(ask(how, { patienceMs: 200 }).answer).rejects.toThrow(/timeout|aborted/i)
  })

  it('is awaited for a limited time, however many pieces it sends', async () => {
    const { answer } = ask(
      async (response) => {
        response.on('error', () => {})
        response.writeHead(200, EVENTS)
        while (!response.destroyed) {
          response.write(': still here\n\n')
          await wait(5)
        }
      },
      { patienceMs: 300 },
    )
    await expect(answer).rejects.toThrow(/timeout|aborted/i)
  })

  it('is left when the caller gives up', async () => {
    const ended = new AbortController()
    let left: Promise<unknown> | undefined
    const { answer } = ask(
      (response) => {
        left = once(response, 'close')
        response.writeHead(200, EVENTS).write(piece('Hel'), () => ended.abort())
      },
      { signal: ended.signal },
    )
    await expect(answer).rejects.toThrow(/aborted/i)
    await left
  })

  it('is left if its text is not wanted', async () => {
    respond = events(piece('Hel'), piece('lo', 'stop'))
    const model = createModel({ url, name: 'small-one', key: null }, ENDLESS_MS)
    const onText = () => {
      throw new RangeError('enough')
    }
    await expect(model({ messages: [], schema: SCHEMA, onText })).rejects.toThrow('enough')
  })
})

describe('a model that never stops', () => {
  const word = 'word '.repeat(2_000)

  it.each<[string, ReturnType<typeof flood>]>([
    ['in pieces', flood('', piece(word), EVENTS)],
    ['in small pieces', flood('', piece('a').repeat(50), EVENTS)],
    ['in one event', flood('data: {"choices":[{"delta":{"content":"', word, EVENTS)],
    ['in one line', flood('', word, EVENTS)],
    ['in comments', flood('', `: ${word}\n\n`, EVENTS)],
    ['in events without text', flood('', piece('').repeat(50), EVENTS)],
    ['in a body', flood('{"choices":[{"message":{"content":"', word, { 'Content-Type': 'application/json' })],
    ['in an error', flood('', word, { 'Content-Type': 'text/plain' }, 500)],
  ])('is an error soon, with bounded memory: %s', async (_, { how, taken }) => {
    const before = process.memoryUsage().heapUsed + process.memoryUsage().external
    const { answer, heard } = ask(how)
    await expect(answer).rejects.toThrow(/too long|returns 500/)
    expect(taken.bytes).toBeLessThan(MOST_TAKEN)
    expect(Math.max(0, ...heard.map((text) => text.length))).toBeLessThanOrEqual(20_000)
    expect(process.memoryUsage().heapUsed + process.memoryUsage().external - before).toBeLessThan(200_000_000)
  })

  it('ends with an answer that is just as long as allowed', async () => {
    const text = modelAnswer({ sentences: ['x'.repeat(19_000)] })
    expect(await ask(events(piece(text, 'stop'))).answer).toBe(text)
    expect(await ask(json({ choices: [{ message: { content: text } }] })).answer).toBe(text)
  })

  it('is too long also if it comes in one body', async () => {
    const content = 'x'.repeat(900_000)
    await expect(ask(json({ choices: [{ message: { content } }] })).answer).rejects.toThrow('too long')
  })
})
