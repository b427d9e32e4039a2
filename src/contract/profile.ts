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

const HolidaysClosed = list(LIMITS.holidays)

const TakeoverMinutes = integerIn(LIMITS.takeoverMinutes)

const profileFields = v.object({
  business_name: short,
  website_url: v.nullable(text(LIMITS.url)),
  phone: v.nullable(text(LIMITS.phone)),
  email: v.nullable(text(LIMITS.email)),
  address: short,
  address_details: v.optional(v.nullable(AddressDetails), null),
  agent_name: short,
  primary_color: short,
  personality_tone: short,
  use_emojis: v.boolean(),
  button_text: short,
  closed_button_text: short,
  welcome_heading: short,
  welcome_tagline: short,
  reply_time: short,
  widget_color: short,
  bubble_position: short,
  bubble_type: short,
  bubble_launcher_title: short,
  show_branding: v.boolean(),
  enable_file_upload: v.boolean(),
  offline_message: long,
  prompt_summary: long,
  services_offered: v.optional(list(LIMITS.services), []),
  services_description: long,
  pricing_notes: long,
  escalation_email: v.nullable(text(LIMITS.email)),
  service_area_type: short,
  service_area_radius: v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(10_000))),
  service_area_zipcodes: list(LIMITS.zipCodes),
  service_area_cities: list(LIMITS.cities),
  service_area_custom_description: long,
  business_hours: StoredHours,
  /** When estimate calls are offered; null for the business hours. Missing if the API has no such hours. */
  call_hours: v.optional(v.nullable(StoredHours)),
  /** What customers book, and how long it takes. Missing if the API only knows calls of 30 minutes. */
  appointment_kind: v.optional(AppointmentKind),
  appointment_minutes: v.optional(AppointmentMinutes),
  timezone: short,
  cal_booking_url: v.nullable(text(LIMITS.url)),
  /** The public holidays on which the business is closed, by their English names. */
  holidays_closed: v.optional(HolidaysClosed, [...DEFAULT_HOLIDAYS]),
  days_off: tolerant(v.optional(v.pipe(v.array(DaysOff), v.maxLength(LIMITS.daysOff)), []), {
    isWhole: true,
  }),
  /** Host names of the websites that can show the widget. An empty list allows any website. */
  allowed_domains: v.optional(list(LIMITS.domains), []),
  /** The number of minutes without a reply after which a conversation that a member took over returns to the agent. */
  takeover_minutes: v.optional(TakeoverMinutes, LIMITS.takeoverMinutes.default),
  /** Notes for the organization's members. Missing in responses to API keys, and if the API has no such notes. */
  private_notes: v.optional(long),
  /**
   * What the services are called in Spanish; empty text stands for the English name. The preset services have names
   * unless they are listed here. Missing if the API has no such names.
   */
  services_spanish: v.optional(ServicesSpanish),
})
/**
 * The organization profile of section 3 with all fields. Enumerated fields are plain text, so that unknown stored
 * values are shown and preserved. Fields that section 3 does not list are optional.
 */
export const Profile = tolerant(profileFields, {
  repair: withAddressAsText,
  defaults: () => DEFAULT_PROFILE,
})
export type Profile = v.InferOutput<typeof profileFields>

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

/** Fields that only the Enterprise plan can change (section 6), with their labels. */
export const ENTERPRISE_FIELDS = {
  show_branding: 'Show Branding',
  enable_file_upload: 'Enable File Upload',
} as const

/**
 * A change to the profile: fields in the request replace the stored ones, and the other fields keep their values. It
 * has no defaults.
 */
export const ProfileUpdate = v.partial(
  v.object({
    ...Profile.entries,
    address_details: v.nullable(AddressDetails),
    services_offered: list(LIMITS.services),
    business_hours: OpeningHours,
    call_hours: v.nullable(OpeningHours),
    appointment_kind: AppointmentKind,
    appointment_minutes: AppointmentMinutes,
    holidays_closed: HolidaysClosed,
    days_off: DaysOffList,
    timezone: v.nullable(TimeZone),
    website_url: v.nullable(webLink),
    cal_booking_url: v.nullable(webLink),
    allowed_domains: list(LIMITS.domains),
    takeover_minutes: TakeoverMinutes,
    private_notes: long,
    services_spanish: ServicesSpanish,
  }),
)
export type ProfileUpdate = v.InferOutput<typeof ProfileUpdate>

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

/** The values of unset fields (sections 3 and 9). */
export const DEFAULT_PROFILE: Profile = {
  business_name: null,
  website_url: null,
  phone: null,
  email: null,
  address: null,
  address_details: null,
  agent_name: null,
  primary_color: null,
  personality_tone: 'friendly',
  use_emojis: false,
  button_text: 'Get Free Quote',
  closed_button_text: "We're Closed",
  welcome_heading: null,
  welcome_tagline: "We're here to help you!",
  reply_time: null,
  widget_color: '#1F93FF',
  bubble_position: 'right',
  bubble_type: 'standard',
  bubble_launcher_title: 'Chat with us',
  show_branding: true,
  enable_file_upload: true,
  offline_message: null,
  prompt_summary: null,
  services_offered: [],
  services_description: null,
  pricing_notes: null,
  escalation_email: null,
  service_area_type: null,
  service_area_radius: LIMITS.radius.default,
  service_area_zipcodes: [],
  service_area_cities: [],
  service_area_custom_description: null,
  business_hours: [...DEFAULT_HOURS],
  call_hours: null,
  appointment_kind: 'call',
  appointment_minutes: 30,
  timezone: 'America/New_York',
  cal_booking_url: null,
  holidays_closed: [...DEFAULT_HOLIDAYS],
  days_off: [],
  allowed_domains: [],
  takeover_minutes: LIMITS.takeoverMinutes.default,
  private_notes: null,
  services_spanish: null,
}

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
