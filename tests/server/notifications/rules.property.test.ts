import fc from 'fast-check'
import { expect, it } from 'vitest'
import { zonesOfPhone } from '../../../server/notifications/phone-zones.ts'
import { recipientsOf, reminderTime, sendTime, type Timing } from '../../../server/notifications/rules.ts'
import {
  ALERTS,
  CHANNELS,
  PERSON_CHANNELS,
  type Person,
} from '../../../src/contract/notification-settings.ts'

const RUNS = 10_000
const MINUTE_MS = 60_000

const ZONES = [
  ...['America/New_York', 'America/Los_Angeles', 'America/Phoenix', 'America/St_Johns', 'Pacific/Honolulu'],
  ...['Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Chatham', 'Pacific/Apia', 'Africa/Cairo', 'UTC'],
  ...['Europe/London', 'America/Havana', 'Asia/Tehran', 'Africa/Casablanca', 'America/Santiago'],
]

/** Numbers with zones in which each may be. */
const NUMBERS: Record<string, string[]> = {
  '+16145550123': ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'],
  '+18085550123': ['Pacific/Honolulu'],
  '+19075550123': ['America/Anchorage', 'America/Adak'],
  '+14165550123': ['America/St_Johns', 'America/Toronto', 'America/Regina', 'America/Vancouver'],
  '+6421123456': ['Pacific/Auckland', 'Pacific/Chatham'],
  '+61412345678': ['Australia/Lord_Howe', 'Australia/Perth', 'Australia/Adelaide'],
  '+9779812345678': ['Asia/Kathmandu'],
  '+79161234567': ['Europe/Kaliningrad', 'Asia/Kamchatka'],
  '+201001234567': ['Africa/Cairo'],
}

/** Days on which clocks change somewhere. */
const CHANGES = [
  ...['2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04', '2026-09-27', '2026-03-29', '2026-10-25'],
  ...['2026-04-24', '2026-10-29', '2026-09-06', '2027-03-14', '2021-09-22', '2011-12-30'],
]

const time = fc.oneof(
  fc
    .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -36 * 3_600, max: 36 * 3_600 }))
    .map(([day, seconds]) => new Date(Date.parse(`${day}T12:00:00Z`) + seconds * 1_000)),
  fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }),
)
const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const zone = fc.constantFrom(...ZONES)
const phone = fc.constantFrom(...Object.keys(NUMBERS))

const ADDRESSES = ['a@example.test', 'B@example.test', 'c@example.test']
const PHONES = Object.keys(NUMBERS).slice(0, 4)
const channels = fc.subarray([...PERSON_CHANNELS])
const people: fc.Arbitrary<Person[]> = fc.array(
  fc.record({
    id: fc.constantFrom('escalation', 'ann', 'bob', 'cleo'),
    name: fc.constant('Ann'),
    email: fc.option(fc.constantFrom(...ADDRESSES)),
    phone: fc.option(fc.constantFrom(...PHONES)),
    sms_consent: fc.boolean(),
    choices: fc.record({
      needs_person: channels,
      new_lead: channels,
      booking: channels,
      daily_summary: channels,
    }),
  }),
  { maxLength: 5 },
)

const settings = fc.record({
  people,
  escalate_minutes: fc.option(fc.integer({ min: 1, max: 1_440 })),
  quiet_hours: fc.option(
    fc.record({ from: clock, to: clock }).filter(({ from, to }) => from !== to),
    { freq: 4 },
  ),
  urgent_in_quiet_hours: fc.boolean(),
})

const run = fc.record({
  now: time,
  alert: fc.option(fc.constantFrom(...ALERTS)),
  channel: fc.constantFrom(...CHANNELS),
  businessZone: zone,
  number: phone,
  settings,
  isRequested: fc.boolean(),
  unsubscribed: fc.subarray([...ADDRESSES.map((each) => each.toLowerCase()), ...PHONES]),
  ready: fc.subarray([...CHANNELS]),
})
type Run = typeof run extends fc.Arbitrary<infer Value> ? Value : never

const clocks = new Map<string, Intl.DateTimeFormat>()
/** The time that a clock shows, `HH:mm`, as the runtime says. */
function shown(at: Date, timeZone: string): string {
  const known = clocks.get(timeZone)
  const format = known ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  clocks.set(timeZone, format)
  return format.format(at)
}

const isBetween = (text: string, from: string, to: string) =>
  from < to ? from <= text && text < to : from <= text || text < to

const isNight = (at: Date, zones: readonly string[]) =>
  zones.some((each) => isBetween(shown(at, each), '21:00', '08:00'))

/** Returns the rules that sending at a time would break, if a number is in the zones of `zonesOf`. */
function broken(
  at: Date,
  { alert, channel, settings: { quiet_hours, ...set }, ...rest }: Run,
  zonesOf: (number: string) => readonly string[] = (number) => NUMBERS[number] ?? [],
): string[] {
  if (rest.isRequested) return []
  if (alert === 'needs_person' && (quiet_hours === null || set.urgent_in_quiet_hours)) return []
  const zones = alert === null ? zonesOf(rest.number) : [rest.businessZone]
  const isQuiet =
    alert !== null &&
    quiet_hours !== null &&
    isBetween(shown(at, rest.businessZone), quiet_hours.from, quiet_hours.to)
  return [
    ...(isQuiet ? ['quiet hours'] : []),
    ...(channel === 'sms' && isNight(at, zones) ? ['texts at night'] : []),
  ]
}

