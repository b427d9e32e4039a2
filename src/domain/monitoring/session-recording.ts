/** Section 9: the two internal test accounts, which are never recorded. */
export const INTERNAL_TEST_ACCOUNTS: readonly string[] = ['owner@fieldhand.test', 'rival@fieldhand.test']

/** Section 9: the countries (by English name) and regions whose users are not recorded. */
const EXCLUDED_COUNTRIES: readonly string[] = ['Mexico']
export const EXCLUDED_REGIONS: readonly string[] = []

/** The result of the IP lookup (section 7). */
export interface Place {
  country_name: string
  region: string | null
}

/** Why a session is not recorded. */
export type RecordingRefusal = 'host' | 'account' | 'unknown place' | 'country' | 'region'

const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?|0\.0\.0\.0)$/
/**
 * Matches a word in the host name, with or without a number: staging.example.com, app-test2.example.com,
 * fieldhand.test.
 */
const STAGING_OR_TEST = /(^|[.-])(staging|test)\d*(?=[.-]|$)/

const plain = (name: string) =>
  name
    .trim()
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()

const isAmong = (list: readonly string[], name: string) => list.some((entry) => plain(entry) === plain(name))

/**
 * Returns why the host or the account rules out a recording, before any lookup: localhost, staging or test domains, and
 * internal test accounts (section 9). Returns null if neither does.
 */
export function refusalBeforeLookup(host: string, email: string): RecordingRefusal | null {
  const name = host.toLowerCase().replace(/\.$/, '')
  if (LOOPBACK.test(name) || STAGING_OR_TEST.test(name)) return 'host'
  return isAmong(INTERNAL_TEST_ACCOUNTS, email) ? 'account' : null
}

/**
 * Returns why the user's location rules out a recording (section 9), or null if it does not. An unknown location rules
 * it out too.
 */
export function refusalByPlace(
  place: Place | null,
  regions: readonly string[] = EXCLUDED_REGIONS,
): RecordingRefusal | null {
  if (!place?.country_name.trim()) return 'unknown place'
  if (isAmong(EXCLUDED_COUNTRIES, place.country_name)) return 'country'
  return place.region !== null && isAmong(regions, place.region) ? 'region' : null
}
