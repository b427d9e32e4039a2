import type { Appointment } from '../../contract/appointments.ts'
import { type BusinessDay, DAYS, type Day } from '../../contract/profile.ts'
import { capitalized } from '../common/capitalized.ts'
import { counted } from '../common/counted.ts'
import { offeredAppointment } from '../leads/bookings.ts'
import { DAY_MINUTES, type Shift, shiftsOf } from './business-hours.ts'
import { fitsCalls } from './call-hours.ts'
import type { SectionId } from './fields.ts'
import { AREA_TYPES } from './options.ts'
import { radiusOrDefault } from './service-area.ts'
import type { Settings } from './settings.ts'
import { toneOf } from './tones.ts'

/** Maximum number of names in a summary. */
const NAMED = 2

const joined = (...parts: (string | null | undefined | false)[]) =>
  parts
    .filter((part): part is string => typeof part === 'string' && part.trim() !== '')
    .map((part) => part.trim().replace(/\s+/gu, ' '))
    .join(' · ')

function named(list: readonly string[]): string {
  const shown = list.slice(0, NAMED).join(', ')
  return list.length > NAMED ? `${shown} and ${list.length - NAMED} more` : shown
}

function callsSummary(hours: readonly BusinessDay[], { kind, minutes }: Appointment): string {
  const name = kind === 'visit' ? 'visits' : 'calls'
  return fitsCalls(hours, minutes) ? `${capitalized(name)} ${hoursSummary(hours)}` : `No ${name}`
}

const BY_SECTION: Record<SectionId, (settings: Settings) => string> = {
  business: ({ business_name, phone, email }) => joined(business_name, phone, email),
  voice: ({ agent_name, personality_tone, use_emojis }) =>
    joined(agent_name, personality_tone && toneOf(personality_tone).label, use_emojis && 'Emojis'),
  phone: ({ answers_calls, text_back, blocked_numbers }) =>
    joined(
      answers_calls && 'The agent answers calls',
      text_back ? 'Missed calls get a text' : 'Missed calls get no text',
      blocked_numbers && blocked_numbers.length > 0 && `${counted(blocked_numbers.length, 'number')} blocked`,
    ),
  services: ({ services_offered, services_description }) =>
    named(services_offered) || joined(services_description),
  pricing: ({ pricing_notes, private_notes }) =>
    joined(pricing_notes, private_notes?.trim() && 'Private notes'),
  faqs: ({ faqs }) => (faqs.length === 0 ? '' : counted(faqs.length, 'question')),
  questions: ({ questions }) => (questions.length === 0 ? '' : counted(questions.length, 'question')),
  design: ({ widget_color, welcome_heading, bubble_position }) =>
    joined(widget_color, welcome_heading, bubble_position && `Bubble on the ${bubble_position}`),
  area: areaSummary,
  hours: ({ business_hours, call_hours, timezone, ...appointment }) =>
    joined(
      hoursSummary(business_hours),
      call_hours && callsSummary(call_hours, offeredAppointment(appointment)),
      timezone && zoneCity(timezone),
    ),
  escalation: ({ escalation_email }) => joined(escalation_email),
  installation: ({ allowed_domains }) =>
    allowed_domains.length > 0 ? named(allowed_domains) : 'Any website',
}

/**
 * Returns a one-line summary of a section's values, shown while the section is collapsed. Blank if nothing is filled
 * in.
 */
export function sectionSummary(id: SectionId, settings: Settings): string {
  return BY_SECTION[id](settings)
}

const PURPOSES: Partial<Record<SectionId, string>> = {
  business: 'Your agent tells visitors who you are and how to reach you.',
  voice: 'Give your agent a name and a tone.',
  services: 'Choose what you do, such as mowing or tree care.',
  pricing: 'Say how you price, such as "Mowing from $45 a visit".',
  faqs: 'Answer what visitors ask, such as "Are you insured?"',
  questions: 'Choose what your agent asks, such as "How large is your lawn?"',
  area: 'Describe where you work.',
  escalation: 'Choose who is notified when a visitor needs a person.',
}

/** Returns a description of what belongs in an empty section. */
export function emptySummary(id: SectionId): string {
  return ['Nothing here yet.', PURPOSES[id]].filter(Boolean).join(' ')
}

function areaSummary(settings: Settings): string {
  const { service_area_zipcodes: codes, service_area_cities: cities } = settings
  switch (settings.service_area_type) {
    case 'radius': {
      const radius = radiusOrDefault(settings.service_area_radius)
      return `Radius ${counted(radius, 'mile')}`
    }
    case 'zipcodes':
      return counted(codes.length, 'ZIP code')
    case 'cities':
      return cities.length === 0 ? counted(cities.length, 'city', 'cities') : named(cities)
    case 'custom':
      return joined(settings.service_area_custom_description)
    default:
      return AREA_TYPES.find(({ value }) => value === settings.service_area_type)?.label ?? ''
  }
}

/** Returns the open days with their hours, such as `Mon–Fri 8–12 and 1–5, Sat 9–3`. */
export function hoursSummary(hours: readonly BusinessDay[]): string {
  const groups: { first: Day; last: Day; times: string }[] = []
  DAYS.forEach((day, index) => {
    const times = shiftsOf(hours, day).map(timesOf).join(' and ')
    const group = groups.at(-1)
    if (times === '') return
    if (group?.times === times && group.last === DAYS[index - 1]) group.last = day
    else groups.push({ first: day, last: day, times })
  })
  if (groups.length === 0) return 'Closed all week'
  return groups
    .map(({ first, last, times }) => {
      const days = first === last ? short(first) : `${short(first)}–${short(last)}`
      return `${days} ${times}`
    })
    .join(', ')
}

const short = (day: Day) => capitalized(day).slice(0, 3)

const MORNING = 5 * 60
const EVENING = 17 * 60

/** Returns hours during the day as `8–5` or `1–5`, and others as `9 PM–2 AM`. */
function timesOf({ from, to, openTime, closeTime }: Shift): string {
  if (to - from >= DAY_MINUTES) return '24 hours'
  if (from >= MORNING && from < EVENING && to < DAY_MINUTES && to - from < DAY_MINUTES / 2)
    return `${onClock(openTime)}–${onClock(closeTime)}`
  return [openTime, closeTime].map((time) => `${onClock(time)} ${time < '12:00' ? 'AM' : 'PM'}`).join('–')
}

/** Returns a time in 12-hour format without AM and PM: `17:30` becomes `5:30`. */
function onClock(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return `${hours % 12 || 12}${minutes === 0 ? '' : `:${String(minutes).padStart(2, '0')}`}`
}

/** Returns the city of a time zone: `America/New_York` becomes `New York`. */
const zoneCity = (zone: string) => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
