/** The digits of a number that could not be read, as a `tel:` or `sms:` link takes them. */
export function dialable(text: string): string {
  return text.replace(/[^\d+*#]/g, '')
}
