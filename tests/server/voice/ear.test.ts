import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cutToHeard } from '../../../server/voice/ear/heard.ts'
import { dayInWords, digitsInWords, numberInWords } from '../../../server/voice/ear/numbers.ts'
import { spokenPieces, wordsIn } from '../../../server/voice/ear/pieces.ts'
import { isListening, isSound } from '../../../server/voice/ear/sounds.ts'
import { spoken } from '../../../server/voice/ear/spoken.ts'
import { unspeakable } from '../../support/speakable.ts'

describe('numbers in words', () => {
  it.each([
    [0, 'zero', 'cero'],
    [21, 'twenty one', 'veintiuno'],
    [45, 'forty five', 'cuarenta y cinco'],
    [100, 'one hundred', 'cien'],
    [101, 'one hundred one', 'ciento uno'],
    [1_000, 'one thousand', 'mil'],
    [21_500, 'twenty one thousand five hundred', 'veintiún mil quinientos'],
    [1_000_000, 'one zero zero zero zero zero zero', 'uno cero cero cero cero cero cero'],
  ])('%i', (value, en, es) => {
    expect([numberInWords(value, 'en'), numberInWords(value, 'es')]).toEqual([en, es])
  })

  it('writes days of a month and digits', () => {
    expect([1, 2, 3, 12, 20, 23, 30, 31].map((day) => dayInWords(day, 'en'))).toEqual(
      'first,second,third,twelfth,twentieth,twenty third,thirtieth,thirty first'.split(','),
    )
    expect(dayInWords(1, 'es')).toBe('primero')
    expect(digitsInWords('6-1 4', 'en')).toBe('six one four')
  })
})

describe('a text for the ear', () => {
  it.each([
    ['Call (614) 555-0188.', 'Call six one four, five five five, zero one eight eight.'],
    ['614.555.0188 ext. 12', 'six one four, five five five, zero one eight eight, extension one two'],
    ['jane.doe_9@gmail.com', 'jane dot doe underscore nine at gmail dot com'],
    ['Monday, November 23 at 8:30 AM EST.', 'Monday, November twenty third at eight thirty in the morning.'],
    ['At 12:00 PM or 12:00 AM', 'At noon or midnight'],
    ['It is 3:05 PM (EDT).', 'It is three oh five in the afternoon.'],
    ['open Mon, 8 AM–5:30 PM', 'open Monday, eight in the morning to five thirty in the evening'],
    ['12 Oak St, Columbus, OH 43215', 'twelve Oak Street, Columbus, O H four three two one five'],
    ['1204 W Oak Ave', 'one two zero four W Oak Avenue'],
    [
      '$45–$60, $1,299.50',
      'forty five to sixty dollars, one thousand two hundred ninety nine dollars and fifty cents',
    ],
    ['10% off 2.5 acres, 24/7', 'ten percent off two point five acres, around the clock, every day'],
    ['Call 911 now', 'Call nine one one now'],
    ['See https://example.com/a?b=1. **Now** 👋!', 'See. Now!'],
    ['Mulch (dyed) & stone, 3-4 bags', 'Mulch, dyed, and stone, three to four bags'],
    ['a 1/2 acre', 'a one half acre'],
  ])('%s', (written, said) => {
    expect(spoken(written, 'en')).toBe(said)
  })

  it.each([
    [
      'lunes, 23 de noviembre a las 8:30 a.m. EST: ¿le reservo?',
      'lunes, veintitrés de noviembre a las ocho y media de la mañana, ¿le reservo?',
    ],
    ['Es a la 1:00 p.m. Gracias.', 'Es a la una de la tarde. Gracias.'],
    ['mié, 25 de nov, 12:00 p.m.', 'miércoles, veinticinco de noviembre, las doce del mediodía.'],
    ['Cuesta $101.', 'Cuesta ciento un dólares.'],
  ])('%s', (written, said) => {
    expect(spoken(written, 'es')).toBe(said)
  })

  it('has nothing in it that can not be spoken, whatever the text', () => {
    const written = fc.array(
      fc.constantFrom(
        ...[
          '$',
          '4',
          '8:30',
          'AM',
          '12',
          '-',
          '(',
          ')',
          'a',
          '@',
          'b.com',
          '%',
          '5,000',
          '•',
          '\n',
          '👋',
          '#',
        ],
        ...['614-555-0188', 'Nov', '23', 'St', '1/2', '&', '/', '**', 'www.a.com', '2.5', '.', '?', 'x'],
      ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(
        written,
        fc.constantFrom('', ' '),
        fc.constantFrom('en' as const, 'es' as const),
        (parts, by, language) => {
          for (const piece of spokenPieces([parts.join(by)], language)) {
            expect(unspeakable(piece)).toEqual([])
          }
        },
      ),
    )
  })
})

describe('an answer in pieces', () => {
  it('keeps one question, at the end, and two choices', () => {
    const offer =
      'Perfect! Want us to call you with a quote? I have these times (EST):\n• Fri, Nov 20, 12:00 PM\n• Sat, Nov 21, 9:00 AM\n• Mon, Nov 23, 8:00 AM'
    expect(spokenPieces([offer], 'en')).toEqual([
      'Perfect! I have these times, Friday at noon, or Saturday at nine in the morning. Want us to call you with a quote?',
    ])
  })

  it('pauses after at most 25 words, at the end of a sentence or clause', () => {
    const answer =
      'Yes, we haul away all clippings and small branches at no extra charge, unless there are more than ten bags; then it is forty five dollars per load.'
    const pieces = spokenPieces([answer, 'And your name?'], 'en')
    expect(pieces).toEqual([
      'Yes, we haul away all clippings and small branches at no extra charge, unless there are more than ten bags;',
      'then it is forty five dollars per load. And your name?',
    ])
  })

  it('loses no words', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('word', 'and,', 'end.', 'so;'), { maxLength: 120 }), (words) => {
        const pieces = spokenPieces([words.join(' ')], 'en')
        const count = (text: string) => wordsIn(text.replace(/[,;.]/g, ' ')).length
        expect(count(pieces.join(' '))).toBe(words.length)
        for (const piece of pieces) expect(wordsIn(piece).length).toBeLessThanOrEqual(25)
      }),
    )
  })

  it('has no pieces without words', () => {
    expect(spokenPieces(['', '👋', '...'], 'en')).toEqual([])
  })
})

