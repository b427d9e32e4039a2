import { describe, expect, it } from 'vitest'
import { dialable, isUsNumber, phoneDigits, phoneText } from '../../../../src/domain/common/dialable.ts'
import { isPossiblePhone, readPhone } from '../../../../src/domain/common/phone.ts'
import { plainText } from '../../../../src/domain/common/plain-text.ts'

describe('readPhone', () => {
  it.each([
    ['5125550142', '(512) 555-0142', 'tel:+15125550142'],
    ['+1 512.555.0142', '(512) 555-0142', 'tel:+15125550142'],
    ['(512) 555-0142 ext 7', '(512) 555-0142 ext. 7', 'tel:+15125550142;ext=7'],
    ['+44 20 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
    ['0044 20 7946 0958', '+44 20 7946 0958', 'tel:+442079460958'],
    ['001 512 555 0142', '(512) 555-0142', 'tel:+15125550142'],
    ['0412 345 678', '0412 345 678', 'tel:0412345678'],
    ['(02) 9374 4000', '(02) 9374 4000', 'tel:0293744000'],
    ['1-800-FLOWERS', '1-800-FLOWERS', 'tel:+18003569377'],
    ['1-800-GOT-JUNK', '1-800-GOT-JUNK', 'tel:+18004685865'],
    ['call me', 'call me', 'tel:'],
    ['12', '12', 'tel:12'],
    ['12+', '12+', 'tel:12'],
    ['+', '+', 'tel:'],
    ['', '', 'tel:'],
  ])('%s', (text, display, href) => {
    expect(readPhone(text)).toEqual({ display, href })
  })
})

describe('phoneText', () => {
  it.each([
    '5125550142',
    '15125550142',
    '+15125550142',
    '+1 512 555 0142',
    '512-555-0142',
    '(512) 555-0142',
    ' 512.555.0142 ',
    '+44 20 7946 0958',
    'call me',
    '12',
  ])("%s has the same format as in a lead's details", (text) => {
    expect(phoneText(text)).toBe(readPhone(text).display)
    if (isUsNumber(text)) expect(`tel:${dialable(text)}`).toBe(readPhone(text).href)
  })
})

describe('isPossiblePhone', () => {
  it.each([
    ['(716) 555-0142', true],
    ['+44 20 7946 0958', true],
    ['716-555-0142 ext. 3', true],
    ['0412 345 678', false],
    ['555', false],
    ['call me', false],
  ])('%j: %s', (text, isPossible) => {
    expect(isPossiblePhone(text)).toBe(isPossible)
  })
})

describe('phoneDigits', () => {
  it.each([
    ['614-555', '614555'],
    ['+1 614', '614'],
    ['1 614 555 0142', '6145550142'],
    ['0142', '0142'],
    ['011 44 20 7946 0958', '442079460958'],
    ['0044 20 7946 0958', '442079460958'],
    ['020 7946 0958', '2079460958'],
    ['६१४-५५५', '614555'],
    ['55', null],
    ['5 oaks', null],
  ])('%j: %j', (search, digits) => {
    expect(phoneDigits(plainText(search))).toBe(digits)
  })
})
