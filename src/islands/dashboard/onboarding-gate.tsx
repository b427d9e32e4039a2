import { useStore } from '@nanostores/react'
import { type ComponentType, useCallback, useEffect, useRef, useState } from 'react'
import { $onboardingClosed, reopenOnboarding } from '../../stores/onboarding.ts'
import { $organization } from '../../stores/session.ts'
import { FailureNote } from '../../ui/failure-panel.tsx'

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

type Modal = ComponentType<{ onClosed: () => void }>

/**
 * Loads the modal, which is heavier than the dashboard, when onboarding turns out to be incomplete. From then on
 * it stays: it says goodbye when onboarding is complete.
 */
export function OnboardingModal({ isNeeded }: { isNeeded: boolean }) {
  const organization = useStore($organization)
  const [wasNeeded, setWasNeeded] = useState(isNeeded)
  if (isNeeded && !wasNeeded) setWasNeeded(true)
  const { Loaded, failed, isLoading, load } = useModal(wasNeeded)

  if (failed && isNeeded) {
    return (
      <FailureNote
        title="The setup could not be loaded"
        reason="Check your internet connection."
        isRetrying={isLoading}
        onRetry={load}
      />
    )
  }
  if (!Loaded || !organization) return null
  return <Loaded key={organization.id} onClosed={() => document.getElementById(REOPEN_ID)?.focus()} />
}

function useModal(isWanted: boolean) {
  const [Loaded, setLoaded] = useState<Modal>()
  const [failed, setFailed] = useState(false)
  const [isLoading, setLoading] = useState(false)
  const isGone = useRef(false)

  const load = useCallback(() => {
    if (import.meta.env.SSR) return
    setLoading(true)
    import('../onboarding/onboarding.tsx')
      .then(
        ({ Onboarding }) => {
          if (isGone.current) return
          setLoaded(() => Onboarding)
          setFailed(false)
        },
        () => isGone.current || setFailed(true),
      )
      .finally(() => isGone.current || setLoading(false))
  }, [])

  useEffect(() => {
    isGone.current = false
    if (isWanted) load()
    return () => {
      isGone.current = true
    }
  }, [isWanted, load])

  return { Loaded, failed, isLoading, load }
}
