/** Double quotes, and characters without a width: spaces, joiners, marks of direction, and soft hyphens. */
const QUOTES_AND_INVISIBLE = /["“”„‟«»\u{ad}\u{200b}-\u{200f}\u{202a}-\u{202e}\u{2060}-\u{2069}\u{feff}]/gu

/** Removes double quotes and invisible characters, which come along with text from spreadsheets and websites. */
export function unquoted(text: string): string {
  return text.replace(QUOTES_AND_INVISIBLE, '')
}

/** Trims an entry, and removes a pair of single quotes around it. The one in `O'Fallon` stays. */
export function trimmed(entry: string): string {
  return entry
    .trim()
    .replace(/^['‘’](.*)['‘’]$/u, '$1')
    .trim()
}