const timingOf = ({ number, ...given }: Run): Timing => ({
  ...given,
  recipientPhone: given.alert === null ? number : null,
  isLate: false,
})

/** Minutes of a wait at which the message could have been sent; some of them, for speed. */
const looked = (from: Date, to: Date) => {
  const minutes = Math.floor((to.getTime() - from.getTime()) / MINUTE_MS)
  const step = Math.max(1, Math.ceil(minutes / 25))
  return Array.from(
    { length: Math.ceil(minutes / step) },
    (_, index) => new Date(from.getTime() + index * step * MINUTE_MS),
  ).concat(to > from ? [new Date(to.getTime() - MINUTE_MS)].filter((at) => at >= from) : [])
}

function outside(send: typeof sendTime, given: Run): string[] {
  const at = send(given.now, timingOf(given))
  if (at === 'never')
    return looked(given.now, new Date(given.now.getTime() + 2 * 86_400_000)).flatMap((each) =>
      broken(each, given).length > 0 ? [] : ['never, but free'],
    )
  return broken(at ?? given.now, given)
}

function toldOutside(tell: typeof recipientsOf, { unsubscribed, ready, ...given }: Run): string[] {
  const alert = given.alert ?? 'booking'
  const found = tell(alert, given.settings, 'B@example.test', { excluded: unsubscribed, ready })
  const seen = new Set<string>()
  return found.flatMap(({ personId, channel, address }) => {
    const key = address.toLowerCase()
    const faults = [
      ...(unsubscribed.includes(key) ? ['unsubscribed'] : []),
      ...(ready.includes(channel) ? [] : ['not ready']),
      ...(seen.has(key) ? ['twice'] : []),
      ...(given.settings.people.some(
        (person) =>
          person.id === personId &&
          person.choices[alert].includes(channel) &&
          (channel === 'email' || (person.sms_consent && person.phone === address)),
      )
        ? []
        : ['not wanted']),
    ]
    seen.add(key)
    return faults
  })
}

const check = (find: (given: Run) => string[], numRuns = RUNS) =>
  fc.check(
    fc.property(run, (given) => {
      expect(find(given)).toEqual([])
    }),
    { numRuns },
  )

it('sends nothing outside of the rules, at 10,000 times', () => {
  const { failed, counterexample, numRuns } = check((given) => outside(sendTime, given))
  expect({ failed, counterexample, numRuns }).toEqual({ failed: false, counterexample: null, numRuns: RUNS })
})

it('sends at the earliest time that the rules allow', () => {
  // At some past times, none of the zones named above is the first or the last of its country.
  const allZones = (number: string) => zonesOfPhone(number, null)
  const early = (given: Run) => {
    const at = sendTime(given.now, timingOf(given))
    if (!(at instanceof Date)) return []
    return looked(given.now, at).flatMap((each) =>
      broken(each, given, allZones).length === 0 ? [each.toISOString()] : [],
    )
  }
  expect(check(early, RUNS / 4)).toMatchObject({ failed: false, counterexample: null })
})

it('tells nobody who has unsubscribed, has not agreed, or has been told, in 10,000 settings', () => {
  expect(check((given) => toldOutside(recipientsOf, given))).toMatchObject({ failed: false, numRuns: RUNS })
})

it('reminds nobody at night, in the past, or after the call', () => {
  const late = ({ now, number, businessZone, channel }: Run, hours: number, ahead: number) => {
    const start = new Date(now.getTime() + ahead * MINUTE_MS)
    const at = reminderTime(start, hours, now, { channel, phone: number, businessZone })
    if (at === null) return []
    return [
      ...(channel === 'sms' && isNight(at, NUMBERS[number] ?? []) ? ['at night'] : []),
      ...(at.getTime() < now.getTime() + 30 * MINUTE_MS ? ['too early'] : []),
      ...(at.getTime() > start.getTime() - (hours * 60 * MINUTE_MS) / 2 ? ['too late'] : []),
    ]
  }
  const hours = fc.integer({ min: 1, max: 72 })
  const ahead = fc.integer({ min: 0, max: 15 * 1_440 })
  const { failed, counterexample } = fc.check(
    fc.property(run, hours, ahead, (...given) => {
      expect(late(...given)).toEqual([])
    }),
    { numRuns: RUNS },
  )
  expect({ failed, counterexample }).toEqual({ failed: false, counterexample: null })
})

it('finds what breaks the rules', () => {
  const careless: (typeof sendTime)[] = [
    () => null,
    // The business's zone for everyone, as if visitors were there.
    (now, timing) => sendTime(now, { ...timing, recipientPhone: null }),
    (now, timing) => sendTime(now, { ...timing, businessZone: 'UTC' }),
    (now, timing) => sendTime(now, { ...timing, alert: timing.alert && 'needs_person' }),
    // One hour off, as after an unnoticed clock change.
    (now, timing) => {
      const at = sendTime(now, timing)
      return at instanceof Date ? new Date(at.getTime() - 3_600_000) : at
    },
  ]
  for (const send of careless) expect(check((given) => outside(send, given)).failed).toBe(true)
  const all: typeof recipientsOf = (alert, given, email, { ready }) =>
    recipientsOf(alert, given, email, { ready, excluded: [] })
  expect(check((given) => toldOutside(all, given)).failed).toBe(true)
})
