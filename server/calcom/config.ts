/** Cal.com's addresses. Owners connect with their own API keys. */
export interface CalcomConfig {
  /** The address of API v2, without a trailing slash. */
  apiUrl: string
  /** The address of the site that shows bookings, without a trailing slash. */
  appUrl: string
}

/** Returns Cal.com's addresses, derived from that of its API, such as `https://api.cal.com/v2`. */
export function calcomAt(apiUrl: string): CalcomConfig {
  const url = apiUrl.replace(/\/+$/, '')
  return { apiUrl: url, appUrl: url.replace(/\/v2$/, '').replace('://api.', '://app.') }
}

export const CALCOM = calcomAt('https://api.cal.com/v2')
