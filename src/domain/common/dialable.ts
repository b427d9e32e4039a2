/** Returns the digits of an unparseable number for a `tel:` or `sms:` link. */
export function dialable(text: string): string {
  return text.replace(/[^\d+*#]/g, '')
}

const NATIONAL = /^(?:\+?1[\s.-]*)?\(?([2-9]\d\d)\)?[\s.-]*([2-9]\d\d)[\s.-]*(\d{4})$/

/** Formats a US number as `(614) 555-0142`, like `readPhone`; other texts are unchanged. */
export function phoneText(text: string): string {
  return text.trim().replace(NATIONAL, '($1) $2-$3')
}
