import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  splitPrivate,
  withoutPrivate,
  withoutSentences,
  withSentences,
} from '../../../../src/domain/settings/private-notes.ts'

const PUBLIC = 'Weekly mowing is $45 a visit.'

describe('a note that is not for visitors', () => {
  it.each([
    'Do not tell customers: we can go down 10%.',
    "Don't share our supplier prices.",
    'Internal: 30% deposit from people on the blacklist.',
    'Never quote less than $38.',
    'If they push back we can do $40.',
    'Our cost is about $22 a visit.',
    'Margin is 35%.',
    'Repeat customers can get up to 15% off if they ask.',
    'Bottom line for mowing is $36.',
    'Willing to negotiate on big jobs.',
    "There's wiggle room of 10 percent.",
    'Confidential – neighbors pay $35.',
    'Customers should not know that we subcontract trees.',
    "Don't go below $40.",
    'Between us, the Smiths on Elm pay $30.',
    'Nunca decir que podemos bajar 10%.',
    'No le digan a los clientes: el margen es 30%.',
  ])('is withheld, and its neighbors stay: %s', (note) => {
    expect(withoutPrivate(`${PUBLIC} ${note} Stumps from $150.`)).toBe(`${PUBLIC}\nStumps from $150.`)
    expect(withoutPrivate(`${PUBLIC}\n- ${note}\nStumps from $150.`)).toBe(`${PUBLIC}\nStumps from $150.`)
  })

  it('takes with it the sentence that it points to', () => {
    expect(withoutPrivate(`${PUBLIC} We can do $40. Don't tell customers this.`)).toBe(PUBLIC)
    expect(withoutPrivate(`${PUBLIC}\nWe can do $40.\nFor staff only.`)).toBe(PUBLIC)
  })

  it('takes with it what follows a heading, up to the next paragraph', () => {
    const notes = `${PUBLIC}\nInternal only:\nWe can do $40.\nSmiths: $30.\n\nStumps from $150.`
    expect(withoutPrivate(notes)).toBe(`${PUBLIC}\n\nStumps from $150.`)
    expect(withoutPrivate('Do not share:\nWe can do $40.')).toBeNull()
  })
})

it.each([
  'Mowing is $45 a visit.',
  'We do not require a deposit.',
  'No contract needed.',
  'Mulch is $95 a yard, delivery included.',
  'Cancel any time.',
  'Cortar el césped cuesta $45.',
  'Ask about the size of the yard.',
  'We charge more for steep slopes.',
])('an ordinary note stays: %s', (note) => {
  expect(withoutPrivate(note)).toBe(note)
})

describe('a text is divided', () => {
  it.each([
    [`${PUBLIC} Margin is 35%. Stumps from $150.`, `${PUBLIC} Stumps from $150.`, ['Margin is 35%.']],
    [
      `- ${PUBLIC}\n- Margin is 35%.\n- Stumps from $150.`,
      `- ${PUBLIC}\n- Stumps from $150.`,
      ['- Margin is 35%.'],
    ],
    [
      `1. ${PUBLIC}\n2. Margin is 35%.\n3. Stumps from $150.`,
      `1. ${PUBLIC}\n3. Stumps from $150.`,
      ['2. Margin is 35%.'],
    ],
    [`Margin is 35%.\n\n${PUBLIC}\n`, `${PUBLIC}`, ['Margin is 35%.']],
    [
      `${PUBLIC}  \n\nFor staff only:\nWe can do $40.\n\nStumps  from\t$150.`,
      `${PUBLIC}  \n\nStumps  from\t$150.`,
      ['For staff only:', 'We can do $40.'],
    ],
    [
      `1. Cleanup $99.\n2. We can do $40.\n3. Don't tell customers.\n4. Stumps from $150.`,
      '1. Cleanup $99.',
      ['2. We can do $40.', "3. Don't tell customers.", '4. Stumps from $150.'],
    ],
    ['Our cost is $22', '', ['Our cost is $22']],
  ])('%j', (text, left, taken) => {
    expect(splitPrivate(text)).toEqual({ left, taken })
    expect(withoutPrivate(left)).toBe(withoutPrivate(text))
  })

  it.each(['', '  ', '\r\n\r\n', ` ${PUBLIC}\n\n `, `${PUBLIC}\r\nStumps;  $150.`, 'x'.repeat(50_000)])(
    'and stays as it is if nothing is private: %j',
    (text) => {
      expect(splitPrivate(text)).toEqual({ left: text, taken: [] })
    },
  )

  it('so that nothing else is private, nothing is lost, and the rest keeps its order', () => {
    const sentence = fc.constantFrom(
      ...[
        'Mowing is $45.',
        'Internal only:',
        "Don't share this.",
        'margin is 30%',
        '- Stumps $150',
        'A? B',
        '1.',
      ],
    )
    const gap = fc.constantFrom(' ', '\n', '\n\n', ' \n', '\n \t\n', '\r\n', '\r\n\r\n', '  ', '\n\n\n')
    fc.assert(
      fc.property(fc.array(fc.tuple(sentence, gap)), (parts) => {
        const text = parts.flat().join('')
        const { left, taken } = splitPrivate(text)
        expect(splitPrivate(left).taken).toEqual([])
        expect(withoutPrivate(left)).toBe(withoutPrivate(text))
        const words = (all: string) => all.split(/\s+/).filter(Boolean).toSorted()
        expect(words(`${left} ${taken.join(' ')}`)).toEqual(words(text))
      }),
    )
  })

  it('in linear time', () => {
    for (const part of ['Don’t tell. ', 'no ', 'x', ' ', '\n', '1. ', 'negoci']) {
      const before = performance.now()
      splitPrivate(part.repeat(20_000))
      expect(performance.now() - before).toBeLessThan(5_000)
    }
  })
})

describe('private notes', () => {
  const SENTENCES = ['Margin is 35%.', 'We can do $40.']

  it.each([
    [null, 'Margin is 35%.\nWe can do $40.'],
    [' \n', 'Margin is 35%.\nWe can do $40.'],
    ['Gate code 12.\n', 'Gate code 12.\n\nMargin is 35%.\nWe can do $40.'],
  ])('get sentences as a paragraph, which can be removed again: %j', (notes, added) => {
    expect(withSentences(notes, SENTENCES)).toBe(added)
    expect(withoutSentences(added, SENTENCES)).toBe(notes?.trim() ?? '')
  })

  it('keep what was written after the sentences, and sentences that were edited', () => {
    expect(withoutSentences('Gate.\n\nMargin is 35%.\nWe can do $40.\n\nNew.', SENTENCES)).toBe(
      'Gate.\n\nNew.',
    )
    expect(withoutSentences('PS: Margin is 35%.\nWe can do $40.', SENTENCES)).toBe(
      'PS: Margin is 35%.\nWe can do $40.',
    )
    expect(withoutSentences('Margin is 30%.\nWe can do $40.', SENTENCES)).toBe(
      'Margin is 30%.\nWe can do $40.',
    )
  })
})
