import { describe, expect, it } from 'vitest'
import { LIMITS } from '../../../../src/contract/limits.ts'
import { addNumbers, FORWARDING_CODES } from '../../../../src/domain/settings/blocked-numbers.ts'

describe('blocked numbers', () => {
  it.each([
    ['(614) 555-0100', ['(614) 555-0100'], null],
    ['614-555-0100; +49 151 1234567', ['614-555-0100', '+49 151 1234567'], '2 added'],
    ['614.555.0100\n+1 614 555 0100', ['614.555.0100'], '1 added, 1 already in the list'],
    ['"614 555 0100"', ['614 555 0100'], null],
    ['Bob, 123, 1234567890123456', [], 'Not a phone number: Bob, 123, 1234567890123456'],
    ['', [], null],
  ])('are added from %j', (text, list, summary) => {
    expect(addNumbers([], text)).toMatchObject({ list, summary })
  })

  it('stop at the limit, and keep the rest in the field', () => {
    const full = Array.from({ length: LIMITS.blockedNumbers }, (_, index) => `614555${1000 + index}`)
    expect(addNumbers(full, '(937) 555-0100')).toEqual({
      list: full,
      refused: ['(937) 555-0100'],
      summary: '1 not added: the list is full',
    })
  })
})

it('the codes forward to the number with its country code, except for Verizon', () => {
  expect(FORWARDING_CODES.map(({ on }) => on('15005550006'))).toEqual([
    '*004*15005550006#',
    '**004*15005550006#',
    '*715005550006',
  ])
})