describe('a turn that is interrupted', () => {
  const said = 'Your number is six one four, five five five, zero one. Is that right?'

  it.each([
    ['Your number is six', 'Your number is six'],
    ['your NUMBER is six one four', 'Your number is six one four,'],
    ['Earlier words. Your number', 'Your number'],
    ['', ''],
    ['Something else', ''],
    [said, said],
    [said.replace('?', ''), said],
  ])('after %j', (reported, heard) => {
    const cut = cutToHeard(said, reported)
    expect(cut.heard).toBe(heard)
    expect(`${cut.heard} ${cut.unheard}`.trim()).toBe(said)
  })

  it('ends at any word', () => {
    const words = said.split(' ')
    for (let count = 0; count <= words.length; count += 1) {
      const { heard } = cutToHeard(said, words.slice(0, count).join(' '))
      expect(wordsIn(heard)).toHaveLength(count)
    }
  })
})

describe('a listener', () => {
  it.each([
    'mhm',
    'Mm-hmm.',
    'uh-huh',
    'hmm',
    'oh',
    'ajá',
    'okay',
    'yeah',
    'right',
    'yeah yeah',
    'Sure.',
    'great',
  ])('who says %j does not interrupt', (said) => expect(isListening(said)).toBe(true))

  it.each([
    'wait, no',
    'no',
    'hold on',
    'stop',
    'what',
    'at 3',
    'no that is wrong',
    'how much is it',
    'Jane Doe',
  ])('who says %j does', (said) => expect(isListening(said)).toBe(false))

  it('makes sounds that are no answer', () => {
    expect(['mhm', 'Uh-huh.', 'mm, hm', ''].map(isSound)).toEqual([true, true, true, true])
    expect(['yes', 'okay', 'mhm yes', 'no'].map(isSound)).toEqual([false, false, false, false])
  })
})
