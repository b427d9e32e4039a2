import { describe, expect, it } from 'vitest'
import { ApiError, BadResponseError, NetworkError, TimeoutError } from '../../../../src/api/errors.ts'
import { FAILURES, failureOf } from '../../../../src/stores/base/failures.ts'

describe('failureOf', () => {
  it('describes what failed in the words of section 8', () => {
    expect(FAILURES).toMatchObject({
      leads: 'Failed to fetch leads',
      conversation: 'Failed to fetch conversation',
      leadStatus: 'Failed to update lead status',
      autoMarkLost: 'Failed to auto-mark lost leads',
      profile: 'Failed to load organization profile',
      organization: 'Failed to load organization data',
      trial: 'Failed to fetch organization data',
    })
  })

  it.each([
    [new ApiError('No such lead', 404), 'No such lead'],
    [new NetworkError(), 'The server could not be reached. Check your internet connection.'],
    [new TimeoutError(), 'The server took too long to respond.'],
    [new BadResponseError('The server sent an empty response.'), 'The server sent an empty response.'],
    [new TypeError('x is not a function'), 'Something went wrong.'],
    ['a string', 'Something went wrong.'],
    [undefined, 'Something went wrong.'],
  ])('and why: %s', (error, reason) => {
    expect(failureOf('leads', error)).toEqual({ title: 'Failed to fetch leads', reason })
  })
})
