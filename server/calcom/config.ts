/** Where Cal.com is. Owners connect it by an API key of their own. */
export interface CalcomConfig {
  /** Of API v2, without a trailing slash. */
  apiUrl: string
  /** Where Cal.com shows bookings, without a trailing slash. */
  appUrl: string
}

/** Returns where Cal.com is, by the address of its API, such as `https://api.cal.com/v2`. */
export function calcomAt(apiUrl: string): CalcomConfig {
  const url = apiUrl.replace(/\/+$/, '')
  return { apiUrl: url, appUrl: url.replace(/\/v2$/, '').replace('://api.', '://app.') }
}

export const CALCOM = calcomAt('https://api.cal.com/v2')
