import userflow from 'userflow.js'
import { withoutQuery } from '../../domain/monitoring/monitoring.ts'
import { logWarning } from '../../platform/log.ts'
import { navigate } from '../../platform/page/navigation.ts'
import { $confirmedSession, onSignOut, type Session } from '../../platform/session/session.ts'
import { signedIn } from './signed-in.ts'

async function identify({ user, organization }: Session): Promise<void> {
  if (!user) return
  await userflow.identify(user.id, { name: user.name, email: user.email })
  if (organization) await userflow.group(organization.id, { name: organization.name })
}

/** Loads the product tour after sign-in, and identifies the user and organization. */
export async function startTour(token: string): Promise<void> {
  await signedIn()
  await userflow.load()
  userflow.init(token)
  userflow.disableEvalJs()
  userflow.setUrlFilter(withoutQuery)
  userflow.setCustomNavigate((url) => void navigate(url))
  onSignOut(() => userflow.reset())
  $confirmedSession.subscribe((session) => {
    identify(session).catch((cause: unknown) =>
      logWarning('The product tour could not identify the user', cause),
    )
  })
}
