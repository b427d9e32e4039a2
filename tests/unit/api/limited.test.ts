import { afterEach, describe, expect, it, vi } from 'vitest'
import { limited, unstalled } from '../../../src/api/limited.ts'

const tooLarge = () => new Error('too large')

describe('limited', () => {
  it('passes what is small enough, with its head', async () => {
    const response = limited(new Response('four', { status: 201, headers: { 'X-A': 'b' } }), 4, tooLarge)
    expect([response.status, response.headers.get('X-A'), await response.text()]).toEqual([201, 'b', 'four'])
  })

  it('breaks off what is not', async () => {
    await expect(limited(new Response('four!'), 4, tooLarge).text()).rejects.toThrow('too large')
  })

  it('leaves an answer without a body alone', () => {
    const response = new Response(null, { status: 204 })
    expect(limited(response, 4, tooLarge)).toBe(response)
  })
})

it('lets an answer without content pass as it is, though browsers give it an empty body', () => {
  const empty = new Response(null, { status: 204 })
  Object.defineProperty(empty, 'body', { value: new ReadableStream() })
  expect(limited(empty, 1, () => new Error())).toBe(empty)
})

describe('unstalled', () => {
  afterEach(() => vi.useRealTimers())
  const stalled = () => new Error('stalled')

  /** An answer of as many pieces as `go` is called times, until `end`. */
  function pieces() {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const body = new ReadableStream<Uint8Array>({
      start: (given) => {
        controller = given
      },
    })
    const go = () => controller?.enqueue(new TextEncoder().encode('a'))
    return { response: unstalled(new Response(body), 1_000, stalled), go, end: () => controller?.close() }
  }

  it('lets an answer take as long as it keeps coming', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { response, go, end } = pieces()
    const text = response.text()
    for (let count = 0; count < 9; count += 1) {
      go()
      await vi.advanceTimersByTimeAsync(900)
    }
    end()
    expect(await text).toBe('aaaaaaaaa')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('breaks off one that stops in the midst', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { response, go } = pieces()
    const text = expect(response.text()).rejects.toThrow('stalled')
    go()
    await vi.advanceTimersByTimeAsync(1_001)
    await text
  })
})
