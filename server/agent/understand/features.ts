import { featuresOf, hashOf } from '../risk/features.ts'

/** What stands for things of one kind, whose values don't matter. */
const MARKS: readonly (readonly [RegExp, string])[] = [
  [/\S+@\S+/g, 'emailmark'],
  [/https?:\S+|\bwww\.\S+/gi, 'linkmark'],
  [/\(?\d{3}\)?[\s.-]{0,2}\d{3}[\s.-]?\d{4}(?!\d)/g, 'phonemark'],
  [/[$€£]\s?\d[\d,.]*k?/gi, 'moneymark'],
  [/\b\d{1,2}(?::\d\d)?\s?(?:[ap]\.?m\b\.?|o['’]?clock)|\b\d{1,2}:\d\d\b/gi, 'timemark'],
  [
    /\b(?:(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|satu?r?|sun)(?:days?)?|lunes|martes|mi[eé]rcoles|jueves|viernes|s[aá]bados?|domingos?)(?![\p{L}])/giu,
    'daymark',
  ],
  [/\b\d{5}\b/g, 'zipmark'],
]
/** Only the shape of a short message tells: `Norm Halverson`. */
const MOST_SHAPED = 4

const shapeOf = (word: string) =>
  word
    .replace(/\p{Lu}+/gu, 'X')
    .replace(/\p{Ll}+/gu, 'x')
    .replace(/\d+/g, '9')
    .slice(0, 6)

/** Returns the features of a message by which its intents are told apart, as hashes. Linear in time. */
export function featuresOfMessage(message: string): number[] {
  const marked = MARKS.reduce((text, [pattern, mark]) => text.replace(pattern, ` ${mark} `), message)
  const words = message.trim().split(/\s+/, MOST_SHAPED + 1)
  const shape = words.length <= MOST_SHAPED ? [hashOf(`s ${words.map(shapeOf).join(' ')}`)] : []
  return [...featuresOf(marked), ...shape]
}
