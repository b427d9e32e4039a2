import * as v from 'valibot'
import { AppointmentKind, AppointmentMinutes } from './appointments.ts'
import { readTime } from './clock-time.ts'
import { endpoint } from './endpoint.ts'
import { Day as CalendarDay, integerIn, TimeZone, text, webLink } from './fields.ts'
import { LIMITS } from './limits.ts'
import { tolerant } from './tolerance.ts'

export const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const
export type Day = (typeof DAYS)[number]

/** The error message for invalid shifts of a day. */
export const SHIFTS_OVERLAP = 'Hours of a day must be in order and must not overlap'

const DAY_MS = 86_400_000

/** A time as HH:mm. Seconds, 12-hour notation, and 24:00 (midnight) are also accepted. */
const ClockTime = tolerant(
  v.pipe(
    v.string(),
    v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Expected a time as HH:mm'),
    v.transform((time) => (time === '24:00' ? '00:00' : time)),
  ),
  {
    repair: (written) => readTime(String(written).replace(/^(\d{1,2}:\d\d):\d\d(\.\d+)?/, '$1')),
  },
)

/** The name of a day. Any case, abbreviations, and numbers are accepted: 1 is Monday, and 0 and 7 are Sunday. */
const DayName = tolerant(v.picklist(DAYS), {
  repair(written) {
    const name = String(written).trim().toLowerCase()
    if (/^[0-7]$/.test(name)) return DAYS[(Number(name) + 6) % 7]
    return DAYS.find((day) => day === name || (name.length >= 3 && day.startsWith(name)))
  },
})

const dayFields = v.object({
  day: DayName,
  isOpen: v.boolean(),
  openTime: ClockTime,
  closeTime: ClockTime,
})

/**
 * A day of the week: open or closed, with opening and closing times (HH:mm, in the profile's time zone). A closing time
 * that is not after the opening time is on the next day, so equal times mean 24 hours. More entries for the same day are
 * additional shifts.
 */
export const BusinessDay = tolerant(dayFields, {
  defaults: ({ day }) => DEFAULT_HOURS.find((each) => each.day === day) ?? {},
})
export type BusinessDay = v.InferOutput<typeof dayFields>

/** The US holidays on which most businesses close. */
export const DEFAULT_HOLIDAYS = [
  "New Year's Day",
  'Memorial Day',
  'Independence Day',
  'Labor Day',
  'Thanksgiving Day',
  'Christmas Day',
] as const

const dayOffFields = v.object({
  from: CalendarDay,
  to: CalendarDay,
  note: v.nullable(text(LIMITS.note)),
})

/**
 * A range of calendar days, inclusive, on which the business is closed. The note is for the owner and is never shown to
 * visitors.
 */
export const DaysOff = tolerant(dayOffFields, {
  repair: (written) => (typeof written === 'object' ? written : { from: written }),
  defaults: ({ from }) => ({ ...(from && { to: from }), note: null }),
})
export type DaysOff = v.InferOutput<typeof dayOffFields>

/** Additional data from the address search, stored unchanged. */
const foundWith = v.nullable(
  v.pipe(
    v.record(v.string(), v.unknown()),
    v.check((found) => JSON.stringify(found).length <= LIMITS.longText, 'The address has too many details'),
  ),
)

/** The location of an address from the address search (section 2, onboarding step 1). */
export const AddressDetails = v.object({
  full_address: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(LIMITS.line)),
  coordinates: v.nullable(
    v.object({
      latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    }),
  ),
  context: foundWith,
  properties: foundWith,
})
export type AddressDetails = v.InferOutput<typeof AddressDetails>

