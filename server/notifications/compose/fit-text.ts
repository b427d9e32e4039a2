import type { Language } from '../../base/catalogue.ts'
import { cut, withoutLinks } from './words.ts'

const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'
const GSM_EXTENDED = '\f^{}\\[~]|€'
const SIZES = new Map<string, number>([
  ...Array.from(GSM, (character) => [character, 1] as const),
  ...Array.from(GSM_EXTENDED, (character) => [character, 2] as const),
])

/** The number of units in a single message, and in each part of a longer message (3GPP TS 23.040). */
const ROOM = { gsm: [160, 153], unicode: [70, 67] } as const

export const MOST_SEGMENTS = 2
const MOST_CHARACTERS = 299

/** Returns the number of parts into which carriers split a text message. Characters are never split. */
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

/** The Spanish letters that need a text message with half the capacity. */
const SPANISH = new Set('áíóúÁÍÓÚ')

/**
 * Replaces characters that would more than halve the capacity of a text message: typographic characters, accents, and
 * emoji. Leaves the letters of other scripts unchanged, and those in `kept`.
 */
function plain(text: string, kept: ReadonlySet<string> = new Set()): string {
  return Array.from(text.normalize('NFC'), (character) => {
    if (SIZES.has(character) || kept.has(character)) return character
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

/** Returns lines as text messages contain them. Spanish keeps its accents, although they can cost more parts. */
export function linesInText(text: string, language: Language): string {
  const kept = language === 'es' ? SPANISH : undefined
  const lines = text.split('\n').map((line) => plain(line, kept))
  return lines.join('\n').trim()
}

/** Returns a name as text messages contain it. Emoji that are left out can join the parts of a link. */
export const inText = (name: string): string => withoutLinks(plain(name))

/** The maximum lengths of names and quotations in a text message, in the order in which they are tried. */
const LENGTHS = [80, 50, 32, 16] as const

/**
 * Returns the first wording that fits into two parts of a text message, with names truncated as little as possible. The
 * last wording must fit with names truncated to 16 characters.
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
