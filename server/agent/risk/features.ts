/** Longer messages are cut: no classifier needs more, and the time stays bounded. */
export const MOST_CHARACTERS = 1_500
const MOST_WORDS = 250
/** The lengths of the letter groups, which find misspelled words. */
const GROUPS = [3, 4, 5] as const
/** How many words apart two words can be to count as a pair. */
const REACH = 3
/** The upper bounds of the lengths of messages, in words. */
const LENGTHS = [3, 6, 12] as const

const NUMBERS: Readonly<Record<string, number>> = {
  ...{
    five: 5,
    six: 6,
    seven: 7,
    eight: 8,
    nine: 9,
    ten: 10,
    eleven: 11,
    twelve: 12,
    thirteen: 13,
    fourteen: 14,
  },
  ...{
    fifteen: 15,
    sixteen: 16,
    seventeen: 17,
    eighteen: 18,
    nineteen: 19,
    twenty: 20,
    thirty: 30,
    forty: 40,
  },
  ...{ cinco: 5, seis: 6, siete: 7, ocho: 8, nueve: 9, diez: 10, once: 11, doce: 12, trece: 13, catorce: 14 },
  ...{ quince: 15, dieciseis: 16, diecisiete: 17, dieciocho: 18, diecinueve: 19, veinte: 20, treinta: 30 },
}

/** Returns a stable 32-bit hash of a text (FNV-1a). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash ^ (hash >>> 15)) >>> 0
}

/** Writes a number as its size, because an age matters and a digit of a phone number doesn't. */
function sizeOf(value: number, digits: number): string {
  if (digits > 3) return '<long>'
  if (value < 5) return '<few>'
  if (value < 18) return '<age>'
  return value < 100 ? '<tens>' : '<hundreds>'
}

/** Splits a message into words in lowercase without accents. Numbers become their size, and long runs of letters short. */
function wordsOf(message: string): string[] {
  const plain = message
    .slice(0, MOST_CHARACTERS)
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}|['’`]/gu, '')
    .replace(/(\p{L})\1{2,}/gu, '$1$1')
  const words = plain.match(/\p{L}+|\d+|[!?]/gu) ?? []
  return words.slice(0, MOST_WORDS).map((word) => {
    const number = NUMBERS[word]
    if (number !== undefined) return sizeOf(number, 2)
    return /\d/.test(word) ? sizeOf(Number(word), word.length) : word
  })
}

/** Returns a hash of a message's words, without case, accents, and punctuation. */
export const keyOfMessage = (message: string): number =>
  hashOf(
    wordsOf(message)
      .filter((word) => word !== '!' && word !== '?')
      .join(' '),
  )

/** Returns the words, pairs of nearby words, and groups of letters in a message as hashes, each once. Linear in time. */
export function featuresOf(message: string): number[] {
  const words = wordsOf(message)
  const found = new Set<number>()
  const add = (feature: string) => found.add(hashOf(feature))
  for (const [at, word] of words.entries()) {
    add(`w ${word}`)
    add(`n ${words[at - 1] ?? '^'} ${word}`)
    const end = Math.min(words.length, at + REACH + 1)
    for (let next = at + 1; next < end; next++) add(`p ${word} ${words[next]}`)
    if (word.length < 4) continue
    const padded = `_${word}_`
    for (const length of GROUPS) {
      for (let start = 0; start + length <= padded.length; start++)
        add(`g ${padded.slice(start, start + length)}`)
    }
  }
  add(`l ${LENGTHS.filter((length) => words.length >= length).length}`)
  return [...found]
}
