import fc from 'fast-check'
import { getCountries, getExampleNumber } from 'libphonenumber-js/min'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { phoneDigits, phoneText } from '../../../../src/domain/common/dialable.ts'
import { isPossiblePhone, readPhone } from '../../../../src/domain/common/phone.ts'
import { phoneHref, phonesIn } from '../../../../src/domain/common/phone-href.ts'
import { plainText } from '../../../../src/domain/common/plain-text.ts'

describe('phoneHref', () => {
  it.each([
    ['5125550142', 'tel:+15125550142'],
    ['+1 (512) 555-0142', 'tel:+15125550142'],
    ['614-555-0188 ext. 12', 'tel:+16145550188;ext=12'],
    ['614-555-0188 Extension: 12', 'tel:+16145550188;ext=12'],
    ['614.555.0188x12', 'tel:+16145550188;ext=12'],
    ['614-555-0188 #12', 'tel:+16145550188;ext=12'],
    ['614-555-0188 (ext 12)', 'tel:+16145550188;ext=12'],
    ['614-555-0188,,12#', 'tel:+16145550188;ext=12'],
    ['6145550188p12', 'tel:+16145550188;ext=12'],
    ['tel:+16145550188;ext=12', 'tel:+16145550188;ext=12'],
    ['614-555-0188 Ext', 'tel:+16145550188'],
    ['614-555-0188 / 614-555-0199', 'tel:+16145550188'],
    ['614-555-0188 or 614-555-0199', 'tel:+16145550188'],
    ['614-555-0188;614-555-0199', 'tel:+16145550188'],
    ['614-555-0188\n614-555-0199', 'tel:+16145550188'],
    ['614-555-0188, 614-555-0199', 'tel:+16145550188'],
    ['614-555-0188 614-555-0199', 'tel:+16145550188'],
    ['614-555-0188 – 614-555-0199', 'tel:+16145550188'],
    ['+1 614 555 0188 +1 614 555 0199', 'tel:+16145550188'],
    ['(614) 555-0188/89', 'tel:+16145550188'],
    ['614 555 0188 x12 or 614 555 0199', 'tel:+16145550188;ext=12'],
    ['call Ann; 614-555-0188', 'tel:+16145550188'],
    ['2026-12-05 614-555-0142', 'tel:+16145550142'],
    ['614-555-0142 12/05/2026', 'tel:+16145550142'],
    ['12/05/2026 614-555-0142', 'tel:+16145550142'],
    ['2026-12-05 14:30 614-555-0142', 'tel:+16145550142'],
    ['2026-12-05 14:30', null],
    ['614-555-0142 8am-5pm', 'tel:+16145550142'],
    ['8:00-17:00 614-555-0142', 'tel:+16145550142'],
    ['555-0142 8am-5pm', 'tel:5550142'],
    ['Call after 5 614-555-0142', 'tel:+16145550142'],
    ['Apt 4 614-555-0142', 'tel:+16145550142'],
    ['Apt 4 555-0142', 'tel:5550142'],
    ['24/7 614-555-0142', 'tel:+16145550142'],
    ['Gate code 1234 614-555-0142', 'tel:+16145550142'],
    ['Gate code 1234 1 (614) 555-0142 x3', 'tel:+16145550142;ext=3'],
    ['+52 614 555 0142', 'tel:+526145550142'],
    ['0052 614 555 0142', 'tel:+526145550142'],
    ['030 6145550142', 'tel:0306145550142'],
    ['123-456-7890', 'tel:+11234567890'],
    ['[614] 555-0142', 'tel:+16145550142'],
    ['614-555-O142', 'tel:+16145550142'],
    ['614-555-014O', 'tel:+16145550140'],
    ['614-555-0l42', 'tel:+16145550142'],
    ['614-555-0142 - ext 23', 'tel:+16145550142;ext=23'],
    ['614-555-0142 [x23]', 'tel:+16145550142;ext=23'],
    ['614-555-0142 #2 614-555-0199', 'tel:+16145550142'],
    ['#1: 6145550142 #2: 6145550199', 'tel:+16145550142'],
    ['614-555-0142 ext 5 614-555-0199', 'tel:+16145550142;ext=5'],
    ['555-0142 555-0199', 'tel:5550142'],
    ['1-800-222-LAWN (5296)', 'tel:+18002225296'],
    ['1-800-LAWN-CARE (529-6227)', 'tel:+18005296227'],
    ['1-800-LAWN-CARE ext 4', 'tel:+18005296227;ext=4'],
    ['1-800-mattress', 'tel:+18006288737'],
    ['555-0142 FAX', 'tel:5550142'],
    ['0412 345 678 WORK', 'tel:0412345678'],
    ['614/555-0188', 'tel:+16145550188'],
    ['p:+16145550188', 'tel:+16145550188'],
    ['(614) 555-0188 (cell)', 'tel:+16145550188'],
    ['Home 2: 614-555-0188', 'tel:+16145550188'],
    ['614-555-0188, ask for Ann at 5', 'tel:+16145550188'],
    ['#614-555-0188', 'tel:+16145550188'],
    ['*67 614 555 0188', 'tel:+16145550188'],
    ['614‑555‑0188', 'tel:+16145550188'],
    ['614·555•0188', 'tel:+16145550188'],
    ['614\u00a0555\u202f0188', 'tel:+16145550188'],
    ['\u202a(614) 555-0188\u202c', 'tel:+16145550188'],
    ['（６１４）５５５－０１８８', 'tel:+16145550188'],
    ['٦١٤٥٥٥٠١٨٨', 'tel:+16145550188'],
    ['614-555-LAWN', 'tel:+16145555296'],
    ['614-555-lawn', 'tel:+16145555296'],
    ['1-800-FLOWERS', 'tel:+18003569377'],
    ['1 800 GOT JUNK', 'tel:+18004685865'],
    ['1-888-get-lawns', 'tel:+18884385296'],
    ['614-555-LAWN ext. 12', 'tel:+16145555296;ext=12'],
    ['+44 (0)20 7946 0958', 'tel:+442079460958'],
    ['0044 20 7946 0958', 'tel:+442079460958'],
    ['011 44 20 7946 0958', 'tel:+442079460958'],
    ['001 614 555 0188', 'tel:+16145550188'],
    ['0412 345 678', 'tel:0412345678'],
    ['(02) 9374 4000', 'tel:0293744000'],
    ['030/123456', 'tel:030123456'],
    ['555-0188', 'tel:5550188'],
    ['911', 'tel:911'],
    ['#250', 'tel:%23250'],
    ['6.145550188E+09', 'tel:+16145550188'],
    ['6.14556E+09', null],
    ['4111 1111 1111 1111', null],
    ['ext 12', null],
    ['call me', null],
    ['N/A', null],
    ['12', null],
    ['+', null],
    ['', null],
  ])('%j: %s', (text, href) => expect(phoneHref(text)).toBe(href))

  it('dials the number whatever is before and after it', () => {
    const before = [
      ...[
        '',
        '2026-12-05 ',
        '12/5/26 - ',
        '12-05-2026 ',
        '05.12.2026 ',
        'Dec 5, 2026 ',
        '9:00 AM ',
        'M-F 8-5 ',
      ],
      ...[
        '24/7 ',
        'Call after 5pm: ',
        'Apt 4 ',
        '#4 ',
        'Unit 12B ',
        '2) ',
        'Zip 43017, ',
        'ID 123456 ',
        '$250 ',
      ],
    ]
    const numbers = ['614-555-0142', '(614) 555-0142', '6145550142', '+1 614 555 0142', '614/555-0142']
    const after = [
      '',
      ' 12/05/2026',
      ' 8am-5pm',
      ' (2nd floor)',
      ' 2026-12-05 14:30',
      ' - 43017',
      ', after 5',
    ]
    for (const start of before) {
      for (const number of numbers) {
        for (const end of after) {
          const text = start + number + end
          expect(phoneHref(text), text).toBe('tel:+16145550142')
        }
      }
    }
  })

  it('agrees with libphonenumber on the numbers of every country, as people write them', () => {
    for (const country of getCountries()) {
      const number = getExampleNumber(country, examples)
      if (!number) continue
      const written = number.formatInternational()
      const [, rest = ''] = /^\+\d+\s(.*)$/.exec(written) ?? []
      const code = number.countryCallingCode
      const abroad = written.replace('+', '00')
      const ways = [
        written,
        number.number,
        abroad,
        written.replaceAll(' ', '.'),
        written.replaceAll(' ', '\u2011'),
      ]
      for (const way of [...ways, `Mobile: ${written}`, `${written} (home)`, `${written} / ${written}`]) {
        expect(phoneHref(way), way).toBe(`tel:${number.number}`)
      }
      if (number.country !== 'US' && code !== '1') {
        expect(phoneHref(`+${code} (0)${rest}`)).toBe(`tel:${number.number}`)
      }
      for (const way of ['x', ' ext. ', ' #', ',', ' extension ']) {
        number.setExt('123')
        expect(phoneHref(`${written}${way}123`), `${written}${way}`).toBe(number.getURI())
      }
    }
  })

  it('makes a link without letters, spaces, or line breaks of any text, and ends quickly', () => {
    const piece = fc.constantFrom(
      '614',
      '-',
      ' ',
      '(',
      ')',
      '+',
      '/',
      ';',
      'or',
      'x',
      'ext',
      '#',
      '*',
      '0',
      '5550188',
    )
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.array(piece, { maxLength: 200 }).map((all) => all.join('')),
    )
    fc.assert(
      fc.property(text, (any) => {
        expect(phoneHref(any) ?? 'tel:911').toMatch(/^tel:(?:\+?\d{3,15}(?:;ext=\d{1,7})?|[*%\d]{3,15})$/)
      }),
    )
  })
})

