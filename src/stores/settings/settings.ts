import { onMount } from 'nanostores'
import { changedIn, keepTyped, without } from '../../domain/common/three-way.ts'
import { rebased, type SettingsField } from '../../domain/settings/settings.ts'
import { flushDrafts } from '../base/drafts.ts'
import { $account, type Account } from '../base/session/account.ts'
import { changeDraft, changesOf, closeDraftOffer, openDraft } from './draft.ts'
import { $isSaving, clearFailure } from './save.ts'
import { $stored } from './source.ts'
import { $settings } from './state.ts'

export { flushDrafts } from '../base/drafts.ts'
export { $draftStorage, DRAFT_WARNING, onDraftAtRisk } from './draft.ts'
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
  let known: Account | null = null
  const enter = (account: Account | null) => {
    if (account === known) return
    known = account
    clearFailure()
    if (account) void openDraft(account)
  }
  enter($account.get())
  const stops = [
    $account.listen(enter),
    // If someone else has saved the same value, the field no longer counts as changed, even if it changes again later.
    $stored.listen((stored) => {
      const account = $account.get()
      if (account && stored && !$isSaving.get()) changeDraft(account, (changes) => rebased(changes, stored))
    }),
  ]
  return () => {
    for (const stop of stops) stop()
    flushDrafts()
  }
})

/** Continues with the draft of an earlier visit. */
export function acceptOffer(): void {
  const account = $account.get()
  if (account) closeDraftOffer(account)
}

/**
 * Discards all unsaved changes. Returns an undo function that keeps newer input; null if there was nothing to discard or a
 * save is running.
 */
export function discard(): (() => void) | null {
  const account = $account.get()
  if (!account || $isSaving.get()) return null
  const given = changesOf(account)
  changeDraft(account, (changes) => without(changes, changedIn(changes)))
  closeDraftOffer(account)
  clearFailure()
  if (changedIn(given).length === 0) return null
  return () => changeDraft(account, (changes) => ({ ...given, ...changes }))
}

/** Resolves a conflict by keeping the user's own value, which the next save sends. */
export function keepMine(field: SettingsField): void {
  const account = $account.get()
  const stored = $stored.get()
  if (account && stored) changeDraft(account, (changes) => keepTyped(changes, stored, field))
}

/** Resolves a conflict by accepting the other person's value. */
export function takeTheirs(field: SettingsField): void {
  const account = $account.get()
  if (account) changeDraft(account, (changes) => without(changes, [field]))
}
