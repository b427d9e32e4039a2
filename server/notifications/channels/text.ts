const QUOTED_CHARACTERS = 200

/** The text on one line, without control characters and those that reverse the direction of writing. */
export function clean(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** What a provider said, as the end of a sentence. */
export function quote(answer: string): string {
  const said = clean(answer).slice(0, QUOTED_CHARACTERS)
  return said === '' ? '.' : `: “${said}”`
}