describe('phonesIn', () => {
  it.each([
    ['614-555-0188 x12 / 614-555-0199 (home)', ['614-555-0188 x12', '614-555-0199 (home)']],
    ['a 614-555-0188, b 614-555-0199; 614-555-0177', ['a 614-555-0188', 'b 614-555-0199', '614-555-0177']],
    ['614-555-0188 ::: 614-555-0199', ['614-555-0188', '614-555-0199']],
    ['614/555-0188', ['614/555-0188']],
    ['614-555-0188, ask for Ann', ['614-555-0188, ask for Ann']],
    ['Cell 614-555-0188 Home 614-555-0199', ['Cell 614-555-0188', 'Home 614-555-0199']],
    ['614-555-0142 #2 614-555-0199', ['614-555-0142', '#2 614-555-0199']],
    ['#1: 6145550142 #2: 6145550199', ['#1: 6145550142', '#2: 6145550199']],
    ['(H) 614-555-0142 (C) 614-555-0199', ['(H) 614-555-0142', '(C) 614-555-0199']],
    ['614-555-0142 (home) 614-555-0199 (cell)', ['614-555-0142 (home)', '614-555-0199 (cell)']],
    ['1) 614-555-0142 2) 614-555-0199', ['1) 614-555-0142', '2) 614-555-0199']],
    ['614-555-0142 ext 5 614-555-0199', ['614-555-0142 ext 5', '614-555-0199']],
    ['555-0142 555-0199', ['555-0142', '555-0199']],
    ['614-555-0142 2026-12-05 14:30', ['614-555-0142 2026-12-05 14:30']],
    ['614 555 0142', ['614 555 0142']],
    ['none', ['none']],
    ['', ['']],
  ])('%j', (text, parts) => expect(phonesIn(text)).toEqual(parts))
})

