import { type NumberType, parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** The country of a number without a country code. */
const COUNTRY = 'US'
/** The United States with its territories, and Canada. */
const NORTH_AMERICA: readonly (string | undefined)[] = [COUNTRY, 'PR', 'VI', 'GU', 'AS', 'MP', 'CA']
/** Kinds of numbers that belong to no phone in the country, and for which the sender or the caller pays more. */
const COSTLY: readonly NumberType[] = [
  'PREMIUM_RATE',
  'SHARED_COST',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
]

/** The reason why a text is not sent, as a sentence for the owner. */
export const OTHER_COUNTRY =
  'Texts go only to the United States, Canada, and the country of the business’s own number'

/**
 * Returns whether a business may send texts to a number (E.164): in its own country, or in the United States and
 * Canada. Texts to other countries, some of which share the code +1, can cost a lot, and their networks can pay
 * strangers for causing them. The same is true of numbers of no country, such as satellite phones, and of premium and
 * personal numbers.
 */
export function mayBeTexted(phone: string, ownPhone: string | null): boolean {
  const number = parsePhoneNumberFromString(phone)
  if (!number?.isValid() || number.country === undefined) return false
  const type = number.getType()
  if (type !== undefined && COSTLY.includes(type)) return false
  if (NORTH_AMERICA.includes(number.country)) return true
  const own = parsePhoneNumberFromString(ownPhone ?? '', COUNTRY)
  return number.countryCallingCode !== '1' && number.countryCallingCode === own?.countryCallingCode
}
