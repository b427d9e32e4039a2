import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $onboardingClosed, reopenOnboarding } from '../../stores/onboarding-progress.ts'
import { $organization } from '../../stores/session.ts'
import { FailureNote } from '../../ui/failure-panel.tsx'
import { usePart } from './use-part.ts'

/** Where the focus goes when the modal is closed. */
const REOPEN_ID = 'continue-onboarding'

/** Beside the heading of the grey dashboard: the way back to the closed modal. */
export function OnboardingInvitation() {
  const isClosed = useStore($onboardingClosed)
  if (!isClosed) return null
  return (
    <button type="button" className="button" id={REOPEN_ID} onClick={reopenOnboarding}>
      Continue setup
    </button>
  )
}

async function loadModal() {
  if (import.meta.env.SSR) return () => null
  const { Onboarding } = await import('../onboarding/onboarding.tsx')
  return Onboarding
}

/**
 * Loads the modal, which is heavier than the dashboard, when onboarding turns out to be incomplete. From then on
 * it stays: it says goodbye when onboarding is complete.
 */
export function OnboardingModal({ isNeeded }: { isNeeded: boolean }) {
  const organization = useStore($organization)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  const { Part: Modal, hasFailed, isLoading, retry } = usePart(loadModal, wasNeeded)

  if (hasFailed && isNeeded) {
    return (
      <FailureNote
        title="The setup could not be loaded"
        reason="Check your internet connection."
        isRetrying={isLoading}
        onRetry={retry}
      />
    )
  }
  if (!Modal || !organization) return null
  return <Modal key={organization.id} onClosed={() => document.getElementById(REOPEN_ID)?.focus()} />
}
