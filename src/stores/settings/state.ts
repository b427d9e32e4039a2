import { atom, computed, type ReadableAtom } from 'nanostores'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import {
  type Changes,
  type Conflict,
  changedFields,
  conflictsOf,
  isEscalationAutoFilled,
  rebased,
  type Settings,
  type SettingsField,
  sameValue,
  withChange,
  withChanges,
} from '../../domain/settings/settings.ts'
import { $owner } from '../session/owner.ts'
import { $user } from '../session/session.ts'
import { $changes, $foundDraftAt, changeDraft } from './draft.ts'
import { $profile } from './profile.ts'
import { $stored } from './source.ts'

/** What differs from what is stored, as far as that is known. */
export const $openChanges: ReadableAtom<Changes> = computed([$changes, $stored], (changes, stored) =>
  stored ? rebased(changes, stored) : changes,
)

/** What the screen shows: what is stored, with what was typed over it; null until it is loaded. */
export const $settings: ReadableAtom<Settings | null> = computed(
  [$stored, $openChanges],
  (stored, changes) => stored && withChanges(stored, changes),
)

/** The fields with unsaved changes. */
export const $changedFields: ReadableAtom<readonly SettingsField[]> = computed($openChanges, changedFields)

/** Whether anything is unsaved. */
export const $isDirty: ReadableAtom<boolean> = computed($changedFields, (fields) => fields.length > 0)

/** The fields that another person has saved with other values. While there are any, nothing is sent. */
export const $conflicts: ReadableAtom<readonly Conflict[]> = computed(
  [$openChanges, $stored],
  (changes, stored) => (stored ? conflictsOf(changes, stored) : []),
)

/**
 * Whether the console filled in the escalation address (section 5). That is not an unsaved change, and the next save
 * sends it.
 */
export const $isEscalationAutoFilled: ReadableAtom<boolean> = computed(
  [$profile, $user, $openChanges],
  ({ data }, user, changes) =>
    data !== undefined && !changes.escalation_email && isEscalationAutoFilled(data, user?.email ?? ''),
)

/** A draft of an earlier visit that is shown again and waits for a word: go on with it, or discard it. */
export interface OfferedDraft {
  /** When it was last typed in: ISO 8601, UTC. */
  keptAt: string
  fields: readonly SettingsField[]
}

export const $offeredDraft: ReadableAtom<OfferedDraft | null> = computed(
  [$foundDraftAt, $changedFields, $stored],
  (keptAt, fields, stored) => (keptAt && stored && fields.length > 0 ? { keptAt, fields } : null),
)

const $errors = atom<readonly FieldError[]>([])

/** What the server has refused, in the order of the screen. An error goes when its field is typed in. */
export const $fieldErrors: ReadableAtom<readonly FieldError[]> = $errors

export function showFieldErrors(errors: readonly FieldError[]): void {
  $errors.set(errors)
}

/** The refusals of a field, or of one entry of a list. */
export function errorsOf(
  errors: readonly FieldError[],
  field: SettingsField,
  entry: string | null = null,
): FieldError[] {
  return errors.filter((error) => error.field === field && (entry === null || error.entry === entry))
}

/**
 * Types into a field: shown at once, kept on the device, unsaved until {@link save}. Does nothing while nothing is
 * loaded.
 */
export function setField<Field extends SettingsField>(field: Field, value: Settings[Field]): void {
  const owner = $owner.get()
  const stored = $stored.get()
  if (!owner || !stored) return
  const before = $settings.get()?.[field] as Settings[Field]
  changeDraft(owner, (changes) => withChange(changes, stored, field, value))
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