/** Hours by the name of the day, as a list. */
function listedByDay(written: unknown): unknown {
  if (!isObject(written)) return written
  const days = Object.entries(written).flatMap(([day, hours]) => {
    const shifts = Array.isArray(hours) && hours.length > 0 && hours.every(isObject) ? hours : [hours]
    return shifts.map((shift) => (isObject(shift) ? { day, ...shift } : { day, hours: shift }))
  })
  return days.length > 0 ? days : written
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An address of onboarding's first step in the profile's `address`, as the two fields that the profile has for it. */
function withAddressAsText(written: unknown): unknown {
  const { address, address_details = address } = (written ?? {}) as Record<string, unknown>
  return typeof address === 'object' && address !== null
    ? { ...(written as object), address: (address as Partial<AddressDetails>).full_address, address_details }
    : written
}

const short = v.nullable(text(LIMITS.line))
const long = v.nullable(text(LIMITS.longText))
const list = (most: number) =>
  v.pipe(v.array(text(LIMITS.line)), v.maxLength(most, `At most ${most} entries`))

/** Names by the service, as the owner has written it in `services_offered`. */
const ServicesSpanish = v.nullable(
  v.pipe(
    v.record(text(LIMITS.line), text(LIMITS.line)),
    v.maxEntries(LIMITS.services, `At most ${LIMITS.services} entries`),
  ),
)

/** Hours as an API stores them. */
const StoredHours = tolerant(v.pipe(v.array(BusinessDay), v.maxLength(7 * LIMITS.shifts)), {
  repair: listedByDay,
})

const OpeningHours = v.pipe(
  v.array(BusinessDay),
  v.check(
    (days) => DAYS.every((name) => days.filter(({ day }) => day === name).length <= LIMITS.shifts),
    `A day can have at most ${LIMITS.shifts} shifts`,
  ),
  v.check((days) => areShiftsApart(days), SHIFTS_OVERLAP),
)

/**
 * Returns whether the shifts of each day are in order and do not overlap. Only the last can end on the next day, and one
 * that lasts 24 hours is alone.
 */
export function areShiftsApart(hours: readonly BusinessDay[]): boolean {
  return DAYS.every((name) => {
    const shifts = hours.filter(({ day, isOpen }) => isOpen && day === name)
    return shifts.every(({ openTime, closeTime }, index) => {
      const before = shifts[index - 1]
      if (before && openTime === closeTime) return false
      return !before || (before.openTime < before.closeTime && before.closeTime <= openTime)
    })
  })
}

/** The error message for reversed days off. */
export const DAYS_REVERSED = 'The last day must not be before the first'
const DAYS_TOO_MANY = 'At most a year at a time'

const DaysOffList = v.pipe(
  v.array(
    v.pipe(
      DaysOff,
      v.forward(
        v.check(({ from, to }) => from <= to, DAYS_REVERSED),
        ['to'],
      ),
      v.forward(
        v.check(({ from, to }) => Date.parse(to) - Date.parse(from) < LIMITS.closure * DAY_MS, DAYS_TOO_MANY),
        ['to'],
      ),
    ),
  ),
  v.maxLength(LIMITS.daysOff, `At most ${LIMITS.daysOff} entries`),
)

const weekday = (day: Day): BusinessDay => ({ day, isOpen: true, openTime: '08:00', closeTime: '17:00' })

/** Section 3, default hours: Monday to Friday 08:00-17:00, Saturday 09:00-15:00, Sunday closed. */
export const DEFAULT_HOURS: readonly BusinessDay[] = [
  ...(['monday', 'tuesday', 'wednesday', 'thursday', 'friday'] as const).map(weekday),
  { day: 'saturday', isOpen: true, openTime: '09:00', closeTime: '15:00' },
  { day: 'sunday', isOpen: false, openTime: '09:00', closeTime: '15:00' },
]

/** Section 2, onboarding step 3: Monday to Friday 3-5 PM. A new organization's calls are offered then. */
export const DEFAULT_CALL_HOURS: readonly BusinessDay[] = DEFAULT_HOURS.map(({ day }) => ({
  day,
  isOpen: day !== 'saturday' && day !== 'sunday',
  openTime: '15:00',
  closeTime: '17:00',
}))

type WithoutOptional<Schema> = Schema extends v.OptionalSchema<infer Wrapped, unknown> ? Wrapped : Schema

/**
 * Defines a field: what an API stores, the value of an unset field (sections 3 and 9), and what a change can contain. By
 * default, an unset field has the schema's default or null, and a change can contain what an API stores.
 *
 * @__NO_SIDE_EFFECTS__
 */
const field = <Stored extends v.GenericSchema, Update extends v.GenericSchema = WithoutOptional<Stored>>(
  stored: Stored & { wrapped?: unknown },
  unset: v.InferOutput<Stored> = v.getDefault(stored) ?? null,
  update?: Update,
) => ({
  stored: stored as Stored,
  unset,
  update: (update ?? (stored.type === 'optional' ? stored.wrapped : stored)) as Update,
})

/**
 * The fields of the profile. Those that section 3 does not list are optional: an API without them has the default, or, if
 * there is none, lacks the feature.
 */
const FIELDS = {
  business_name: field(short),
  website_url: field(v.nullable(text(LIMITS.url)), null, v.nullable(webLink)),
  phone: field(v.nullable(text(LIMITS.phone))),
  email: field(v.nullable(text(LIMITS.email))),
  address: field(short),
  address_details: field(v.optional(v.nullable(AddressDetails), null)),
  agent_name: field(short),
  primary_color: field(short),
  personality_tone: field(short, 'friendly'),
  use_emojis: field(v.boolean(), false),
  button_text: field(short, 'Get Free Quote'),
  closed_button_text: field(short, "We're Closed"),
  welcome_heading: field(short),
  welcome_tagline: field(short, "We're here to help you!"),
  reply_time: field(short),
  widget_color: field(short, '#1F93FF'),
  bubble_position: field(short, 'right'),
  bubble_type: field(short, 'standard'),
  bubble_launcher_title: field(short, 'Chat with us'),
  show_branding: field(v.boolean(), true),
  enable_file_upload: field(v.boolean(), true),
  offline_message: field(long),
  prompt_summary: field(long),
  services_offered: field(v.optional(list(LIMITS.services), [])),
  services_description: field(long),
  pricing_notes: field(long),
  escalation_email: field(v.nullable(text(LIMITS.email))),
  service_area_type: field(short),
  service_area_radius: field(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
    LIMITS.radius.default,
  ),
  service_area_zipcodes: field(list(LIMITS.zipCodes), []),
  service_area_cities: field(list(LIMITS.cities), []),
  service_area_custom_description: field(long),
  business_hours: field(StoredHours, [...DEFAULT_HOURS], OpeningHours),
  /** When estimate calls are offered; null for the business hours. */
  call_hours: field(v.optional(v.nullable(StoredHours)), null, v.nullable(OpeningHours)),
  /** What customers book, and how long it takes. An API without them only knows calls of 30 minutes. */
  appointment_kind: field(v.optional(AppointmentKind), 'call'),
  appointment_minutes: field(v.optional(AppointmentMinutes), 30),
  timezone: field(short, 'America/New_York', v.nullable(TimeZone)),
  cal_booking_url: field(v.nullable(text(LIMITS.url)), null, v.nullable(webLink)),
  /** The public holidays on which the business is closed, by their English names. */
  holidays_closed: field(v.optional(list(LIMITS.holidays), [...DEFAULT_HOLIDAYS])),
  days_off: field(
    tolerant(v.optional(v.pipe(v.array(DaysOff), v.maxLength(LIMITS.daysOff)), []), { isWhole: true }),
    [],
    DaysOffList,
  ),
  /** Host names of the websites that can show the widget. An empty list allows any website. */
  allowed_domains: field(v.optional(list(LIMITS.domains), [])),
  /** The number of minutes without a reply after which a conversation that a member took over returns to the agent. */
  takeover_minutes: field(v.optional(integerIn(LIMITS.takeoverMinutes), LIMITS.takeoverMinutes.default)),
  /** Notes for the organization's members. Also missing in responses to API keys. */
  private_notes: field(v.optional(long)),
  /**
   * What the services are called in Spanish; empty text stands for the English name. The preset services have names
   * unless they are listed here.
   */
  services_spanish: field(v.optional(ServicesSpanish)),
  /** Whether callers whom nobody has answered get a text, and which. An API without them sends none. */
  text_back: field(v.optional(v.nullable(v.boolean()))),
  text_back_message: field(v.optional(v.nullable(text(LIMITS.textBack)))),
  /** Whether the agent answers calls to the business's connected number. An API without it has no such agent. */
  answers_calls: field(v.optional(v.nullable(v.boolean()))),
  /** The number of the person to whom the agent transfers callers who ask for one, and when it rings before the agent answers. */
  transfer_phone: field(
    v.optional(
      v.nullable(v.pipe(text(LIMITS.phone), v.regex(/^$|^\+?[\d\s().-]{7,}$/, 'Enter a phone number'))),
    ),
  ),
  ring_first: field(v.optional(v.nullable(v.picklist(['open', 'always'])))),
  /** The numbers whose texts and missed calls get no answer, as the owner has written them. */
  blocked_numbers: field(
    v.optional(
      v.nullable(
        v.pipe(
          v.array(text(LIMITS.phone)),
          v.maxLength(LIMITS.blockedNumbers, `At most ${LIMITS.blockedNumbers} entries`),
        ),
      ),
    ),
  ),
}

/** The text to a caller whom nobody has answered, unless the owner has written another one. */
export const DEFAULT_TEXT_BACK = 'Sorry that we missed your call. How can we help? You can answer by text.'

/** @__NO_SIDE_EFFECTS__ */
const partOf = <Part extends 'stored' | 'unset' | 'update'>(part: Part) =>
  Object.fromEntries(Object.entries(FIELDS).map(([name, entry]) => [name, entry[part]])) as {
    [Name in keyof typeof FIELDS]: (typeof FIELDS)[Name][Part]
  }

const profileFields = v.object(partOf('stored'))
/**
 * The organization profile of section 3 with all fields. Enumerated fields are plain text, so that unknown stored
 * values are shown and preserved.
 */
export const Profile = tolerant(profileFields, {
  repair: withAddressAsText,
  defaults: () => DEFAULT_PROFILE,
})
export type Profile = v.InferOutput<typeof profileFields>

/** The values of unset fields. */
export const DEFAULT_PROFILE: Profile = partOf('unset')

/**
 * A change to the profile: fields in the request replace the stored ones, and the other fields keep their values. It
 * has no defaults.
 */
export const ProfileUpdate = v.partial(v.object(partOf('update')))
export type ProfileUpdate = v.InferOutput<typeof ProfileUpdate>

/** Fields that only the Enterprise plan can change (section 6), with their labels. */
export const ENTERPRISE_FIELDS = {
  show_branding: 'Show Branding',
  enable_file_upload: 'Enable File Upload',
} as const

export const getProfile = endpoint({
  method: 'GET',
  path: '/api/v1/organizations/:orgId/profile',
  summary: 'Get the organization profile',
  access: 'member',
  scope: 'settings:read',
  reply: Profile,
})

export const putProfile = endpoint({
  method: 'PUT',
  path: '/api/v1/organizations/:orgId/profile',
  summary: 'Change fields of the organization profile',
  access: 'member',
  body: ProfileUpdate,
  reply: Profile,
  errors: [404],
})
