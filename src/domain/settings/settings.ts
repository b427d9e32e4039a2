import type { Faq, QualificationQuestion } from '../../contract/knowledge.ts'
import type { Profile } from '../../contract/profile.ts'
import {
  type ChangesOf,
  type ConflictOf,
  changedIn,
  findConflicts,
  keepTyped,
  rebase,
  without,
} from '../common/three-way.ts'

/** A question and answer as edited; `key` tells entries apart on screen and on this device, never on the wire. */
export interface FaqEntry {
  readonly key: string
  readonly question: string
  readonly answer: string
}

/** A qualification question as edited; `key` as with {@link FaqEntry}. */
export interface QuestionEntry {
  readonly key: string
  readonly question_text: string
}

/** All that the Settings screen edits: the profile of section 3, every field, and the two lists in their order. */
export type Settings = Readonly<Profile> & {
  readonly faqs: readonly FaqEntry[]
  readonly questions: readonly QuestionEntry[]
}

export type SettingsField = keyof Settings
export type ProfileField = keyof Profile

/** The fields that differ from what is stored, and only those. */
export type Changes = ChangesOf<Settings>

/** A field that two people have changed to different values. */
export type Conflict = ConflictOf<Settings>

/** Whether two values of a field are the same: empty text counts as none, keys of entries count for nothing. */
export function sameValue<Field extends SettingsField>(
  field: Field,
  a: Settings[Field],
  b: Settings[Field],
): boolean {
  if (field === 'faqs' || field === 'questions') {
    return same(
      withoutKeys(a as Settings['faqs' | 'questions']),
      withoutKeys(b as Settings['faqs' | 'questions']),
    )
  }
  return same(a, b)
}

const withoutKeys = (entries: Settings['faqs' | 'questions']) => entries.map(({ key: _, ...entry }) => entry)

const solid = (value: unknown) => (value === '' || value === undefined ? null : value)

function same(a: unknown, b: unknown): boolean {
  const [one, other] = [solid(a), solid(b)]
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys(one)
  if (Array.isArray(one) && names.length !== Object.keys(other).length) return false
  return [...new Set([...names, ...Object.keys(other)])].every((name) =>
    same((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
  )
}

/**
 * The changes with a field set to what was typed. A value that is stored already, or that stood there when the
 * typing began, is no change: the field follows what is stored again.
 */
export function withChange<Field extends SettingsField>(
  changes: Changes,
  stored: Settings,
  field: Field,
  mine: Settings[Field],
): Changes {
  const before = changes[field]
  const base = before ? before.base : stored[field]
  if (sameValue(field, mine, stored[field]) || sameValue(field, mine, base))
    return withoutFields(changes, [field])
  return { ...changes, [field]: { base, mine } }
}

/** The changes without those of some fields. */
export function withoutFields(changes: Changes, fields: readonly SettingsField[]): Changes {
  return without(changes, fields)
}

/** The changed fields. */
export function changedFields(changes: Changes): SettingsField[] {
  return changedIn(changes)
}

/** What the screen shows: what is stored, with the changes over it. */
export function withChanges(stored: Settings, changes: Changes): Settings {
  const mine = changedFields(changes).map((field) => [field, changes[field]?.mine])
  return { ...stored, ...(Object.fromEntries(mine) as Partial<Settings>) }
}

/** See {@link rebase}. */
export function rebased(changes: Changes, stored: Settings): Changes {
  return rebase(changes, stored, sameValue)
}

/** The fields that someone else has changed since, to something else than was typed here. */
export function conflictsOf(changes: Changes, stored: Settings): Conflict[] {
  return findConflicts(changes, stored, sameValue)
}

/** The changes with what was typed standing against what the other person has saved. */
export function withMineKept(changes: Changes, stored: Settings, field: SettingsField): Changes {
  return keepTyped(changes, stored, field)
}

/**
 * The changes after some fields were saved as they stood in `sent`. What was typed while they were on their way
 * remains, over what is stored now; so does a value that was put back meanwhile.
 */
export function withSaved(
  changes: Changes,
  sent: Changes,
  stored: Partial<Settings>,
  fields: readonly SettingsField[],
): Changes {
  let left = changes
  for (const field of fields) {
    const typed = changes[field] ?? { mine: sent[field]?.base as Settings[typeof field] }
    if (sameValue(field, typed.mine, sent[field]?.mine as Settings[typeof field])) {
      left = withoutFields(left, [field])
    } else {
      left = { ...left, [field]: { base: stored[field], mine: typed.mine } }
    }
  }
  return left
}

/**
 * The profile as the screen starts from it. An empty escalation address is filled with the account's (section 5),
 * an empty radius with 25 miles.
 */
export function settingsOf(
  profile: Profile,
  faqs: readonly FaqEntry[],
  questions: readonly QuestionEntry[],
  accountEmail: string,
): Settings {
  return { ...profile, ...autoFilled(profile, accountEmail), faqs, questions }
}

/** The fields that the console fills by itself when they are empty. They are sent with the next save. */
export function autoFilled(
  profile: Pick<Profile, 'escalation_email'>,
  accountEmail: string,
): Partial<Pick<Profile, 'escalation_email'>> {
  return isEscalationAutoFilled(profile, accountEmail) ? { escalation_email: accountEmail } : {}
}

/** Section 5: whether the escalation address is the account's, with the note of {@link ESCALATION_NOTE}. */
export function isEscalationAutoFilled(
  { escalation_email }: Pick<Profile, 'escalation_email'>,
  accountEmail: string,
): boolean {
  return !escalation_email?.trim() && accountEmail !== ''
}

/** Section 5: the note below an escalation address that the console filled in. */
export const ESCALATION_NOTE = 'Auto-populated with your account email'

/**
 * The stored list as entries. An entry that stood there before keeps its key, so that whoever is typing in it is
 * not thrown out; the others get one from their place.
 */
export function faqEntries(faqs: readonly Faq[], before: readonly FaqEntry[] = []): FaqEntry[] {
  return keyed(
    faqs.map(({ question, answer }) => ({ question, answer })),
    before,
    ({ question, answer }) => JSON.stringify([question, answer]),
  )
}

/** As {@link faqEntries}. */
export function questionEntries(
  questions: readonly QualificationQuestion[],
  before: readonly QuestionEntry[] = [],
): QuestionEntry[] {
  return keyed(
    questions.map(({ question_text }) => ({ question_text })),
    before,
    ({ question_text }) => question_text,
  )
}

function keyed<Entry>(
  entries: readonly Entry[],
  before: readonly (Entry & { key: string })[],
  contentOf: (entry: Entry) => string,
): (Entry & { key: string })[] {
  const known = new Map<string, string[]>()
  for (const entry of before.toReversed()) {
    known.set(contentOf(entry), [...(known.get(contentOf(entry)) ?? []), entry.key])
  }
  const taken = new Set(before.map(({ key }) => key))
  let next = 0
  return entries.map((entry) => {
    let key = known.get(contentOf(entry))?.pop()
    while (!key) {
      const candidate = `stored-${next++}`
      if (!taken.has(candidate)) key = candidate
    }
    return { ...entry, key }
  })
}
