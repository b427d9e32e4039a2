/** Normalizes case and spaces, so that entries that people consider the same compare as equal. */
export function textKey(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase()
}
