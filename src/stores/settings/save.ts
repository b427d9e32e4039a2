import { atom, computed, type ReadableAtom } from 'nanostores'
import { ApiError, NetworkError, OrganizationError, TimeoutError } from '../../api/errors.ts'
import { fetchFaqs, fetchQuestions, saveFaqs, saveQuestions } from '../../api/knowledge.ts'
import { fetchProfile, saveProfile } from '../../api/profile.ts'
import type { Profile } from '../../contract/profile.ts'
import { changedIn } from '../../domain/common/three-way.ts'
import { byFieldOrder } from '../../domain/settings/fields.ts'
import {
  type FieldError,
  faultsOf,
  fieldErrors,
  PART_NAMES,
  partOf,
  SAVE_PARTS,
  type SavePart,
  type SavePlan,
  savePlan,
} from '../../domain/settings/save-plan.ts'
import {
  autoFilled,
  type Changes,
  conflictsOf,
  faqEntries,
  questionEntries,
  rebased,
  type Settings,
  settingsOf,
  withSaved,
} from '../../domain/settings/settings.ts'
import { flushDrafts } from '../base/drafts.ts'
import { reasonOf } from '../base/failures.ts'
import { changeCached, requireOrganization } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $account, type Account } from '../base/session/account.ts'
import { accountEmail } from '../base/session/session.ts'
import { changeDraft, changesOf, closeDraftOffer } from './draft.ts'
import { showFieldErrors } from './state.ts'

/** Section 8: the toasts after a save. */
export const SAVE_TEXTS = {
  saved: 'Settings saved successfully! Widget will refresh to apply changes',
  failed: 'Failed to save settings. Please try again.',
} as const

/** A part that could not be saved. */
export interface FailedPart {
  part: SavePart
  name: string
  /** The reason, for users. */
  reason: string
}

/** The result of a save with unsaved parts. The next save sends only those parts. */
export interface SaveFailure {
  failed: readonly FailedPart[]
  saved: readonly SavePart[]
  /** The first invalid field on the screen, which receives focus; null if no field is invalid. */
  first: FieldError | null
}

export type SaveOutcome =
  /** Everything is stored. Show {@link SAVE_TEXTS.saved}. */
  | { status: 'saved' }
  /** There was nothing to send. */
  | { status: 'unchanged' }
  /** Another save is running; this call did nothing. */
  | { status: 'busy' }
  /** Nothing was sent because someone else has saved other values. The fields are in `$conflicts`. */
  | { status: 'conflicts' }
  /** Show {@link SAVE_TEXTS.failed}; `$saveFailure` has the details. */
  | ({ status: 'failed' } & SaveFailure)

const $saving = atom(false)
const $failure = atom<{ account: Account | null; failure: SaveFailure } | null>(null)
const savedHandlers = new Set<() => void>()

export const $isSaving: ReadableAtom<boolean> = $saving

/** The failed parts of the last save; null after a success, after discarding, and in another organization. */
export const $saveFailure: ReadableAtom<SaveFailure | null> = computed(
  [$failure, $account],
  (last, account) => (last && last.account === account ? last.failure : null),
)

export function clearFailure(): void {
  $failure.set(null)
  showFieldErrors([])
}

/** Calls `handler` after each completely successful save. Returns the unsubscribe function. */
export function onSettingsSaved(handler: () => void): () => void {
  savedHandlers.add(handler)
  return () => savedHandlers.delete(handler)
}

/**
 * Saves changes in the order of section 7: profile, FAQs, qualification questions; then reloads the profile. Loads the
 * stored values first, so that it never silently overwrites someone else's changes. A failed part stays unsaved and
 * does not block the others, unless they would fail for the same reason. Never rejects.
 */
export async function save(): Promise<SaveOutcome> {
  if ($saving.get()) return { status: 'busy' }
  $saving.set(true)
  clearFailure()
  try {
    return await saveAs($account.get())
  } finally {
    $saving.set(false)
  }
}

async function saveAs(account: Account | null): Promise<SaveOutcome> {
  let email = ''
  let stored: Pick<Profile, 'private_notes'> = {}
  let plan: SavePlan | null = null
  let changes: Changes = {}
  try {
    requireOrganization()
    if (!account) throw new OrganizationError('Organization ID is required')
    flushDrafts()
    email = await accountEmail(account.userId)
    const now = await readStored(account, email)
    changeDraft(account, (typed) => rebased(typed, now.stored))
    changes = changesOf(account)
    if (conflictsOf(changes, now.stored).length > 0) return { status: 'conflicts' }
    stored = now.stored
    plan = savePlan(changes, now.filled)
  } catch (error) {
    const parts = account ? SAVE_PARTS.filter((part) => isChanged(changesOf(account), part)) : []
    const failed = (parts.length > 0 ? parts : SAVE_PARTS.slice(0, 1)).map((part) => failedPart(part, error))
    return fail(account, { failed, saved: [], first: null })
  }
  return send(account, { plan, stored, changes, email })
}

const isChanged = (changes: Changes, part: SavePart) =>
  changedIn(changes).some((field) => partOf(field) === part)

