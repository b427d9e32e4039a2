import { $confirmedSession, type Session } from '../../platform/session/session.ts'

export type User = NonNullable<Session['user']>

/** Resolves with the user once someone is signed in. */
export function signedIn(): Promise<User> {
  return new Promise((resolve) => {
    let stop: (() => void) | undefined
    const look = ({ user }: Session) => {
      if (!user) return
      resolve(user)
      stop?.()
    }
    stop = $confirmedSession.subscribe(look)
    if ($confirmedSession.get().user) stop()
  })
}
