/** Section 9: the proportion of page loads and navigations that are traced. */
export const TRACE_SAMPLE_RATE = 0.1

/** Section 8: error events whose request URL contains one of these paths are dropped. */
const HEALTH_PATHS = ['/health', '/ping']

/** Returns whether an error event belongs to a health check, based on its request URL. */
export function isHealthCheck(requestUrl: string | undefined): boolean {
  return HEALTH_PATHS.some((path) => requestUrl?.includes(path))
}

/** Returns a URL without its query and fragment, which can contain searches and names. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}.-]+\.\p{L}{2,}/giu
/** Matches seven or more digits with common separators, but not inside a longer word or id. */
const PHONE = /(?<![\w-])\+?\(?\d(?:[\s().-]{0,2}\d){6,14}(?![\w-])/g
/** Stops before characters that end a string or an escape in JSON and CSS. */
const QUERY = /(https?:\/\/[^\s?#"'\\]+)[?#][^\s"'\\)]*/g

/** Removes the query and fragment of each URL in a text or JSON. */
export function withoutQueries(text: string): string {
  return text.replace(QUERY, '$1')
}

/** Removes email addresses, phone numbers, and URL queries from the text of an error report. */
export function withoutPersonalData(text: string): string {
  return withoutQueries(text).replace(EMAIL, '[e-mail]').replace(PHONE, '[number]')
}
