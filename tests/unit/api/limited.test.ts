import { describe, expect, it } from 'vitest'
import { limited } from '../../../src/api/limited.ts'

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
