import { featuresOf, hashOf, MOST_CHARACTERS } from '../risk/features.ts'

/** The words that replace values of one kind. No value is longer than a pattern's bound, so that matching stays linear. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/[^\s@]{1,64}@[^\s@]{1,255}/g, 'emailmark'],
  [/\b(?:https?:|www\.)\S{1,200}/gi, 'linkmark'],
  [/\(?\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]?\d{4}(?!\d)/g, 'phonemark'],
  [/[$€£]\s?\d[\d,.]*k?/gi, 'moneymark'],
  [/\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\b\.?|o['’]?clock)|\b\d{1,2}:\d\d\b/gi, 'timemark'],
  [
    /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satu?r?|sun)(?:days?)?|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?)(?![\p{L}])/giu,
    'daymark',
  ],
  [/\b\d{5}\b/g, 'zipmark'],
]
/** The number of words up to which the capitals and digits of a message tell what it is: `Norm Halverson`. */
const MOST_SHAPED = 4

const shapeOf = (word: string) =>
  word
    .replace(/\p{Lu}+/gu, 'X')
    .replace(/\p{Ll}+/gu, 'x')
    .replace(/\d+/g, '9')
    .slice(0, 6)

/** Returns the features of the beginning of a message as hashes. Linear in time. */
export function featuresOfMessage(message: string): number[] {
  const beginning = message.slice(0, MOST_CHARACTERS)
  const marked = MARKS.reduce((text, [pattern, mark]) => text.replace(pattern, ` ${mark} `), beginning)
  const words = beginning.trim().split(/\s+/, MOST_SHAPED + 1)
  const shape = words.length <= MOST_SHAPED ? [hashOf(`s ${words.map(shapeOf).join(' ')}`)] : []
  return [...featuresOf(marked), ...shape]
}
