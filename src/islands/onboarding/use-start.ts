import { useState } from 'react'
import { DEFAULT_PROFILE } from '../../contract/profile.ts'
import type { OnboardingStart } from '../../domain/onboarding/onboarding.ts'
import { $organization } from '../../stores/base/session/session.ts'
import { readOnboardingDraft } from '../../stores/onboarding/onboarding.ts'
import { $profile } from '../../stores/settings/profile.ts'

/** Returns a step's initial values, read once when the step opens. Later responses don't change the input. */
export function useStart(): OnboardingStart {
  const [start] = useState(() => ({
    draft: readOnboardingDraft(),
    profile: $profile.get().data ?? DEFAULT_PROFILE,
    organizationName: $organization.get()?.name ?? '',
  }))
  return start
}
