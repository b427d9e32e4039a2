import { describe, expect, it } from 'vitest'
import { announcedAddress, findAddresses, readAddress } from '../../../../server/agent/extract/address.ts'
import {
  findEmails,
  findPhones,
  hasLocalNumber,
  samePhone,
} from '../../../../server/agent/extract/contact.ts'
import {
  findAvailability,
  findBudget,
  findPropertySize,
  findTimeline,
} from '../../../../server/agent/extract/details.ts'
import { findName } from '../../../../server/agent/extract/name.ts'
import { findServices } from '../../../../server/agent/extract/service.ts'

const values = (found: readonly { value: string }[]) => found.map(({ value }) => value)

describe('findPhones', () => {
  it.each([
    ['call 415-555-0132', ['(415) 555-0132']],
    ['(212) 456-7890 or 646.555.0188', ['(212) 456-7890', '(646) 555-0188']],
    ['+44 20 7946 0958', ['+44 20 7946 0958']],
    ['4155550132', ['(415) 555-0132']],
    ['an area code the plan has not: 555-123-4567', ['(555) 123-4567']],
    ['555-1234', []],
    ['8,000 sq ft in 78704-1234, since 2019', []],
    ['my budget is $5000 to $8000', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(values(findPhones(text))).toEqual(expected)
  })

  it('recognizes a number without area code, and the same number in another notation', () => {
    expect(hasLocalNumber('555-1234')).toBe(true)
    expect(hasLocalNumber('415-555-1234')).toBe(false)
    expect(samePhone('+1 415 555 0132', '(415) 555-0132')).toBe(true)
    expect(samePhone('415 555 0133', '(415) 555-0132')).toBe(false)
    expect(samePhone('none', '(415) 555-0132')).toBe(false)
  })
})

describe('findPhones in other forms', () => {
  it.each([
    ['614·555·0188', '(614) 555-0188'],
    ['614•555•0188', '(614) 555-0188'],
    ['614∙555⋅0188', '(614) 555-0188'],
    ['614~555~0188', '(614) 555-0188'],
    ['614 | 555 | 0188', '(614) 555-0188'],
    ['614\u2009555\u20090188', '(614) 555-0188'],
    ['#614-555-0188', '(614) 555-0188'],
    ['call me at #614-555-0188', '(614) 555-0188'],
    ['(six one four) 555-0188', '(614) 555-0188'],
    ['six-one-four 555-0188', '(614) 555-0188'],
    ['six one four 5550188', '(614) 555-0188'],
    ['614-555-LAWN', '(614) 555-5296'],
    ['614-555-lawn', '(614) 555-5296'],
    ['(614) 555 LAWN', '(614) 555-5296'],
    ['1-800-FLOWERS', '(800) 356-9377'],
    ['call 800-GOT-JUNK now', '(800) 468-5865'],
    ['614-555-OOOO', '(614) 555-0000'],
  ])('reads %s', (text, phone) => {
    const found = findPhones(text)
    expect(values(found)).toEqual([phone])
    expect(text.slice(found[0]?.start, found[0]?.end)).toMatch(/^[\w(].*\w$/)
  })

  it.each([
    'invoice #614-555-0188',
    'order #614-555-0188',
    '614 555 Lawn please',
    '614 555 bags of mulch',
    'the 800 block of OAK St',
    '12345 LAWN AVE',
    '614 FLOWERS',
    '$614-555-LAWN',
    '43215-1234',
    'PO Box 614555',
    '2-3 weeks, 12-14 trees, $1430',
  ])('reads no number in %s', (text) => expect(findPhones(text)).toEqual([]))
})

describe('findEmails', () => {
  it.each([
    ['jane.doe+lawn@Example.co.uk.', ['jane.doe+lawn@example.co.uk']],
    ['<a@b.test>, c@d.test', ['a@b.test', 'c@d.test']],
    ['not@complete', []],
    ['@handle and a@@b.test', []],
    ['jane@example.com!!', ['jane@example.com']],
  ])('%j', (text, expected) => {
    expect(values(findEmails(text))).toEqual(expected)
  })

  it.each([
    ["o'brien@x.test", "o'brien@x.test"],
    ['o’brien@x.test', "o'brien@x.test"],
    ['first.last+tag@sub.domain.co.uk', 'first.last+tag@sub.domain.co.uk'],
    ['mailto:jane@example.com', 'jane@example.com'],
    ['Jane <a@b.test>', 'a@b.test'],
    ['e-mail=jane@example.com', 'jane@example.com'],
    ['my mail is jane@example.com.', 'jane@example.com'],
    ['jane@example.com...thanks', 'jane@example.com'],
    ['Use jane@example.com.Thanks', 'jane@example.com'],
    ['‘jane@example.com’', 'jane@example.com'],
    ["'jane@example.com'", 'jane@example.com'],
    ['*jane@example.com*', 'jane@example.com'],
    ['_jane@example.com_', 'jane@example.com'],
    ['jane<at>example<dot>com', 'jane@example.com'],
    ['jane@a.b.c.d.e.f.example.com', 'jane@a.b.c.d.e.f.example.com'],
    ['müller@bücher.example', 'müller@bücher.example'],
    ['иван@пример.рф', 'иван@пример.рф'],
    ['jane@xn--bcher-kva.example', 'jane@xn--bcher-kva.example'],
  ])('finds the whole address in %s', (text, email) => {
    expect(values(findEmails(text))).toEqual([email])
  })

  it.each([
    'jane@example..com',
    'jane@mail.example..com',
    'jane..doe@example.com',
    'jane.@example.com',
    'jane@-example.com',
    'jane@example-.com',
    'jane@localhost',
    'jane@@example.com',
    'jane@example.com@example.org',
    'jane@example_site.com',
    'jane@example.com_old',
    'jane/doe@example.com',
    'https://user@example.com/path',
    'jane@127.0.0.1',
    `${'a'.repeat(70)}@example.com`,
  ])('finds no part of %s', (text) => expect(findEmails(text)).toEqual([]))
})

describe('findName', () => {
  it.each([
    ["I'm Jane Doe and I need mowing", 'Jane Doe'],
    ['my name is jane doe', 'Jane Doe'],
    ['This is José Ñúñez', 'José Ñúñez'],
    ['My name is Mary-Ann O’Neil McKay', 'Mary-Ann O’Neil McKay'],
    ["I'm looking for a quote", null],
    ["it's urgent", null],
    ['this is great', null],
    ['jane doe', 'Jane Doe'],
    ['grass is too high', null],
  ])('unasked: %j', (text, expected) => {
    expect(findName(text, false, false)).toBe(expected)
  })

  it.each([
    ['jane doe', 'Jane Doe'],
    ['JANE', 'Jane'],
    ['Sure, it’s Will Smith', 'Will Smith'],
    ["i'm bob", 'Bob'],
    ['Jane and my number is', 'Jane'],
    ['Jane, thanks', 'Jane'],
    ['王小明', '王小明'],
    ['yes', null],
    ['ok', null],
    ['not sure', null],
    ['<b>Bob</b>', null],
    ['🌱🌱', null],
    ['12345', null],
  ])('asked: %j', (text, expected) => {
    expect(findName(text, true, false)).toBe(expected)
  })

  it('changes a known name only after a plain introduction', () => {
    expect(findName("I'm Happy With That", false, true)).toBeNull()
    expect(findName('My name is Jane', false, true)).toBe('Jane')
  })
})

describe('findAddresses', () => {
  it.each([
    ['at 1200 Barton Springs Rd, Austin, TX 78704 please', ['1200 Barton Springs Rd, Austin, TX 78704']],
    ["it's 42 oak street and my gate is green", ['42 oak street']],
    ['9 Elm Ave Apt 4B, Springfield, IL', ['9 Elm Ave Apt 4B, Springfield, IL']],
    ['7 Sunny Court', ['7 Sunny Court']],
    ['I have 3 trees on my way', []],
    ['2 cars in the drive', []],
    ['8000 sq ft', []],
    ['5 minutes down the road', []],
    ['12 Pecan Street no 21 Pecan Street Austin', ['12 Pecan Street', '21 Pecan Street Austin']],
  ])('%j', (text, expected) => {
    expect(values(findAddresses(text))).toEqual(expected)
  })

  it.each([
    ['Sure, it’s the blue house on Elm, Austin.', 'the blue house on Elm, Austin'],
    ['my address is 1 Main', '1 Main'],
    ['78704', '78704'],
    ['Austin', 'Austin'],
    ['🌱', null],
    ['', null],
  ])('parses the answer %j', (text, expected) => {
    expect(readAddress(text)).toBe(expected)
  })

  it('takes an announced place up to the end of its sentence', () => {
    expect(announcedAddress('I live at Rose Cottage, Hill Country. Call me')).toBe(
      'Rose Cottage, Hill Country',
    )
    expect(announcedAddress('no place here')).toBeNull()
  })
})

describe('details', () => {
  it.each([
    ['about half an acre', 'about half an acre'],
    ['we have 2.5 acres', '2.5 acres'],
    ['1/4 acre lot', '1/4 acre'],
    ['8,000 sq ft', '8,000 sq ft'],
    ['5k square feet', '5k square feet'],
    ['a 50 x 100 ft yard', '50 x 100 ft'],
    ['two dogs', undefined],
  ])('property size %j', (text, expected) => {
    expect(findPropertySize(text)?.value).toBe(expected)
  })

  it.each([
    ['$500', false, '$500'],
    ['around 2k', false, 'around 2k'],
    ['$1,500 - $2,000', false, '$1,500 - $2,000'],
    ['under $40 per visit', false, 'under $40 per visit'],
    ['300 dollars', false, '300 dollars'],
    ['my budget is 400', false, '400'],
    ['400', true, '400'],
    ['400', false, undefined],
    ['none', true, undefined],
  ])('budget %j, asked: %j', (text, wasAsked, expected) => {
    expect(findBudget(text, wasAsked)?.value).toBe(expected)
  })

  it.each([
    ['ASAP please', 'ASAP'],
    ['sometime next week', 'next week'],
    ['in 2 weeks', 'in 2 weeks'],
    ['before Thanksgiving', 'before Thanksgiving'],
    ['by May 3rd', 'by May 3rd'],
    ['no rush', 'no rush'],
    ['He hurt his back in July. We need mowing before Christmas', 'before Christmas'],
    ['We want the lawn aerated in April', 'in April'],
    ['hello', undefined],
  ])('timeline %j', (text, expected) => {
    expect(findTimeline(text)?.value).toBe(expected)
  })

  it.each([
    ['weekdays after 3pm', 'weekdays after 3pm'],
    ['Mondays and Tuesdays', 'Mondays and Tuesdays'],
    ['Saturday morning works', 'Saturday morning'],
    ['after 5pm.', 'after 5pm'],
    ['between 9 and 11', 'between 9 and 11'],
    ['full sun lawn', undefined],
    ['I will be at work tuesday so call my cell', undefined],
    ["can't do Mondays but Tuesdays are fine", 'Tuesdays'],
  ])('availability %j', (text, expected) => {
    expect(findAvailability(text)?.value).toBe(expected)
  })
})

describe('findServices', () => {
  const offered = ['Lawn Care & Maintenance', 'Tree Services', 'Gutter Cleaning']

  it.each([
    ['my grass needs mowing', ['Lawn Care & Maintenance'], []],
    ['mow the lawn and prune two trees', ['Lawn Care & Maintenance', 'Tree Services'], []],
    ['clean my gutters', ['Gutter Cleaning'], []],
    ['snow plowing', [], ['Snow Removal']],
    ['hello', [], []],
  ])('%j', (text, expected, unlisted) => {
    expect(findServices(text, offered)).toEqual({ offered: expected, unlisted })
  })

  it('offers every preset if no service is listed', () => {
    expect(findServices('snow plowing', [])).toEqual({ offered: ['Snow Removal'], unlisted: [] })
  })
})
