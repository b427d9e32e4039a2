/** Where the map service is and who asks. */
export interface MapsSettings {
  /** Its API without a closing slash: the provider's own, or a stand-in's. */
  baseUrl: string
  /** A public access token, `pk.…`. */
  token: string
  fetch: typeof globalThis.fetch
  /** Milliseconds until an unanswered call counts as failed. */
  timeout: number
}

export const PROVIDER_URL = 'https://api.mapbox.com'
const PROVIDER_FEEDBACK_URL = 'https://contribute-api.mapbox.com'

/** The provider takes feedback on a host of its own; a stand-in takes everything at one address. */
export function feedbackUrl(baseUrl: string): string {
  return baseUrl === PROVIDER_URL ? PROVIDER_FEEDBACK_URL : baseUrl
}
