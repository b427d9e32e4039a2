import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { block, cut, isolated, line, soon } from '../../../server/notifications/compose/words.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 300 }),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(fc.constantFrom('\r', '\n', '\t', '\0', '\u202e', '\u2066', '\u2028', 'a', '👩‍👩‍👧'))
    .map((characters) => characters.join('')),
)

describe('cut', () => {
  it('does not split a visible character', () => {
    expect(cut('Ann', 3)).toBe('Ann')
    expect(cut('Anna', 3)).toBe('An…')
    expect(cut('👩‍👩‍👧👩‍👩‍👧', 10)).toBe('👩‍👩‍👧…')
    expect(cut('👩‍👩‍👧', 4)).toBe('👩‍…')
    expect(cut('a👩‍👩‍👧bc', 5)).toBe('a…')
  })
  it('never exceeds the room', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 50 }), (text, most) => {
        const result = cut(text, most)
        expect(result.length).toBeLessThanOrEqual(most)
        if (text.isWellFormed()) expect(result.isWellFormed()).toBe(true)
      }),
    )
  })
})

describe('line and block', () => {
  it('remove what could end a header or reorder a sentence', () => {
    expect(line(' Ada\r\nBcc: x@y.z\0 ', 80)).toBe('Ada Bcc: x@y.z')
    expect(line('Ada\u202egnp.exe', 80)).toBe('Adagnp.exe')
    expect(block('a\r\nb\rc\u2028d\n\n\n\n\te\u0007', 80)).toBe('a\nb\nc\nd\n\n e')
  })
  it('do so for any text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(line(text, 80)).toMatch(/^[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]{0,80}$/u)
        expect(block(text, 80)).toMatch(
          /^(?:\n|[^\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e\u2066-\u2069]){0,80}$/u,
        )
      }),
    )
  })
})

it('isolates right-to-left names only', () => {
  expect(isolated('Ada')).toBe('Ada')
  expect(isolated('נועה')).toBe('\u2068נועה\u2069')
})

describe('soon', () => {
  const at = (start: string, now: string, zone: string | null = 'America/New_York') =>
    soon(new Date(start), new Date(now), zone)
  it.each([
    ['2026-11-23T20:00:00Z', '2026-11-22T20:00:00Z', 'tomorrow at 3:00 PM (Eastern)'],
    ['2026-11-23T20:00:00Z', '2026-11-20T20:00:00Z', 'on Mon, Nov 23 at 3:00 PM (Eastern)'],
    // 23 hours later, over the night in which the clocks go forward.
    ['2026-03-08T19:00:00Z', '2026-03-07T20:00:00Z', 'tomorrow at 3:00 PM (Eastern)'],
    // 24 hours later, on the day of 25 hours.
    ['2026-11-02T04:30:00Z', '2026-11-01T04:30:00Z', 'today at 11:30 PM (Eastern)'],
  ])('%s as of %s', (start, now, words) => expect(at(start, now)).toBe(words))
  it('names other zones, and Eastern without one', () => {
    expect(at('2026-11-23T20:00:00Z', '2026-11-23T10:00:00Z', 'America/Boise')).toBe(
      'today at 1:00 PM (America/Boise)',
    )
    expect(at('2026-11-23T20:00:00Z', '2026-11-23T10:00:00Z', null)).toBe('today at 3:00 PM (Eastern)')
  })
})
