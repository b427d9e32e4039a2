import type { Faq, QualificationQuestion } from '../../contract/knowledge.ts'
import type { Profile } from '../../contract/profile.ts'
import { isSame } from '../common/same-value.ts'
import {
  type ChangesOf,
  type ConflictOf,
  changedIn,
  findConflicts,
  rebase,
  without,
} from '../common/three-way.ts'
import { areSameNames, type SpanishNames } from './spanish-services.ts'

/** A question and answer in the form. `key` identifies the entry on the screen and on this device. It is never sent. */
export interface FaqEntry {
  readonly key: string
  readonly question: string
  readonly answer: string
}

/** A qualification question in the form. `key` works as in {@link FaqEntry}. */
export interface QuestionEntry {
  readonly key: string
  readonly question_text: string
}

/** All data that the Settings screen edits: the profile fields (section 3), and the two lists in order. */
export type Settings = Readonly<Profile> & {
  readonly faqs: readonly FaqEntry[]
  readonly questions: readonly QuestionEntry[]
}

export type SettingsField = keyof Settings
export type ProfileField = keyof Profile

/** Only the fields that differ from the stored values. */
export type Changes = ChangesOf<Settings>

/** A field that two people changed to different values. */
export type Conflict = ConflictOf<Settings>

/**
 * Returns whether two values of a field are equal. Empty text equals null, except among Spanish names. Ignores the keys
 * of entries and the order of holidays.
 */
export function sameValue<Field extends SettingsField>(
  field: Field,
  a: Settings[Field],
  b: Settings[Field],
): boolean {
  if (field === 'faqs' || field === 'questions') {
    return sameEntries(a as Settings['faqs' | 'questions'], b as Settings['faqs' | 'questions'])
  }
  if (field === 'holidays_closed') {
    const sorted = (names: unknown) => (names as readonly string[]).toSorted()
    return isSame(sorted(a), sorted(b))
  }
  if (field === 'services_spanish') return areSameNames(a as SpanishNames, b as SpanishNames)
  return isSame(a, b)
}

type Entries = Settings['faqs' | 'questions']

function sameEntries(a: Entries, b: Entries): boolean {
  return a === b || (a.length === b.length && a.every((entry, index) => sameEntry(entry, b[index])))
}

function sameEntry(a: Entries[number], b: Entries[number] | undefined): boolean {
  return a === b || isSame({ ...a, key: '' }, { ...b, key: '' })
}

/**
 * Returns the changes with a field set to a typed value. If the value equals the stored value or the base, removes the
 * field's change, so that the field shows the stored value again.
 */
export function withChange<Field extends SettingsField>(
  changes: Changes,
  stored: Settings,
  field: Field,
  mine: Settings[Field],
): Changes {
  const before = changes[field]
  const base = before ? before.base : stored[field]
  if (sameValue(field, mine, stored[field]) || sameValue(field, mine, base)) return without(changes, [field])
  return { ...changes, [field]: { base, mine } }
}

/** Returns the displayed values: the stored ones with the changes applied. */
export function withChanges(stored: Settings, changes: Changes): Settings {
  const mine = changedIn(changes).map((field) => [field, changes[field]?.mine])
  return { ...stored, ...(Object.fromEntries(mine) as Partial<Settings>) }
}

/** See {@link rebase}. */
export function rebased(changes: Changes, stored: Settings): Changes {
  return rebase(changes, stored, sameValue)
}

/** Returns the fields that someone else has changed in the meantime to a value other than the typed one. */
export function conflictsOf(changes: Changes, stored: Settings): Conflict[] {
  return findConflicts(changes, stored, sameValue)
}

/**
 * Returns the changes after some fields were saved with the values in `sent`. Keeps edits made during the save,
 * including a reset value, relative to the new stored values.
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
      left = without(left, [field])
    } else {
      left = { ...left, [field]: { base: stored[field], mine: typed.mine } }
    }
  }
  return left
}

/** Returns the initial values of the screen. An empty escalation email defaults to the account's email (section 5). */
export function settingsOf(
  profile: Profile,
  faqs: readonly FaqEntry[],
  questions: readonly QuestionEntry[],
  accountEmail: string,
): Settings {
  return { ...profile, ...autoFilled(profile, accountEmail), faqs, questions }
}

/** Returns the fields that the console fills in if they are empty. The next save sends them. */
export function autoFilled(
  profile: Pick<Profile, 'escalation_email'>,
  accountEmail: string,
): Partial<Pick<Profile, 'escalation_email'>> {
  return isEscalationAutoFilled(profile, accountEmail) ? { escalation_email: accountEmail } : {}
}

/**
 * Returns whether the escalation email is filled in with the account's email (section 5). The form then shows
 * {@link ESCALATION_NOTE}.
 */
export function isEscalationAutoFilled(
  { escalation_email }: Pick<Profile, 'escalation_email'>,
  accountEmail: string,
): boolean {
  return !escalation_email?.trim() && accountEmail !== ''
}

/** The note below an automatically filled escalation email (section 5). */
export const ESCALATION_NOTE = 'Auto-populated with your account email'

/**
 * Returns the stored list as entries. Existing entries keep their keys, so that the user's typing is not interrupted.
 * New entries get keys based on their position.
 */
export function faqEntries(faqs: readonly Faq[], before: readonly FaqEntry[] = []): FaqEntry[] {
  return keyed(
    faqs.map(({ question, answer }) => ({ question, answer })),
    before,
    ({ question, answer }) => JSON.stringify([question, answer]),
  )
}

/** Like {@link faqEntries}. */
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
