import type { BodyInput } from '../../contract/endpoint.ts'
import type { putFaqs, putQuestions } from '../../contract/knowledge.ts'
import { DAYS_REVERSED, type Profile, type ProfileUpdate } from '../../contract/profile.ts'
import { changedIn } from '../common/three-way.ts'
import { SETTINGS_FIELDS } from './fields.ts'
import { shiftFaults } from './hours-rules.ts'
import type { Changes, FaqEntry, QuestionEntry, Settings, SettingsField } from './settings.ts'

/** Section 7: the parts of a save, in order. Afterwards, the profile reloads. */
export const SAVE_PARTS = ['profile', 'faqs', 'questions'] as const
export type SavePart = (typeof SAVE_PARTS)[number]

export const PART_NAMES: Record<SavePart, string> = {
  profile: 'Profile',
  faqs: SETTINGS_FIELDS.faqs.label,
  questions: SETTINGS_FIELDS.questions.label,
}

/** The requests of a save. Unchanged parts are null. The keys are those of the sent entries, in order. */
export interface SavePlan {
  profile: ProfileUpdate | null
  faqs: { body: BodyInput<typeof putFaqs>; keys: string[] } | null
  questions: { body: BodyInput<typeof putQuestions>; keys: string[] } | null
}

export function partOf(field: SettingsField): SavePart {
  return field === 'faqs' || field === 'questions' ? field : 'profile'
}

/**
 * Returns the requests of a save: the profile fields that were changed or filled in automatically, and the changed
 * lists without blank entries.
 */
export function savePlan(changes: Changes, filled: Partial<Profile> = {}): SavePlan {
  const fields: Partial<Profile> = { ...filled }
  for (const field of changedIn(changes)) {
    if (partOf(field) === 'profile') Object.assign(fields, { [field]: clean(field, changes[field]?.mine) })
  }
  return {
    profile: Object.keys(fields).length > 0 ? fields : null,
    faqs: changes.faqs ? faqsToSend(changes.faqs.mine) : null,
    questions: changes.questions ? questionsToSend(changes.questions.mine) : null,
  }
}

function faqsToSend(entries: readonly FaqEntry[]) {
  const sent = entries.filter(({ question, answer }) => question.trim() !== '' || answer.trim() !== '')
  return {
    body: sent.map(({ question, answer }, order_index) => ({ question, answer, order_index })),
    keys: sent.map(({ key }) => key),
  }
}

function questionsToSend(entries: readonly QuestionEntry[]) {
  const sent = entries.filter(({ question_text }) => question_text.trim() !== '')
  return {
    body: sent.map(({ question_text }, order_index) => ({ question_text, order_index })),
    keys: sent.map(({ key }) => key),
  }
}

/** Returns a field's value for the request. Empty text becomes null, and addresses and numbers are trimmed. */
function clean(field: SettingsField, value: Settings[SettingsField] | undefined) {
  if (typeof value !== 'string') return value
  if (value.trim() === '') return null
  return SETTINGS_FIELDS[field].kind ? value.trim() : value
}

/** Why a field was rejected. */
export interface FieldError {
  field: SettingsField
  /** The key of the invalid list entry. Null for profile fields. */
  entry: string | null
  /**
   * The rest of the path to the invalid value, such as `answer` or `2.closeTime`. Empty if the field itself is invalid.
   */
  at: string
  message: string
}

/** The error for private notes that an API would ignore. */
export const NO_PRIVATE_NOTES = 'This server does not store private notes. Copy the text and clear the field.'

/**
 * Returns why a part is invalid. Invalid parts are not sent. `stored` are the stored values, which show whether the API
 * has private notes.
 */
export function faultsOf(
  part: SavePart,
  plan: SavePlan,
  stored: Pick<Profile, 'private_notes'>,
): FieldError[] {
  if (part !== 'profile' || !plan.profile) return []
  const { private_notes: notes, days_off: daysOff = [] } = plan.profile
  const isIgnored = notes && stored.private_notes === undefined
  return [
    ...(isIgnored
      ? [{ field: 'private_notes' as const, entry: null, at: '', message: NO_PRIVATE_NOTES }]
      : []),
    ...faultsOfHours('business_hours', plan.profile),
    ...faultsOfHours('call_hours', plan.profile),
    ...daysOff.flatMap(({ from, to }, index): FieldError[] =>
      to < from ? [{ field: 'days_off', entry: null, at: `${index}.to`, message: DAYS_REVERSED }] : [],
    ),
  ]
}

function faultsOfHours(field: 'business_hours' | 'call_hours', profile: ProfileUpdate): FieldError[] {
  const hours = profile[field] ?? []
  return hours.flatMap(({ day }, index) => {
    const place = hours.slice(0, index).filter((each) => each.day === day).length
    const message = shiftFaults(hours.filter((each) => each.day === day))[place]
    return message ? [{ field, entry: null, at: String(index), message }] : []
  })
}

/**
 * Returns the fields in the details of a part's error response (`[{path, message}]`). Skips unknown fields and entries
 * in another format.
 */
export function fieldErrors(part: SavePart, plan: SavePlan, details: unknown): FieldError[] {
  return issuesOf(details).flatMap(({ path, message }): FieldError[] => {
    const [first = '', ...rest] = path.split('.')
    if (part !== 'profile') {
      const entry = plan[part]?.keys[Number(first)]
      return entry && first !== '' ? [{ field: part, entry, at: rest.join('.'), message }] : []
    }
    if (!plan.profile || !Object.hasOwn(plan.profile, first)) return []
    return [{ field: first as SettingsField, entry: null, at: rest.join('.'), message }]
  })
}

/** Returns the issues that a response names, given either its details alone or the complete body (section 8). */
export function issuesOf(details: unknown): { path: string; message: string }[] {
  const body =
    typeof details === 'object' && details !== null && 'details' in details ? details.details : details
  if (!Array.isArray(body)) return []
  return body.filter((issue) => typeof issue?.path === 'string' && typeof issue.message === 'string')
}
