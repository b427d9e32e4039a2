/** The text that replaces a number that must not be stored. */
const CARD = '[card number removed]'
const SOCIAL_SECURITY = '[Social Security number removed]'

const CARD_LIKE = /(?<![\d+])\d(?:[ -]?\d){12,18}(?!\d)/g
const WITH_DASHES = /(?<![\d-])(?!000|666|9\d\d)\d{3}([- ])(?!00)\d{2}\1(?!0000)\d{4}(?![\d-])/g
const ANNOUNCED =
  /\b(social security(?: number)?|ssn|social|seguro social)\b([^\d\n]{0,20})(\d{3}[ -]?\d{2}[ -]?\d{4})(?!\d)/gi

/** Returns whether digits pass the checksum of payment card numbers (Luhn). */
function isCard(digits: string): boolean {
  const sum = [...digits].toReversed().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0 && /^[3-6]/.test(digits)
}

/** Removes payment card numbers and Social Security numbers from a visitor's message. */
export function withoutSecrets(text: string): string {
  return text
    .replace(CARD_LIKE, (match) => (isCard(match.replace(/\D/g, '')) ? CARD : match))
    .replace(ANNOUNCED, (_, label: string, between: string) => `${label}${between}${SOCIAL_SECURITY}`)
    .replace(WITH_DASHES, SOCIAL_SECURITY)
}

/** Returns whether something was removed from a message. */
export const isMasked = (text: string) => text.includes(CARD) || text.includes(SOCIAL_SECURITY)
