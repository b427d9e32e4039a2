/** What two entries of a list have in common when people would call them the same: case and spaces aside. */
export function textKey(text: string): string {
  return text.trim().replace(/\s+/gu, ' ').toLowerCase()
}
