import { atom, computed, type ReadableAtom } from 'nanostores'
import { fetchOnboardingProgress } from '../../api/onboarding.ts'
import type { OnboardingProgress } from '../../contract/onboarding.ts'
import { NO_PROGRESS } from '../../domain/onboarding/progress.ts'
import { cachedData, organizationQuery, type QueryState } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $organization } from '../base/session/session.ts'

/**
 * The organization's onboarding progress on the server. If the server does not store progress, the steps completed in
 * this tab count.
 */
export const $onboardingProgress: ReadableAtom<QueryState<OnboardingProgress>> = organizationQuery({
  kind: 'onboarding-progress',
  read: async (organizationId, signal) =>
    (await fetchOnboardingProgress(organizationId, signal)) ??
    cachedData<OnboardingProgress>(organizationId, 'onboarding-progress') ??
    NO_PROGRESS,
})

const $closedFor = atom<string | null>(null)

/** Whether the user has closed the dialog of the current organization. */
export const $onboardingClosed: ReadableAtom<boolean> = computed(
  [$organization, $closedFor],
  (organization, closedFor) => organization !== null && closedFor === organization.id,
)

/** Section 4: the dialog shows while onboarding is incomplete and the user has not closed it. */
export const $onboardingOpen: ReadableAtom<boolean> = computed(
  [$onboardingProgress, $organization, $onboardingClosed],
  ({ data }, organization, isClosed) => organization !== null && data?.is_complete === false && !isClosed,
)

/** Whether onboarding is incomplete, and the user has closed the dialog. */
export const $isSetupLeft: ReadableAtom<boolean> = computed(
  [$onboardingProgress, $onboardingClosed],
  ({ data }, isClosed) => isClosed && data?.is_complete === false,
)

/** Closes the dialog until it is reopened or the console reloads. */
export function closeOnboarding(): void {
  $closedFor.set($organization.get()?.id ?? null)
}

/** Reopens the dialog after it was closed. */
export function reopenOnboarding(): void {
  $closedFor.set(null)
}

/**
 * Refetches the progress, however fresh it is, because other people may also be completing steps. If it has changed,
 * also refetches their input.
 */
export async function refreshOnboarding(): Promise<void> {
  const organizationId = $organization.get()?.id
  const { data: before, refetch } = $onboardingProgress.get()
  await refetch()
  const completed = $onboardingProgress.get().data?.completed_steps
  if (!organizationId || !before || completed === before.completed_steps) return
  refetchAfter(organizationId, 'onboarding-continued-elsewhere')
}
