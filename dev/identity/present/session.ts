import type {
  ClientJSON,
  SessionJSON,
  SessionWithActivitiesJSON,
  SignInJSON,
  SignUpJSON,
} from '@clerk/shared/types'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { sessionEnd } from '../queries.ts'
import type { Client, Membership, Session, User } from '../rows.ts'
import { presentPublicUser } from './public-user.ts'
import { presentUser } from './user.ts'

interface SessionParts {
  session: Session
  user: User
  memberships: Membership[]
  jwt: string
  now: Date
}

export function presentSession({ session, user, memberships, jwt, now }: SessionParts): SessionJSON {
  const end = sessionEnd(session.created_at).getTime()
  const age = Math.max(0, Math.floor((now.getTime() - session.created_at.getTime()) / MINUTE_MS))
  return {
    object: 'session',
    id: session.id,
    status: session.status as SessionJSON['status'],
    factor_verification_age: [age, -1],
    expire_at: end,
    abandon_at: end,
    last_active_at: session.last_active_at.getTime(),
    last_active_organization_id: session.organization_id,
    last_active_token: { object: 'token', id: '', jwt },
    actor: null,
    tasks: null,
    user: presentUser(user, memberships),
    public_user_data: presentPublicUser(user),
    created_at: session.created_at.getTime(),
    updated_at: session.updated_at.getTime(),
  }
}

interface ClientParts {
  client: Client
  sessions: SessionJSON[]
  signIn: SignInJSON | null
  signUp: SignUpJSON | null
}

export function presentClient({ client, sessions, signIn, signUp }: ClientParts): ClientJSON {
  const lastActive = sessions.find(({ id }) => id === client.last_session_id) ?? sessions[0]
  return {
    object: 'client',
    id: client.id,
    sessions,
    sign_in: signIn,
    sign_up: signUp,
    last_active_session_id: lastActive?.id ?? null,
    last_authentication_strategy: null,
    cookie_expires_at: null,
    created_at: client.created_at.getTime(),
    updated_at: client.updated_at.getTime(),
  }
}

type ActiveSession = Pick<
  SessionWithActivitiesJSON,
  'object' | 'id' | 'status' | 'expire_at' | 'abandon_at' | 'last_active_at' | 'user' | 'latest_activity'
>

/** Formats a session for the user's list of devices. */
export function presentActiveSession(session: Session): ActiveSession {
  const end = sessionEnd(session.created_at).getTime()
  return {
    object: 'session',
    id: session.id,
    status: 'active',
    expire_at: end,
    abandon_at: end,
    last_active_at: session.last_active_at.getTime(),
    user: null,
    latest_activity: { object: 'session_activity', id: `activity_${session.id}`, is_mobile: false },
  }
}
