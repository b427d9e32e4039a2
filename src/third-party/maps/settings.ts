export interface MapsSettings {
  /** The API's URL without a trailing slash, of the provider or a stand-in. */
  baseUrl: string
  /** A public access token, `pk.…`. */
  token: string
  fetch: typeof globalThis.fetch
  /** Timeout in milliseconds. */
  timeout: number
}

export const PROVIDER_URL = 'https://api.mapbox.com'
const PROVIDER_FEEDBACK_URL = 'https://contribute-api.mapbox.com'

/** Returns the URL for feedback. The provider accepts feedback on a separate host, and a stand-in on the same host. */
export function feedbackUrl(baseUrl: string): string {
  return baseUrl === PROVIDER_URL ? PROVIDER_FEEDBACK_URL : baseUrl
}
