import { useState } from 'react'
import { DEFAULT_PROFILE } from '../../contract/profile.ts'
import type { OnboardingStart } from '../../domain/onboarding.ts'
import { readOnboardingDraft } from '../../stores/onboarding.ts'
import { $profile } from '../../stores/profile.ts'
import { $organization } from '../../stores/session.ts'

/** What a step starts from, as it was when the step opened: later answers do not touch what is being typed. */
export function useStart(): OnboardingStart {
  const [start] = useState(() => ({
    draft: readOnboardingDraft(),
    profile: $profile.get().data ?? DEFAULT_PROFILE,
    organizationName: $organization.get()?.name ?? '',
  }))
  return start
}
