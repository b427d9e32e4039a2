import { describe, expect, it } from 'vitest'
import {
  ApiError,
  BadResponseError,
  isFinal,
  isRefused,
  NetworkError,
  OrganizationError,
  refusal,
  TimeoutError,
} from '../../../src/api/errors.ts'

describe('refusal', () => {
  it.each([
    [{ message: 'No such lead' }, 'No such lead'],
    [{ message: ' ' }, 'HTTP 404: Not Found'],
    [{ message: 7 }, 'HTTP 404: Not Found'],
    [{ error: 'x' }, 'HTTP 404: Not Found'],
    [null, 'HTTP 404: Not Found'],
    ['Not here', 'HTTP 404: Not Found'],
    [undefined, 'HTTP 404: Not Found'],
  ])('of %j', (body, message) => {
    const error = refusal(404, 'Not Found', body)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ name: 'ApiError', message, status: 404, details: body })
  })
})

describe('error classes', () => {
  it('keep their names in minified code', () => {
    const errors = [
      new NetworkError(),
      new TimeoutError(),
      new BadResponseError('x'),
      new OrganizationError('x'),
    ]
    expect(errors.map(({ name }) => name)).toEqual([
      'NetworkError',
      'TimeoutError',
      'BadResponseError',
      'OrganizationError',
    ])
  })

  it.each([
    [new ApiError('', 400), true, true],
    [new ApiError('', 401), true, false],
    [new ApiError('', 404), true, true],
    [new ApiError('', 408), true, false],
    [new ApiError('', 425), true, false],
    [new ApiError('', 429), true, false],
    [new ApiError('', 499), true, true],
    [new ApiError('', 500), false, false],
    [new ApiError('', 503), false, false],
    [new OrganizationError(''), true, true],
    [new NetworkError(), false, false],
    [new TimeoutError(), false, false],
    [new BadResponseError(''), false, false],
    [new Error('bug'), false, false],
  ])('%s of status and kind: refused %j, final %j', (error, refused, final) => {
    expect([isRefused(error), isFinal(error)]).toEqual([refused, final])
  })
})
