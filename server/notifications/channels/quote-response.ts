const QUOTED_CHARACTERS = 200

/** Invisible characters that change the direction of the text around them. */
export const BIDI_CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Returns the text on one line, without control characters or characters that change the text direction. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(BIDI_CONTROLS, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** Returns a provider's response as the end of a sentence. */
export function quote(answer: string): string {
  const said = clean(answer).slice(0, QUOTED_CHARACTERS)
  return said === '' ? '.' : `: “${said}”`
}
