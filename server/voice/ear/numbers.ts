import type { Language } from '../../base/catalogue.ts'

const UNITS = {
  en: 'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  ),
  es: 'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  ),
} as const
const TENS = {
  en: ',,twenty,thirty,forty,fifty,sixty,seventy,eighty,ninety'.split(','),
  es: ',,veinte,treinta,cuarenta,cincuenta,sesenta,setenta,ochenta,noventa'.split(','),
} as const
const HUNDREDS =
  ',ciento,doscientos,trescientos,cuatrocientos,quinientos,seiscientos,setecientos,ochocientos,novecientos'.split(
    ',',
  )
const ORDINALS: Readonly<Record<string, string>> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
}
/** The largest number that is said in words. */
const LARGEST = 999_999

/** Returns a whole number in words; the digits of one that is too large. */
export function numberInWords(value: number, language: Language): string {
  if (value > LARGEST) return digitsInWords(String(value), language)
  if (value < 1_000) return belowThousand(value, language)
  const thousands = Math.floor(value / 1_000)
  const rest = value % 1_000
  const lead =
    language === 'en'
      ? `${belowThousand(thousands, language)} thousand`
      : thousands === 1
        ? 'mil'
        : `${belowThousand(thousands, language).replace(/uno$/, 'ún').replace(/^ún$/, 'un')} mil`
  return rest === 0 ? lead : `${lead} ${belowThousand(rest, language)}`
}

function belowThousand(value: number, language: Language): string {
  if (value < 100) return belowHundred(value, language)
  const hundreds = Math.floor(value / 100)
  const rest = value % 100
  if (language === 'es' && value === 100) return 'cien'
  const lead = language === 'en' ? `${UNITS.en[hundreds]} hundred` : (HUNDREDS[hundreds] ?? '')
  return rest === 0 ? lead : `${lead} ${belowHundred(rest, language)}`
}

function belowHundred(value: number, language: Language): string {
  const alone = UNITS[language][value]
  if (alone !== undefined) return alone
  const ten = TENS[language][Math.floor(value / 10)] ?? ''
  const unit = value % 10
  if (unit === 0) return ten
  return `${ten}${language === 'en' ? ' ' : ' y '}${UNITS[language][unit]}`
}

/** Returns digits, each in words: `six one four`. Leaves other characters out. */
export const digitsInWords = (digits: string, language: Language): string =>
  Array.from(digits.replace(/\D/g, ''), (digit) => UNITS[language][Number(digit)]).join(' ')

/** Returns the day of a month in words: `twenty third`; in Spanish, a number, except for the first. */
export function dayInWords(value: number, language: Language): string {
  const words = numberInWords(value, language)
  if (language === 'es') return value === 1 ? 'primero' : words
  return words.replace(
    /\w+$/,
    (last) => ORDINALS[last] ?? (last.endsWith('y') ? `${last.slice(0, -1)}ieth` : `${last}th`),
  )
}
