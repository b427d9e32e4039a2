/** Section 9: this share of page loads and navigations is traced. */
export const TRACE_SAMPLE_RATE = 0.1

/** Section 8: error events whose request URL contains one of these are dropped. */
const HEALTH_PATHS = ['/health', '/ping']

/** Whether an error event belongs to a health check, by the URL of its request. */
export function isHealthCheck(requestUrl: string | undefined): boolean {
  return HEALTH_PATHS.some((path) => requestUrl?.includes(path))
}

/** An address without query and fragment, where searches and names stand. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '')
}

const EMAIL = /[\p{L}\p{N}._%+-]+(?:@|%40)[\p{L}\p{N}.-]+\.\p{L}{2,}/giu
/** Seven digits or more, with the signs that people put between them; not inside of a longer word or id. */
const PHONE = /(?<![\w-])\+?\(?\d(?:[\s().-]{0,2}\d){6,14}(?![\w-])/g
/** Ends before what ends a string or an escape in JSON and CSS. */
const QUERY = /(https?:\/\/[^\s?#"'\\]+)[?#][^\s"'\\)]*/g

/** Text, also JSON, whose addresses have lost query and fragment. */
export function withoutQueries(text: string): string {
  return text.replace(QUERY, '$1')
}

/** Text for an error report: e-mail addresses, telephone numbers and queries of addresses taken out. */
export function withoutPersonalData(text: string): string {
  return withoutQueries(text).replace(EMAIL, '[e-mail]').replace(PHONE, '[number]')
}
