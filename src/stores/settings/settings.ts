import { onMount } from 'nanostores'
import { changedIn, keepTyped, without } from '../../domain/common/three-way.ts'
import { rebased, type SettingsField } from '../../domain/settings/settings.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $owner, type Owner } from '../base/session/account.ts'
import { changeDraft, changesOf, closeDraftOffer, flushDrafts, followDrafts, openDraft } from './draft.ts'
import { $isSaving, clearFailure } from './save.ts'
import { $stored } from './source.ts'
import { $settings } from './state.ts'

export { $draftStorage, DRAFT_WARNING, flushDrafts, onDraftAtRisk } from './draft.ts'
export { $faqKeys, $missingFaqs, faqStore, foundFaqs } from './faqs.ts'
export { $shownForm, $shownProfile, fieldStore, hintStore, typedForm } from './fields.ts'
export {
  $openEntry,
  $unfolded,
  openEntry,
  setAllUnfolded,
  setUnfolded,
  startFolding,
  unfold,
} from './folding.ts'
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
} from './lists.ts'
export {
  $hasPrivateNotes,
  movedSentences,
  movePrivate,
  privateSentences,
  sectionsWithPrivate,
  undoMove,
} from './private-notes.ts'
export { $completeness, $missingFields, $sections, type SectionState } from './progress.ts'
export { refreshAfterSaves } from './refresh.ts'
export {
  $isSaving,
  $saveFailure,
  onSettingsSaved,
  SAVE_TEXTS,
  save,
} from './save.ts'
export {
  $faqsProblem,
  $isEscalationPending,
  $questionsProblem,
  $settingsLoad,
  type SettingsLoad,
} from './source.ts'
export {
  $changedFields,
  $conflicts,
  $fieldErrors,
  $isDirty,
  $isEscalationAutoFilled,
  $isLoaded,
  $offeredDraft,
  $settings,
  $shownChanges,
  errorsOf,
  setField,
} from './state.ts'

onMount($settings, () => {
  let known: Owner | null = null
  const enter = (owner: Owner | null) => {
    if (owner === known) return
    known = owner
    clearFailure()
    if (owner) void openDraft(owner)
  }
  enter($owner.get())
  const stops = [
    $owner.listen(enter),
    // If someone else has saved the same value, the field no longer counts as changed, even if it changes again later.
    $stored.listen((stored) => {
      const owner = $owner.get()
      if (owner && stored && !$isSaving.get()) changeDraft(owner, (changes) => rebased(changes, stored))
    }),
    followDrafts(() => {
      const owner = $owner.get()
      if (owner) refetchAfter(owner.organizationId, 'settings-saved-elsewhere')
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    flushDrafts()
  }
})

/** Continues with the draft of an earlier visit. */
export function acceptOffer(): void {
  const owner = $owner.get()
  if (owner) closeDraftOffer(owner)
}

/**
 * Discards all unsaved changes. Returns an undo function that keeps newer input; null if there was nothing to discard or a
 * save is running.
 */
export function discard(): (() => void) | null {
  const owner = $owner.get()
  if (!owner || $isSaving.get()) return null
  const given = changesOf(owner)
  changeDraft(owner, (changes) => without(changes, changedIn(changes)))
  closeDraftOffer(owner)
  clearFailure()
  if (changedIn(given).length === 0) return null
  return () => changeDraft(owner, (changes) => ({ ...given, ...changes }))
}

/** Resolves a conflict by keeping the user's own value, which the next save sends. */
export function keepMine(field: SettingsField): void {
  const owner = $owner.get()
  const stored = $stored.get()
  if (owner && stored) changeDraft(owner, (changes) => keepTyped(changes, stored, field))
}

/** Resolves a conflict by accepting the other person's value. */
export function takeTheirs(field: SettingsField): void {
  const owner = $owner.get()
  if (owner) changeDraft(owner, (changes) => without(changes, [field]))
}
