/** A match in a text: its value and position. */
export interface Found {
  value: string
  start: number
  end: number
}

/** Replaces the matches with spaces so that no other rule reads them again. Keeps the length of the text. */
export function mask(text: string, found: readonly Found[]): string {
  let masked = text
  for (const { start, end } of found) {
    masked = masked.slice(0, start) + ' '.repeat(end - start) + masked.slice(end)
  }
  return masked
}

/** Masks a name of several words, because surnames such as Pine and Woods also name work. */
export function maskName(text: string, name: string | undefined): string {
  const start = name?.includes(' ') ? text.toLowerCase().indexOf(name.toLowerCase()) : -1
  return name && start >= 0 ? mask(text, [{ value: name, start, end: start + name.length }]) : text
}

/** Returns the first match of `pattern` with normalized spaces, or null. */
export function firstMatch(text: string, pattern: RegExp): Found | null {
  const match = pattern.exec(text)
  if (!match) return null
  return {
    value: tidy(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }
}

/** Collapses whitespace and trims whitespace, commas, and semicolons. */
export function tidy(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/^[\s,;]+/, '')
    .replace(/(?<![\s,;])[\s,;]+$/, '')
}
