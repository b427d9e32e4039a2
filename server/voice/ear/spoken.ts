import type { Language } from '../../base/catalogue.ts'
import { dayInWords, digitsInWords, numberInWords } from './numbers.ts'

type Rule = readonly [RegExp, (language: Language, ...found: string[]) => string]

const WORDS = {
  en: {
    at: 'at',
    dot: 'dot',
    dash: 'dash',
    underscore: 'underscore',
    plus: 'plus',
    extension: 'extension',
    to: 'to',
    and: 'and',
    or: 'or',
    number: 'number',
    percent: 'percent',
    point: 'point',
    noon: 'noon',
    midnight: 'midnight',
    example: 'for example',
    half: 'one half',
    quarter: 'one quarter',
    threeQuarters: 'three quarters',
  },
  es: {
    at: 'arroba',
    dot: 'punto',
    dash: 'guion',
    underscore: 'guion bajo',
    plus: 'más',
    extension: 'extensión',
    to: 'a',
    and: 'y',
    or: 'o',
    number: 'número',
    percent: 'por ciento',
    point: 'punto',
    noon: 'las doce del mediodía',
    midnight: 'las doce de la noche',
    example: 'por ejemplo',
    half: 'medio',
    quarter: 'un cuarto',
    threeQuarters: 'tres cuartos',
  },
} as const satisfies Record<Language, Readonly<Record<string, string>>>

const ABBREVIATIONS: Record<Language, Readonly<Record<string, string>>> = {
  en: {
    Sun: 'Sunday',
    Mon: 'Monday',
    Tue: 'Tuesday',
    Wed: 'Wednesday',
    Thu: 'Thursday',
    Fri: 'Friday',
    Sat: 'Saturday',
    Jan: 'January',
    Feb: 'February',
    Mar: 'March',
    Apr: 'April',
    Jun: 'June',
    Jul: 'July',
    Aug: 'August',
    Sep: 'September',
    Oct: 'October',
    Nov: 'November',
    Dec: 'December',
  },
  es: {
    dom: 'domingo',
    lun: 'lunes',
    mar: 'martes',
    mié: 'miércoles',
    jue: 'jueves',
    vie: 'viernes',
    sáb: 'sábado',
    ene: 'enero',
    feb: 'febrero',
    abr: 'abril',
    may: 'mayo',
    jun: 'junio',
    jul: 'julio',
    ago: 'agosto',
    sept: 'septiembre',
    oct: 'octubre',
    nov: 'noviembre',
    dic: 'diciembre',
  },
}
/** The types of streets, as people abbreviate them. */
const STREETS: Readonly<Record<string, string>> = {
  St: 'Street',
  Ave: 'Avenue',
  Rd: 'Road',
  Dr: 'Drive',
  Ln: 'Lane',
  Ct: 'Court',
  Blvd: 'Boulevard',
  Pkwy: 'Parkway',
  Pl: 'Place',
  Cir: 'Circle',
  Ter: 'Terrace',
  Hwy: 'Highway',
  Apt: 'Apartment',
  Ste: 'Suite',
}
const STREET_TYPES = `(?:${Object.entries(STREETS).flat().join('|')})`
const MONTHS = 'January|February|March|April|May|June|July|August|September|October|November|December'
const MESES = 'enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre'

const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\u20e3]/gu
const LINK =
  /\b(?:https?:\/\/|www\.|(?:[\w-]+\.)+(?:com|org|net|biz|info|us)(?![\w-]))\S*?(?=[.,;:!?)\]]*(?:\s|$))/gi
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g
const PHONE = /(?:\+?1[ .-]?)?\(?\b(\d{3})\)?[ .-]?(\d{3})[ .-]?(\d{4})\b(?:\s?(?:ext\.?|x)\s?(\d+))?/g
/** A time, with the zone that may follow it. Callers are told times as they are at the business. */
const TIME =
  /\b(\d{1,2})(?::(\d{2}))?\s?([AaPp])\.?\s?[Mm]\b(?:(?<=\.\s?[Mm])\.(?!\s*$|\s+(?![A-Z]{1,3}T\b|GMT)[\p{Lu}¿¡]))?(?:\s\(?(?:[A-Z]{1,3}T|GMT[+-]\d+)\)?(?![\p{L}\d]))?/gu
const ZONE = /\s\((?:[A-Z]{1,3}T|GMT[+-]?\d*)\)/g

