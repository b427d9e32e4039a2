/** Limits shared by the console's forms and the server. Lengths are in UTF-16 code units. */
export const LIMITS = {
  /** Length of names in onboarding (section 9). */
  name: 255,
  line: 500,
  text: 5_000,
  longText: 20_000,
  url: 2_048,
  email: 254,
  phone: 40,
  faqs: 500,
  questions: 100,
  services: 100,
  zipCodes: 5_000,
  cities: 1_000,
  domains: 50,
  blockedNumbers: 200,
  /** Length of the text to callers whom nobody has answered. */
  textBack: 300,
  /** Shifts per day. */
  shifts: 3,
  holidays: 50,
  daysOff: 100,
  /** Days per closure, and the length of its note. */
  closure: 366,
  note: 200,
  takeoverMinutes: { min: 1, max: 1_440, default: 30 },
  radius: { min: 1, max: 100, default: 25 },
  /** Bytes of a JSON request body. */
  body: 1_048_576,
  /** Number of texts, numbers, lists, and objects in a JSON request body, at every depth. */
  values: 10_000,
  /** Bytes of a visitor's request body in the widget's public endpoints. */
  visitorBody: 16_384,
  /** Length of a visitor's message. */
  message: 4_000,
  /** Messages per request for translations. */
  translated: 60,
  /** Bytes of an uploaded photo. */
  photo: 10_485_760,
  /** Photos per conversation. */
  photos: 10,
  /** Length of a text for which the map service suggests addresses. */
  addressSearch: { min: 3, max: 256 },
} as const
