const BYTES_A_LINE = 75

/** Escapes a text value for vCard or iCalendar: backslash, comma, semicolon, and line breaks. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/**
 * Joins lines with CRLF, and folds them after 75 bytes without splitting a character (RFC 6350, RFC 5545). Omits empty
 * lines.
 */
export function contentLines(lines: readonly (string | false | null | undefined)[]): string {
  return lines.map((line) => (line ? `${fold(line)}\r\n` : '')).join('')
}

function fold(line: string): string {
  const encoder = new TextEncoder()
  let folded = ''
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > BYTES_A_LINE) {
      folded += '\r\n '
      bytes = 1
    }
    folded += character
    bytes += size
  }
  return folded
}
