/** The code of an error that has no more specific one, by its status. */
export const CODE_OF_STATUS = {
  400: 'invalid_request',
  401: 'invalid_key',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'too_large',
  415: 'not_json',
  422: 'not_configured',
  429: 'rate_limited',
  500: 'server_error',
  503: 'unavailable',
} as const

/** Codes that tell causes apart that have the same status. */
export const SPECIFIC_CODES = [
  'unknown_parameter',
  'missing_scope',
  'id_in_use',
  'changed_since_read',
  'limit_reached',
  'answered_by_other',
  'call_exists',
  'no_call',
  'time_passed',
  'time_too_far',
  'time_taken',
] as const

/** What programs can rely on in an error. Later versions can add codes. */
export type ErrorCode = (typeof CODE_OF_STATUS)[keyof typeof CODE_OF_STATUS] | (typeof SPECIFIC_CODES)[number]

/** Returns the code of an error with a status. */
export const codeOfStatus = (status: number): ErrorCode =>
  (CODE_OF_STATUS as Record<number, ErrorCode>)[status] ?? (status < 500 ? 'invalid_request' : 'server_error')
