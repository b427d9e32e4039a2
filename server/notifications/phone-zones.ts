import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { knownZone } from '../../src/domain/time/format-by-zone.ts'

/** Alaska and Hawaii each have one area code, which no other state uses. */
const ALASKA = '907'
const HAWAII = '808'
const isHawaiian = (zone: string) => zone === 'Pacific/Honolulu'
const isAlaskan = (zone: string) =>
  /^America\/(Adak|Anchorage|Juneau|Metlakatla|Nome|Sitka|Yakutat)$/.test(zone)

/**
 * Returns every time zone that a phone number can be in. These are the zones of its country, as listed in the Unicode
 * CLDR. The other area codes of the United States don't tell the zone, because too many owners have moved with their
 * number. Such a number can be in any of the contiguous states. A number without a country, such as +800, is in the
 * business's zone.
 */
export function zonesOfPhone(phone: string, businessZone: string | null): string[] {
  const parsed = parsePhoneNumberFromString(phone)
  const countries = parsed?.getPossibleCountries() ?? []
  const zones = countries.flatMap((country) => {
    const all = zonesOf(country)
    return country === 'US' ? all.filter(inState(parsed?.nationalNumber.slice(0, 3))) : all
  })
  return zones.length > 0 ? [...new Set(zones)] : [knownZone(businessZone)]
}

function inState(area: string | undefined): (zone: string) => boolean {
  if (area === HAWAII) return isHawaiian
  if (area === ALASKA) return isAlaskan
  return (zone) => !isHawaiian(zone) && !isAlaskan(zone)
}

/** TypeScript's types don't include `getTimeZones`. */
type LocaleWithZones = Intl.Locale & { getTimeZones(): string[] | undefined }

const zonesOf = (country: string): string[] =>
  (new Intl.Locale(`und-${country}`) as LocaleWithZones).getTimeZones() ?? []
