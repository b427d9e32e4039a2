const NATIONAL = /^(?:\+?1[\s.-]*)?\(?([2-9]\d\d)\)?[\s.-]*([2-9]\d\d)[\s.-]*(\d{4})$/

/** Returns a number for a `tel:` or `sms:` link without using the parser: E.164 for US numbers, or else the digits. */
export function dialable(text: string): string {
  return (
    text
      .trim()
      .replace(NATIONAL, '+1$1$2$3')
      .replace(/[^\d+*#]/g, '')
      // A plus sign is valid only at the start.
      .replace(/(?!^)\+|\+$/g, '')
  )
}

/** Returns whether a text is a complete US number, which {@link phoneText} formats without the parser. */
export const isUsNumber = (text: string): boolean => NATIONAL.test(text.trim())

/** Formats a US number as `(614) 555-0142`, like `readPhone`. Returns other texts unchanged. */
export function phoneText(text: string): string {
  return text.trim().replace(NATIONAL, '($1) $2-$3')
}

/**
 * Returns the digits to search for in phone numbers if the text looks like part of one: at least three digits, and
 * otherwise only separators. Returns null for other texts. Omits the leading 1 of a complete US number.
 */
export function phoneDigits(search: string): string | null {
  if (!/^[+\d\s().-]+$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  if (digits.length < 3) return null
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