/** What is rewritten before numbers are, in this order. */
const RULES: readonly Rule[] = [
  [/\[([^\]]*)\]\([^)]*\)/g, (_, text = '') => text],
  [EMAIL, (language, email = '') => emailInWords(email, language)],
  [LINK, () => ''],
  [EMOJI, () => ''],
  [/[*`~]+|(?<!\w)_+|_+(?!\w)|^#+ /gm, () => ''],
  [/\be\.g\./g, (language) => WORDS[language].example],
  [
    PHONE,
    (language, _, area = '', local = '', last = '', extension = '') =>
      phoneInWords([area, local, last, extension], language),
  ],
  [ZONE, () => ''],
  [
    /(?<!\p{L})(\p{L}{3,4})\.?(?=,| \d| de )(?:,(?= at | a las ))?/gu,
    (language, whole, word = '') => ABBREVIATIONS[language][word] ?? whole,
  ],
  [/(?<=[AaPp]\.?\s?[Mm]\.?)\s?[-–]\s?(?=\d)/g, (language) => ` ${WORDS[language].to} `],
  [
    TIME,
    (language, _, hour = '', minutes = '', half = '') =>
      timeInWords(Number(hour), Number(minutes), half, language),
  ],
  [
    new RegExp(`\\b(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?\\b`, 'g'),
    (language, _, month = '', day = '') => `${month} ${dayInWords(Number(day), language)}`,
  ],
  [
    new RegExp(`\\b(\\d{1,2}) de (${MESES})\\b`, 'g'),
    (language, _, day = '', month = '') => `${dayInWords(Number(day), language)} de ${month}`,
  ],
  [
    /\$\s?(\d+(?:,\d{3})*)(?:\.(\d{2}))?\s?[-–]\s?\$?(\d+(?:,\d{3})*)(?:\.(\d{2}))?/g,
    (language, _, from = '', cents = '', to = '', more = '') =>
      `${money(from, cents, language, false)} ${WORDS[language].to} ${money(to, more, language)}`,
  ],
  [
    /\$\s?([\d,]+)(?:\.(\d{2}))?/g,
    (language, _, dollars = '', cents = '') => money(dollars, cents, language),
  ],
  [
    /\b24\/7\b/g,
    (language) =>
      language === 'en' ? 'around the clock, every day' : 'las veinticuatro horas, todos los días',
  ],
  [/½|\b1\/2\b/g, (language) => WORDS[language].half],
  [/¼|\b1\/4\b/g, (language) => WORDS[language].quarter],
  [/¾|\b3\/4\b/g, (language) => WORDS[language].threeQuarters],
  // House numbers and ZIP codes are easier to check digit by digit.
  [
    new RegExp(
      `\\b(\\d{3,6})(?= (?:[NSEW]\\.? )?(?:\\p{L}[\\p{L}’'.]*|\\d+(?:st|nd|rd|th))(?: \\p{L}+){0,2},? ${STREET_TYPES}(?!\\p{L}))`,
      'giu',
    ),
    (language, _, digits = '') => digitsInWords(digits, language),
  ],
  [
    new RegExp(
      `(?<= )(${Object.keys(STREETS).join('|')})\\b\\.?(?=[\\s,.]|$)(?! \\p{Lu}[\\p{L}]+ ${STREET_TYPES})`,
      'gu',
    ),
    (_, whole, type = '') => STREETS[type] ?? whole,
  ],
  [/\b(?:[A-Z]{2})(?= \d{5}\b)/g, (_, state = '') => Array.from(state).join(' ')],
  [
    /\b(\d{5})(?:-(\d{4}))?\b/g,
    (language, _, code = '', more = '') => digitsInWords(`${code}${more}`, language),
  ],
  // The numbers of emergency and other services.
  [/(?<![\d$.,])([2-9]11|988)\b(?![.,]?\d)/g, (language, _, digits = '') => digitsInWords(digits, language)],
  [/\b(\d+)(?:st|nd|rd|th)\b/g, (language, _, number = '') => dayInWords(Number(number), language)],
  [/(\d)\s?%/g, (language, _, digit = '') => `${digit} ${WORDS[language].percent}`],
  [/(?<=\d)\s?[-–]\s?(?=\d)/g, (language) => ` ${WORDS[language].to} `],
  [/#\s?(?=\d)/g, (language) => `${WORDS[language].number} `],
  [/\s?&\s?/g, (language) => ` ${WORDS[language].and} `],
  [/(?<=\p{L})\s?\/\s?(?=\p{L})/gu, (language) => ` ${WORDS[language].or} `],
  [/\d[\d,]*(?:\.\d+)?/g, (language, number = '') => ` ${amountInWords(number, language)} `],
]

/** What is tidied up at last: signs that are not spoken, and the spaces that others have left. */
const TIDY: readonly (readonly [RegExp, string])[] = [
  [/\s*[([{]\s*/g, ', '],
  [/\s*[)\]}]\s*(?=[.,;:!?]|$)/g, ''],
  [/\s*[)\]}]\s*/g, ', '],
  [/["“”«»<>|\\$%#@&*_`~^=/•]/g, ' '],
  [/\s*[–—]\s*/g, ', '],
  [/(?<=\p{L})\.(?=\p{L})/gu, ' '],
  [/:(?=\s|$)/g, ','],
  [/[\s.!?]*\?[\s.!?]*/g, '? '],
  [/(?<=[.!])[\s.!]*[.!]/g, ''],
  [/\s+/g, ' '],
  [/ (?=[.,;!?])/g, ''],
  [/[,;]+(?:\s*[,;])+/g, ','],
  [/[,;]+(?=[.!?])/g, ''],
  [/^[\s,;.]+|[\s,;]+$/g, ''],
]

/**
 * Returns a text of the chat as it is spoken: numbers, times, dates, prices, phone numbers, email and street addresses in
 * words, without links, markup, emoji, and parentheses.
 */
export function spoken(text: string, language: Language): string {
  const worded = RULES.reduce(
    (said, [pattern, write]) =>
      said.replace(pattern, (...found: unknown[]) =>
        write(
          language,
          ...found
            .filter((each) => typeof each !== 'number')
            .map((each) => (typeof each === 'string' ? each : '')),
        ),
      ),
    text,
  )
  return TIDY.reduce((said, [pattern, by]) => said.replace(pattern, by), worded).trim()
}

function emailInWords(email: string, language: Language): string {
  const { at, dot, dash, underscore, plus } = WORDS[language]
  const signs: Readonly<Record<string, string>> = { '@': at, '.': dot, '-': dash, _: underscore, '+': plus }
  return email
    .replace(/\d+/g, (digits) => ` ${digitsInWords(digits, language)} `)
    .replace(/[@._+-]/g, (sign) => ` ${signs[sign]} `)
    .replace(/\s+/g, ' ')
    .trim()
}

function phoneInWords(groups: readonly string[], language: Language): string {
  const [extension, ...others] = groups.toReversed()
  const said = others.toReversed().map((group) => digitsInWords(group, language))
  return extension
    ? `${said.join(', ')}, ${WORDS[language].extension} ${digitsInWords(extension, language)}`
    : said.join(', ')
}

/** Returns a time in words: `eight thirty in the morning`. */
function timeInWords(hour: number, minutes: number, half: string, language: Language): string {
  const isMorning = half.toLowerCase() === 'a'
  if (hour === 12 && minutes === 0) return isMorning ? WORDS[language].midnight : WORDS[language].noon
  const said = numberInWords(hour, language).replace(/^uno$/, 'una')
  const past =
    minutes === 0
      ? ''
      : language === 'en'
        ? ` ${minutes < 10 ? 'oh ' : ''}${numberInWords(minutes, language)}`
        : minutes === 30
          ? ' y media'
          : ` y ${numberInWords(minutes, language)}`
  return `${said}${past} ${partOfDay(hour % 12, isMorning, language)}`
}

function partOfDay(hour: number, isMorning: boolean, language: Language): string {
  if (isMorning) return language === 'en' ? 'in the morning' : 'de la mañana'
  if (language === 'es') return hour < 7 ? 'de la tarde' : 'de la noche'
  return hour < 5 ? 'in the afternoon' : hour < 9 ? 'in the evening' : 'at night'
}

function money(dollars: string, cents: string, language: Language, isNamed = true): string {
  const whole = Number(dollars.replace(/,/g, ''))
  const few = Number(cents)
  const unit = language === 'en' ? (whole === 1 ? 'dollar' : 'dollars') : whole === 1 ? 'dólar' : 'dólares'
  const said = numberInWords(whole, language).replace(/uno$/, 'un')
  const named = isNamed || few > 0 ? `${said} ${unit}` : said
  if (few === 0) return named
  const small = `${numberInWords(few, language)} ${language === 'en' ? 'cents' : 'centavos'}`
  return `${named} ${WORDS[language].and} ${small}`
}

function amountInWords(written: string, language: Language): string {
  const plain = written.replace(/,(?=\d{3}(?!\d))/g, '')
  const [list] = /^\d+(?:,\d+)+$/.exec(plain) ?? []
  if (list)
    return list
      .split(',')
      .map((each) => amountInWords(each, language))
      .join(', ')
  const end = /,$/.test(plain) ? ',' : ''
  const [whole = '', fraction] = plain.replace(/,/g, '').split('.')
  const said = /^0\d/.test(whole) ? digitsInWords(whole, language) : numberInWords(Number(whole), language)
  return fraction
    ? `${said} ${WORDS[language].point} ${digitsInWords(fraction, language)}${end}`
    : `${said}${end}`
}
