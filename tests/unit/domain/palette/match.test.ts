import { describe, expect, test } from 'vitest'
import { score, startsAlmost } from '../../../../src/domain/palette/match.ts'

const MARCUS = {
  label: 'Marcus Okafor',
  also: ['marcus.okafor@example.com', 'Lawn Care & Maintenance'],
  phones: ['(614) 555-0142'],
}

describe('score', () => {
  test('ranks the whole label over its start, a later word, other texts, and parts of words', () => {
    const scores = ['marcus okafor', 'marc', 'oka', 'lawn', 'afor', 'example', 'ampl'].map((query) =>
      score(MARCUS, query),
    )
    expect(scores).toEqual([100, 90, 80, 60, 50, 60, 40])
  })

  test('every word of the query must match', () => {
    expect(score(MARCUS, 'marcus lawn')).toBe(75)
    expect(score(MARCUS, 'marcus pool')).toBe(0)
    expect(score(MARCUS, '  ')).toBe(0)
    // Two letters inside a word are a coincidence.
    expect(score(MARCUS, 'cu')).toBe(0)
  })

  test.each([
    ['the end', '0142'],
    ['the middle, in its own notation', '555-01'],
    ['the area code in parentheses', '(614)'],
    ['dots', '614.555'],
    ['the country code', '+1 614 555'],
    ['a country code without a plus', '1 614'],
  ])('finds part of a phone number: %s', (_, query) => {
    expect(score(MARCUS, query)).toBe(85)
  })

  test.each([
    ['+1 (614) 555-0142', '614555'],
    ['6145550142', '(614) 555'],
    ['+44 20 7946 0958', '7946 0958'],
  ])('finds %s by %s', (phone, query) => {
    expect(score({ label: 'Someone', phones: [phone] }, query)).toBe(85)
  })

  test('two digits are no phone number, and digits of different numbers are not joined', () => {
    expect(score(MARCUS, '01')).toBe(0)
    expect(score({ label: 'Someone', phones: ['6145550142', '6145550143'] }, '01426')).toBe(0)
  })

  test('ignores accents and case', () => {
    expect(score({ label: 'José Núñez' }, 'nunez')).toBe(80)
    expect(score({ label: 'Jose Nunez' }, 'JOSÉ')).toBe(90)
  })

  test('initials find labels of several words', () => {
    expect(score({ label: 'Service Area' }, 'sa')).toBe(70)
    expect(score({ label: 'Website' }, 'w')).toBe(90)
    expect(score({ label: 'Service Area' }, 'a')).toBe(80)
  })

  test('one typing error is forgiven, but ranks last', () => {
    expect(score(MARCUS, 'okfaor')).toBe(30)
    expect(score(MARCUS, 'maintenence')).toBe(20)
    expect(score(MARCUS, 'okxxor')).toBe(0)
  })

  test('characters of regular expressions are text', () => {
    expect(score(MARCUS, '(')).toBe(0)
    expect(score({ label: 'C++ [lawn]' }, '[lawn')).toBe(50)
  })
})

describe('startsAlmost', () => {
  test.each(['garcja', 'gacia', 'garrcia', 'gacria', 'garcia'])('garcia starts almost with %s', (typed) => {
    expect(startsAlmost('garcia', typed)).toBe(true)
  })

  test.each(['gar', 'xarcia', 'gaxxia', 'garciaaa'])('garcia does not start almost with %s', (typed) => {
    expect(startsAlmost('garcia', typed)).toBe(false)
  })
})
