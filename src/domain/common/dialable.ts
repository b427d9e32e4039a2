const NATIONAL = /^(?:\+?1[\s.-]*)?\(?([2-9]\d\d)\)?[\s.-]*([2-9]\d\d)[\s.-]*(\d{4})$/

/** Returns a number for a `tel:` or `sms:` link without the parser: E.164 for US numbers, else the digits. */
export function dialable(text: string): string {
  return (
    text
      .trim()
      .replace(NATIONAL, '+1$1$2$3')
      .replace(/[^\d+*#]/g, '')
      // A plus stands only before a number.
      .replace(/(?!^)\+|\+$/g, '')
  )
}

/** Returns whether a text is a whole US number, which {@link phoneText} formats without the parser. */
export const isUsNumber = (text: string): boolean => NATIONAL.test(text.trim())

/** Formats a US number as `(614) 555-0142`, like `readPhone`; other texts are unchanged. */
export function phoneText(text: string): string {
  return text.trim().replace(NATIONAL, '($1) $2-$3')
}

/**
 * Returns the digits to find in phone numbers if the text looks like a part of one: at least three digits, and only
 * digits and the signs between them. Null otherwise. A leading 1 of a whole US number is left out.
 */
export function phoneDigits(search: string): string | null {
  if (!/^[+\d\s().-]+$/.test(search)) return null
  const digits = search.replace(/\D/g, '')
  if (digits.length < 3) return null
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits
}
