import { cut } from './words.ts'

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '\f^{}\\[~]|€'
const SIZES = new Map<string, number>([
  ...Array.from(GSM, (character) => [character, 1] as const),
  ...Array.from(GSM_EXTENDED, (character) => [character, 2] as const),
])

/** Units of one message, and of each part of a longer one (3GPP TS 23.040). */
const ROOM = { gsm: [160, 153], unicode: [70, 67] } as const

export const MOST_SEGMENTS = 2
const MOST_CHARACTERS = 299

/** Returns into how many parts a carrier splits a text message. A character is never split. */
export function segmentsOf(text: string): number {
  const characters = Array.from(text)
  const isGsm = characters.every((character) => SIZES.has(character))
  const [alone, part] = isGsm ? ROOM.gsm : ROOM.unicode
  const sizes = characters.map((character) => (isGsm ? (SIZES.get(character) ?? 1) : character.length))
  if (sizes.reduce((sum, size) => sum + size, 0) <= alone) return 1
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}

const SIGNS: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '·': '-',
  '•': '-',
  '\u00a0': ' ',
  '\u202f': ' ',
}
const SHAPELESS = /\p{Cf}|\ufe0f/gu
const EMOJI = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u20e3/gu

/**
 * Replaces what would more than halve the room of a text message: typographic signs, accents, and emoji. Letters of
 * other scripts stay.
 */
function plain(text: string): string {
  return Array.from(text, (character) => {
    if (SIZES.has(character)) return character
    const base = character.normalize('NFKD').replace(/\p{M}/gu, '')
    return (
      SIGNS[character] ??
      (base !== '' && Array.from(base).every((each) => SIZES.has(each)) ? base : character)
    )
  })
    .join('')
    .replace(EMOJI, '')
    .replace(SHAPELESS, '')
    .replace(/ {2,}/g, ' ')
    .trim()
}

/** How long names and quotations in a text message may be, tried in this order. */
const LENGTHS = [80, 50, 32, 16] as const

/**
 * Returns the first wording that fits into two parts of a text message, with names cut as little as possible. The last
 * one must fit with `cut` to 16.
 */
export function fitting(...wordings: ((short: (text: string) => string) => string)[]): string {
  let text = ''
  for (const wording of wordings) {
    for (const most of LENGTHS) {
      text = plain(wording((name) => cut(plain(name), most)))
      if (text.length <= MOST_CHARACTERS && segmentsOf(text) <= MOST_SEGMENTS) return text
    }
  }
  return text
}
