import { expect, it, vi } from 'vitest'
import { ApiError } from '../../../../../src/api/errors.ts'
import { optional, orNull } from '../../../../../src/stores/base/query/optional.ts'

it('asks no more after the first 404', async () => {
  const read = vi.fn(async (): Promise<string> => {
    throw new ApiError('Not found', 404)
  })
  const ask = optional(read)
  expect([await ask(), await ask()]).toEqual([null, null])
  expect(read).toHaveBeenCalledTimes(1)
})

it('asks again for something else if only one thing is missing', async () => {
  const ask = orNull(async (id: string) => {
    if (id === 'denied') throw new ApiError('Not now', 403)
    if (id === 'deleted') throw new ApiError('Not found', 404)
    return id
  })
  expect([await ask('deleted'), await ask('there')]).toEqual([null, 'there'])
  await expect(ask('denied')).rejects.toThrow('Not now')
})

it('passes on data and other failures', async () => {
  const refuse = optional(async () => {
    throw new ApiError('Not now', 403)
  })
  await expect(refuse()).rejects.toThrow('Not now')
  await expect(refuse()).rejects.toThrow('Not now')
  expect(await optional(async (text: string) => text)('here')).toBe('here')
})
