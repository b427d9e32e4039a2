/** Something found in a text: the value to keep and where it stood. */
export interface Found {
  value: string
  start: number
  end: number
}

/** The text with what was found blanked out by spaces, so that no other rule reads it again; same length. */
export function mask(text: string, found: readonly Found[]): string {
  let masked = text
  for (const { start, end } of found) {
    masked = masked.slice(0, start) + ' '.repeat(end - start) + masked.slice(end)
  }
  return masked
}

/** The first match of `pattern` with its spaces tidied, or null. */
export function firstMatch(text: string, pattern: RegExp): Found | null {
  const match = pattern.exec(text)
  if (!match) return null
  return {
    value: tidy(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }
}

/** Runs of white space as one space; no white space, comma or semicolon at either end. */
export function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;]+/, '')
    .replace(/(?<![\s,;])[\s,;]+$/, '')
}
