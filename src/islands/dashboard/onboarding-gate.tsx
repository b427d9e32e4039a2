import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { $organization } from '../../stores/base/session/session.ts'
import { $isSetupLeft, reopenOnboarding } from '../../stores/onboarding/progress.ts'
import { Button } from '../../ui/button.tsx'
import { FailureNote } from '../../ui/failure-panel.tsx'
import { usePart } from '../../ui/use-part.ts'

/** The id of the element that receives focus when the modal closes. */
const REOPEN_ID = 'continue-onboarding'

/** The button next to the heading that reopens the modal after it was closed. */
export function OnboardingInvitation() {
  if (!useStore($isSetupLeft)) return null
  return <Button text="Continue setup" id={REOPEN_ID} onClick={reopenOnboarding} />
}

async function loadModal() {
  if (import.meta.env.SSR) return () => null
  const { Onboarding } = await import('../onboarding/onboarding.tsx')
  return Onboarding
}

/**
 * Loads the modal, which is larger than the dashboard, only once onboarding turns out to be incomplete. The modal stays
 * mounted to show the completion message.
 */
export function OnboardingModal({ isNeeded }: { isNeeded: boolean }) {
  const organization = useStore($organization)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  const { Part: Modal, failures, isLoading, retry } = usePart(loadModal, wasNeeded)

  if (failures > 0 && isNeeded) {
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
