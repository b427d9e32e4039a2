/** The digits of a number that could not be read, as a `tel:` or `sms:` link takes them. */
export function dialable(text: string): string {
  return text.replace(/[^\d+*#]/g, '')
}

const NATIONAL = /^(?:\+?1[\s.-]*)?\(?([2-9]\d\d)\)?[\s.-]*([2-9]\d\d)[\s.-]*(\d{4})$/

/** A number of the United States as `(614) 555-0142`, as `readPhone` shows it; any other text as it is. */
export function phoneText(text: string): string {
  return text.trim().replace(NATIONAL, '($1) $2-$3')
}
