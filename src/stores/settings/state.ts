import { atom, computed, type ReadableAtom } from 'nanostores'
import { changedIn } from '../../domain/common/three-way.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import {
  type Changes,
  type Conflict,
  conflictsOf,
  isEscalationAutoFilled,
  rebased,
  type Settings,
  type SettingsField,
  sameValue,
  withChange,
  withChanges,
} from '../../domain/settings/settings.ts'
import { $account } from '../base/session/account.ts'
import { $user } from '../base/session/session.ts'
import { $changes, $foundDraftAt, changeDraft } from './draft.ts'
import { later } from './later.ts'
import { $profile } from './profile.ts'
import { $stored } from './source.ts'

/** The unsaved changes, relative to the stored settings once those have loaded. */
export const $openChanges: ReadableAtom<Changes> = computed([$changes, $stored], (changes, stored) =>
  stored ? rebased(changes, stored) : changes,
)

/** The displayed values: the stored settings with the changes applied; null until they have loaded. */
export const $settings: ReadableAtom<Settings | null> = computed(
  [$stored, $openChanges],
  (stored, changes) => stored && withChanges(stored, changes),
)

/** Whether the settings have loaded. Unlike {@link $settings}, does not change while the user types. */
export const $isLoaded: ReadableAtom<boolean> = computed($settings, (settings) => settings !== null)

let lastChanged: readonly SettingsField[] = []

/** The fields with unsaved changes. The list stays the same object while the same fields are changed. */
export const $changedFields: ReadableAtom<readonly SettingsField[]> = computed($openChanges, (changes) => {
  const fields = changedIn(changes)
  const isSame =
    fields.length === lastChanged.length && fields.every((field, at) => field === lastChanged[at])
  if (!isSame) lastChanged = fields
  return lastChanged
})

/**
 * {@link $changedFields}, updated after the next paint, for everything outside the field in which the user is typing.
 */
export const $shownChanges: ReadableAtom<readonly SettingsField[]> = later($changedFields)

/** Whether there are unsaved changes. */
export const $isDirty: ReadableAtom<boolean> = computed($changedFields, (fields) => fields.length > 0)

/**
 * The changed fields for which someone else has saved other values, updated after the next paint. Nothing is sent while
 * there are any.
 */
export const $conflicts: ReadableAtom<readonly Conflict[]> = computed(
  [later($openChanges), $stored],
  (changes, stored) => (stored ? conflictsOf(changes, stored) : []),
)

/**
 * Whether the console has filled in the escalation address (section 5). This does not count as an unsaved change; the
 * next save sends it.
 */
export const $isEscalationAutoFilled: ReadableAtom<boolean> = computed(
  [$profile, $user, $openChanges],
  ({ data }, user, changes) =>
    data !== undefined && !changes.escalation_email && isEscalationAutoFilled(data, user?.email ?? ''),
)

/** A restored draft from an earlier visit, until the user continues or discards it. */
export interface OfferedDraft {
  /** The time of the last edit, ISO 8601 in UTC. */
  keptAt: string
  fields: readonly SettingsField[]
}

export const $offeredDraft: ReadableAtom<OfferedDraft | null> = computed(
  [$foundDraftAt, $shownChanges, $stored],
  (keptAt, fields, stored) => (keptAt && stored && fields.length > 0 ? { keptAt, fields } : null),
)

const $errors = atom<readonly FieldError[]>([])

/** The server's errors, in screen order. An error disappears when its field is edited. */
export const $fieldErrors: ReadableAtom<readonly FieldError[]> = $errors

export function showFieldErrors(errors: readonly FieldError[]): void {
  $errors.set(errors)
}

/** Returns the errors of a field, or of one entry of a list. */
export function errorsOf(
  errors: readonly FieldError[],
  field: SettingsField,
  entry: string | null = null,
): FieldError[] {
  return errors.filter((error) => error.field === field && (entry === null || error.entry === entry))
}

/**
 * Sets a field: shows the value immediately and stores it on the device; {@link save} sends it. Does nothing until the
 * settings have loaded.
 */
export function setField<Field extends SettingsField>(field: Field, value: Settings[Field]): void {
  const account = $account.get()
  const stored = $stored.get()
  if (!account || !stored) return
  const before = $settings.get()?.[field] as Settings[Field]
  changeDraft(account, (changes) => withChange(changes, stored, field, value))
  clearErrors(field, before, value)
}

function clearErrors<Field extends SettingsField>(
  field: Field,
  before: Settings[Field],
  value: Settings[Field],
): void {
  const left = $errors.get().filter((error) => {
    if (error.field !== field) return true
    if (error.entry === null) return sameValue(field, before, value)
    const entryIn = (list: unknown) =>
      (list as Settings['faqs' | 'questions']).find(({ key }) => key === error.entry)
    return entryIn(value) !== undefined && entryIn(before) === entryIn(value)
  })
  if (left.length < $errors.get().length) $errors.set(left)
}
