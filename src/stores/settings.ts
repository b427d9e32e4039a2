import { onMount } from 'nanostores'
import {
  changedFields,
  rebased,
  type SettingsField,
  withMineKept,
  withoutFields,
} from '../domain/settings.ts'
import { $owner, type Owner } from './owner.ts'
import { markStale } from './query.ts'
import {
  answerOffer,
  changeDraft,
  changesOf,
  flushDrafts,
  followDrafts,
  openDraft,
} from './settings-draft.ts'
import { $isSaving, forgetFailure } from './settings-save.ts'
import { $stored } from './settings-source.ts'
import { $settings } from './settings-state.ts'

export { $draftKeeping, DRAFT_WARNING, flushDrafts, onDraftAtRisk } from './settings-draft.ts'
export {
  addFaq,
  addQuestion,
  addStarterPack,
  canAdd,
  canRemove,
  changeEntry,
  exportFaqs,
  type FaqImport,
  importFaqs,
  moveTo,
  removeAll,
  removeFrom,
} from './settings-lists.ts'
export { $completeness, $sections, type SectionState } from './settings-progress.ts'
export { refreshAfterSaves } from './settings-refresh.ts'
export {
  $isSaving,
  $saveFailure,
  type FailedPart,
  onSettingsSaved,
  SAVE_TEXTS,
  type SaveFailure,
  type SaveOutcome,
  save,
} from './settings-save.ts'
export {
  $faqsProblem,
  $questionsProblem,
  $settingsLoad,
  type SettingsLoad,
} from './settings-source.ts'
export {
  $changedFields,
  $conflicts,
  $fieldErrors,
  $isDirty,
  $isEscalationAutoFilled,
  $offeredDraft,
  $settings,
  errorsOf,
  type OfferedDraft,
  setField,
} from './settings-state.ts'

onMount($settings, () => {
  let known: Owner | null = null
  const enter = (owner: Owner | null) => {
    if (owner === known) return
    known = owner
    forgetFailure()
    if (owner) void openDraft(owner)
  }
  enter($owner.get())
  const stops = [
    $owner.listen(enter),
    // A field that someone else has set to the same value is no change any more, whatever becomes of it later.
    $stored.listen((stored) => {
      const owner = $owner.get()
      if (owner && stored && !$isSaving.get()) changeDraft(owner, (changes) => rebased(changes, stored))
    }),
    followDrafts(() => {
      const owner = $owner.get()
      if (owner) markStale(owner.organizationId, 'profile', 'faqs', 'questions')
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    flushDrafts()
  }
})

/** Goes on with the draft of an earlier visit. */
export function acceptOffer(): void {
  const owner = $owner.get()
  if (owner) answerOffer(owner)
}

/**
 * Gives up everything unsaved. Answers with the undo, which leaves what has been typed since; null when there was
 * nothing to give up, or a save is under way.
 */
export function discard(): (() => void) | null {
  const owner = $owner.get()
  if (!owner || $isSaving.get()) return null
  const given = changesOf(owner)
  changeDraft(owner, (changes) => withoutFields(changes, changedFields(changes)))
  answerOffer(owner)
  forgetFailure()
  if (changedFields(given).length === 0) return null
  return () => changeDraft(owner, (changes) => ({ ...given, ...changes }))
}

/** Settles a conflict in favour of what was typed here; the next save sends it. */
export function keepMine(field: SettingsField): void {
  const owner = $owner.get()
  const stored = $stored.get()
  if (owner && stored) changeDraft(owner, (changes) => withMineKept(changes, stored, field))
}

/** Settles a conflict in favour of what the other person has saved. */
export function takeTheirs(field: SettingsField): void {
  const owner = $owner.get()
  if (owner) changeDraft(owner, (changes) => withoutFields(changes, [field]))
}
