import { useEffect } from 'react'
import type { NotificationSetup } from '../../contract/notification-settings.ts'
import { isCodeOnItsWay } from '../../domain/notifications/confirmation.ts'
import { requireAccount } from '../../stores/base/session/account.ts'
import { refreshSetup } from '../../stores/notifications/setup.ts'

/** How often, and how many times, to check whether a code was sent. */
const LOOK_MS = 2_000
const MOST_LOOKS = 30

/** Shows when the codes that are on their way were sent. */
export function useCodesOnTheirWay({ unconfirmed }: NotificationSetup): void {
  const waiting = unconfirmed.filter(isCodeOnItsWay).map(({ address }) => address)
  const key = waiting.join(' ')
  useEffect(() => {
    if (key === '') return
    let looks = 0
    const timer = setInterval(() => {
      looks += 1
      if (looks >= MOST_LOOKS) clearInterval(timer)
      refreshSetup(requireAccount().organizationId)
    }, LOOK_MS)
    return () => clearInterval(timer)
  }, [key])
}
