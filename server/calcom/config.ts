import { readUrl } from '../base/environment.ts'
import type { Config } from '../kernel/config.ts'

/** Cal.com's addresses. Owners connect with their own API keys. */
export interface CalcomConfig {
  /** The address of API v2, without a trailing slash. */
  apiUrl: string
  /** The address of the site that shows bookings, without a trailing slash. */
  appUrl: string
}

declare module '../kernel/config.ts' {
  interface Config {
    /** Cal.com's addresses, if they differ from the defaults. */
    calcom?: CalcomConfig | undefined
  }
}

/** Returns Cal.com's addresses, derived from that of its API, such as `https://api.cal.com/v2`. */
export function calcomAt(apiUrl: string): CalcomConfig {
  const url = apiUrl.replace(/\/+$/, '')
  return { apiUrl: url, appUrl: url.replace(/\/v2$/, '').replace('://api.', '://app.') }
}

export const CALCOM = calcomAt('https://api.cal.com/v2')

/** Reads the address of Cal.com, if the operator hosts it. */
export function readCalcom(given: string | undefined): Pick<Config, 'calcom'> {
  return given === undefined ? {} : { calcom: calcomAt(readUrl('CALCOM_API_URL', given).href) }
}