describe('readPhone', () => {
  it.each([
    ['5125550142', '(512) 555-0142'],
    ['+1 512.555.0142', '(512) 555-0142'],
    ['(512) 555-0142 ext 7', '(512) 555-0142 ext. 7'],
    ['+44 20 7946 0958', '+44 20 7946 0958'],
    ['0044 20 7946 0958', '+44 20 7946 0958'],
    ['001 512 555 0142', '(512) 555-0142'],
    ['512-555-0142 / 512-555-0143', '512-555-0142 / 512-555-0143'],
    ['512-555-0142 / 43', '512-555-0142 / 43'],
    ['512-555-0142 (cell)', '512-555-0142 (cell)'],
    ['0412 345 678', '0412 345 678'],
    ['(02) 9374 4000', '(02) 9374 4000'],
    ['1-800-FLOWERS', '1-800-FLOWERS'],
    ['call me', 'call me'],
    ['', ''],
  ])('displays %j as %j', (text, display) => {
    expect(readPhone(text)).toEqual({ display, href: phoneHref(text) })
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
  })
})

describe('isPossiblePhone', () => {
  it.each([
    ['(716) 555-0142', true],
    ['+44 20 7946 0958', true],
    ['716-555-0142 ext. 3', true],
    ['0412 345 678', false],
    ['555', false],
    ['716-555-0142 / 716-555-0143', true],
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
