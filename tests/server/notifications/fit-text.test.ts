import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitting, segmentsOf } from '../../../server/notifications/compose/fit-text.ts'
import { textParts } from '../../../server/notifications/text-parts.ts'

describe('segmentsOf', () => {
  it.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Two units each.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    // The second part begins with a whole character: 152 + 1 unused, then 154.
    [`${'€'.repeat(76)}${'€'.repeat(77)}`, 3],
    ['ж'.repeat(70), 1],
    ['ж'.repeat(71), 2],
    ['ж'.repeat(134), 2],
    ['ж'.repeat(135), 3],
    ['😀'.repeat(35), 1],
    // 33 emoji fill 66 of the 67 units of a part.
    ['😀'.repeat(66), 2],
    ['😀'.repeat(67), 3],
  ])('%#: counts the parts of a message', (text, parts) => expect(segmentsOf(text)).toBe(parts))
})

describe('fitting', () => {
  it('writes without accents, typographic signs, and emoji that would halve the room', () => {
    expect(fitting(() => 'Łukasz’s – “café” 🌳…')).toBe('Łukasz\'s - "café" ...')
    expect(fitting(() => 'Żaneta č 🌳')).toBe('Zaneta c')
  })
  it('keeps other scripts', () => {
    expect(fitting(() => 'נועה כהן')).toBe('נועה כהן')
  })
  it('shortens names before it gives up a wording', () => {
    const link = `https://x.test/${'i'.repeat(80)}`
    const wordings = [
      (short: (text: string) => string) => `${short('ж'.repeat(255))} ${link}`,
      (short: (text: string) => string) => short('ж'.repeat(255)),
    ]
    expect(fitting(...wordings)).toBe(`${'ж'.repeat(31)}... ${link}`)
    expect(fitting(() => link.repeat(5), ...wordings.slice(1))).toBe(`${'ж'.repeat(79)}...`)
  })
  it('needs at most two parts and 299 characters for any names', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.string({ unit: 'binary', maxLength: 400 }),
        (name, other) => {
          const text = fitting(
            (short) =>
              `${short(name)}: ${short(other)} https://x.test/${'i'.repeat(90)} Reply STOP to opt out.`,
            (short) => `${short(name)}: ${short(other)} Reply STOP to opt out.`,
          )
          expect(segmentsOf(text)).toBeLessThanOrEqual(2)
          expect(text.length).toBeLessThan(300)
          expect(text).toContain('Reply STOP to opt out.')
        },
      ),
    )
  })
})

describe('textParts', () => {
  const spanish = 'Mañana a las 3 está libre. ¿Le conviene? “Sí” 🌳'
  it('keeps the accents of Spanish, and those that every text can hold in other languages', () => {
    expect(textParts([spanish], 'es')).toEqual(['Mañana a las 3 está libre. ¿Le conviene? "Sí"'])
    expect(textParts([spanish], 'en')).toEqual(['Mañana a las 3 esta libre. ¿Le conviene? "Si"'])
    expect(textParts(['est\u0061\u0301 man\u0303ana'], 'es')).toEqual(['está mañana'])
  })
  it('has the same number of texts in every language', () => {
    const words = fc.array(
      fc.constantFrom('mañana', 'está', 'jardín', 'ÁRBOL', 'césped', '🌳', 'e\u0301', '\n'),
      {
        maxLength: 900,
      },
    )
    fc.assert(
      fc.property(words, (said) => {
        const [es, en] = (['es', 'en'] as const).map((language) => textParts([said.join(' ')], language))
        expect(es?.length).toBe(en?.length)
        expect(es?.every((text) => text.length <= 1_300)).toBe(true)
      }),
    )
  })
})
