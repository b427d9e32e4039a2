const BYTES_A_LINE = 75

/** A text value of vCard or iCalendar: backslash, comma, semicolon and line ends are escaped. */
export function escapeText(text: string): string {
  return text
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r\n|\r|\n/g, '\\n')
    .replace(/\p{Cc}/gu, '')
}

/** A point in time as iCalendar writes it, in UTC: `20261123T130000Z`. */
export const calendarStamp = (date: Date) => date.toISOString().replace(/[-:]|\.\d{3}/g, '')

/** Lines ended by CRLF, folded after 75 bytes without tearing a character (RFC 6350, RFC 5545). */
export function contentLines(lines: readonly string[]): string {
  return lines.map((line) => `${fold(line)}\r\n`).join('')
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
