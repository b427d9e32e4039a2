import { isWebLink } from '../../contract/fields.ts'
import { LIMITS } from '../../contract/limits.ts'
import { type BusinessDay, DAYS, DAYS_REVERSED } from '../../contract/profile.ts'
import { capitalized } from '../common/capitalized.ts'
import { colorWarning } from '../common/contrast.ts'
import { excess } from '../common/counted.ts'
import { grouped } from '../common/grouped.ts'
import { FIELD_ORDER, type FieldKind, mostCharacters, SETTINGS_FIELDS, sectionOf } from './fields.ts'
import { dayFault, shiftsIn } from './hours-rules.ts'
import { areaHint, unusualZipCodes } from './service-area.ts'
import type { ProfileField, Settings, SettingsField } from './settings.ts'

/** The maximum lengths of list entries. */
export const MOST_ENTRY_CHARACTERS = {
  question: LIMITS.line,
  answer: LIMITS.text,
  question_text: LIMITS.line,
} as const

/** A message that a field shows while the user types. Only `error` shows the error state. */
export interface Hint {
  level: 'error' | 'warning'
  message: string
}

/** The proportion of the limit from which the character count is shown. */
const COUNT_FROM = 0.8

/** Returns a count such as `480 / 500` if a text is near its limit, or null otherwise. */
export function characterCount(text: string | null | undefined, most: number | undefined): string | null {
  const length = text?.length ?? 0
  if (most === undefined || length < most * COUNT_FROM) return null
  return `${grouped(length)} / ${grouped(most)}`
}

/** Returns a message for a text that is too long, or null otherwise. */
export function lengthHint(text: string | null, most: number): Hint | null {
  const message = excess(text ?? '', most)
  return message === null ? null : { level: 'error', message }
}

const warning = (message: string): Hint => ({ level: 'warning', message })

/** The hint for a number that might not be callable. `isPossiblePhone` determines whether to show it. */
export const PHONE_HINT: Hint = warning('This may not be a complete phone number')

const EMAIL = /^[^\s@,;<>()]+@[^\s@,;<>()]+\.[^\s@,;<>().]{2,}$/

/** Returns a hint for an email address that might be invalid. */
export function emailHint(email: string | null): Hint | null {
  const typed = email?.trim() ?? ''
  return typed === '' || EMAIL.test(typed) ? null : warning('This may not be a complete email address')
}

/** Returns the form in which a URL is stored: adds `https://` to `greenacres.com`. Returns invalid URLs unchanged. */
export function withScheme(url: string): string {
  const typed = url.trim()
  if (typed === '' || /^[a-z][a-z\d+.-]*:/i.test(typed) || /\s/.test(typed)) return typed
  const candidate = `https://${typed.replace(/^\/+/, '')}`
  return isWebAddress(candidate) ? candidate : typed
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) return false
  return url.hostname === 'localhost' || /[^.]\.[^.]/.test(url.hostname)
}

/** Returns a hint for a URL that a browser might not open. */
export function urlHint(url: string | null): Hint | null {
  const typed = url?.trim() ?? ''
  if (typed === '' || isWebAddress(withScheme(typed))) return null
  if (!isWebLink(typed)) return { level: 'error', message: 'A link must begin with https:// or http://' }
  return warning('This may not be a complete web address, such as https://example.com')
}

function hoursHint(hours: readonly BusinessDay[]): Hint | null {
  const faults = DAYS.flatMap((day) => {
    const fault = dayFault(shiftsIn(hours, day))
    return fault === null ? [] : [{ day: capitalized(day), fault }]
  })
  const [first] = faults
  const days = faults.map(({ day }) => day).join(', ')
  return first ? { level: 'error', message: `${first.fault}: ${days}` } : null
}

const BY_KIND: { readonly [Kind in FieldKind]?: (text: string) => Hint | null } = {
  email: emailHint,
  url: urlHint,
}

const BY_FIELD: { readonly [Field in ProfileField]?: (settings: Settings) => Hint | null } = {
  escalation_email: ({ escalation_email }) =>
    escalation_email?.trim() ? null : { level: 'error', message: 'Please enter an escalation email' },
  widget_color: ({ widget_color }) => {
    const hint = colorWarning(widget_color)
    return hint ? warning(hint) : null
  },
  service_area_type: (settings) => {
    const hint = areaHint(settings)
    return hint ? warning(hint) : null
  },
  service_area_zipcodes: ({ service_area_zipcodes }) => {
    const unusual = unusualZipCodes(service_area_zipcodes)
    if (unusual.length === 0) return null
    const more = unusual.length > 3 ? ` and ${unusual.length - 3} more` : ''
    return warning(`Please check: ${unusual.slice(0, 3).join(', ')}${more}`)
  },
  business_hours: ({ business_hours }) => hoursHint(business_hours),
  call_hours: ({ call_hours }) => hoursHint(call_hours ?? []),
  days_off: ({ days_off }) =>
    days_off.some(({ from, to }) => to < from) ? { level: 'error', message: DAYS_REVERSED } : null,
}

/** Returns the fields that a field's hint depends on. */
export function hintFields(field: ProfileField): readonly SettingsField[] {
  return field === 'service_area_type' ? FIELD_ORDER.filter((each) => sectionOf(each) === 'area') : [field]
}

/** Returns a hint for a field's current value, or null. Only the length of phone numbers is checked. */
export function hintOf(field: ProfileField, settings: Settings): Hint | null {
  const value = settings[field]
  if (typeof value === 'string') {
    const most = mostCharacters(field)
    if (most !== undefined && value.length > most) return lengthHint(value, most)
    const { kind } = SETTINGS_FIELDS[field]
    const hint = kind && BY_KIND[kind]?.(value)
    if (hint) return hint
  }
  return BY_FIELD[field]?.(settings) ?? null
}