const failedPart = (part: SavePart, error: unknown): FailedPart => ({
  part,
  name: PART_NAMES[part],
  reason: reasonOf(error),
})

/** Loads the stored values of the changed parts. Returns them and the values that the console fills in. */
async function readStored(account: Account, email: string) {
  const { organizationId } = account
  const changes = changesOf(account)
  const [profile, faqs, questions] = await Promise.all([
    fetchProfile(organizationId),
    changes.faqs ? fetchFaqs(organizationId) : null,
    changes.questions ? fetchQuestions(organizationId) : null,
  ])
  await changeCached(organizationId, 'profile', () => profile)
  if (faqs) await changeCached(organizationId, 'faqs', () => faqs)
  if (questions) await changeCached(organizationId, 'questions', () => questions)
  return {
    stored: settingsOf(profile, faqEntries(faqs ?? []), questionEntries(questions ?? []), email),
    filled: autoFilled(profile, email),
  }
}

interface Sending {
  plan: SavePlan
  /** The stored values, as far as they decide what can be sent. */
  stored: Pick<Profile, 'private_notes'>
  changes: Changes
  /** The account's email address. */
  email: string
}

async function send(account: Account, sending: Sending): Promise<SaveOutcome> {
  const { saved, failed, errors } = await sendParts(account, sending)
  if (saved.length > 0) await reloadProfile(account)
  if (failed.length > 0) {
    errors.sort(byFieldOrder)
    if ($account.get() === account) showFieldErrors(errors)
    return fail(account, { failed, saved, first: errors[0] ?? null })
  }
  if (saved.length === 0) return { status: 'unchanged' }
  closeDraftOffer(account)
  for (const handler of savedHandlers) handler()
  return { status: 'saved' }
}

/** Sends the planned parts one after another. If one fails because of the connection, so do those after it. */
async function sendParts(account: Account, { plan, stored: known, changes, email }: Sending) {
  const saved: SavePart[] = []
  const failed: FailedPart[] = []
  const errors: FieldError[] = []
  let barrier: unknown = null
  for (const part of SAVE_PARTS) {
    if (!plan[part]) continue
    const faults = faultsOf(part, plan, known)
    if (faults[0]) {
      failed.push({ part, name: PART_NAMES[part], reason: faults[0].message })
      errors.push(...faults)
      continue
    }
    try {
      if (barrier) throw barrier
      const stored = await sendPart(account, part, plan, changes, email)
      const sent = changedIn(changes).filter((field) => partOf(field) === part)
      changeDraft(account, (typed) => withSaved(typed, changes, stored, sent))
      saved.push(part)
    } catch (error) {
      if (wouldFailAlike(error)) barrier ??= error
      failed.push(failedPart(part, error))
      if (error instanceof ApiError) errors.push(...fieldErrors(part, plan, error.details))
    }
  }
  return { saved, failed, errors }
}

/** Sends one part, updates the cache with the stored values, and returns them. */
async function sendPart(
  { organizationId }: Account,
  part: SavePart,
  plan: SavePlan,
  changes: Changes,
  email: string,
): Promise<Partial<Settings>> {
  if (part === 'profile' && plan.profile) {
    const saved = await saveProfile(organizationId, plan.profile)
    await changeCached<Profile>(organizationId, 'profile', (profile) => ({ ...profile, ...saved }))
    if (plan.profile.escalation_email !== undefined)
      refetchAfter(organizationId, 'notification-setup-changed')
    return { ...saved, ...autoFilled({ escalation_email: null, ...saved }, email) }
  }
  if (part === 'faqs' && plan.faqs) {
    const faqs = await saveFaqs(organizationId, plan.faqs.body)
    await changeCached(organizationId, 'faqs', () => faqs)
    return { faqs: faqEntries(faqs, changes.faqs?.mine) }
  }
  if (part === 'questions' && plan.questions) {
    const questions = await saveQuestions(organizationId, plan.questions.body)
    await changeCached(organizationId, 'questions', () => questions)
    return { questions: questionEntries(questions, changes.questions?.mine) }
  }
  return {}
}

/** Reloads the profile, the last step of a save (section 7). If this fails, the save still counts as successful. */
async function reloadProfile({ organizationId }: Account): Promise<void> {
  refetchAfter(organizationId, 'settings-saved')
  try {
    const profile = await fetchProfile(organizationId)
    await changeCached(organizationId, 'profile', () => profile)
  } catch {
    refetchAfter(organizationId, 'profile-changed')
  }
}

/**
 * Returns whether the remaining parts would fail too: there is no connection, no session, or no permission, or there
 * are too many requests.
 */
function wouldFailAlike(error: unknown): boolean {
  if (error instanceof ApiError) return [401, 403, 429].includes(error.status)
  return [NetworkError, TimeoutError, OrganizationError].some((kind) => error instanceof kind)
}

function fail(account: Account | null, failure: SaveFailure): SaveOutcome {
  $failure.set({ account, failure })
  return { status: 'failed', ...failure }
}
