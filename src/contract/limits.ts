/** Bounds that the console's forms and the server hold alike. Lengths are UTF-16 code units. */
export const LIMITS = {
  /** Onboarding names, section 9. */
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
  radius: { min: 1, max: 100, default: 25 },
  /** Bytes of a JSON request body. */
  body: 1_048_576,
  /** Texts, numbers, lists and objects in a JSON request body, counted at every depth. */
  values: 10_000,
  /** Bytes of a visitor's request body on the widget's public calls. */
  visitorBody: 16_384,
  /** One chat message of a visitor. */
  message: 4_000,
} as const
