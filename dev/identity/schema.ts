import type { Generated, JSONColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../server/db/timestamp.ts'

export interface IdentityKeysTable {
  id: string
  public_jwk: JSONColumnType<Record<string, unknown>>
  created_at: Timestamp
}

export interface IdentityUsersTable {
  id: string
  email: string
  email_id: string
  first_name: string | null
  last_name: string | null
  password_hash: string | null
  created_at: Timestamp
  updated_at: Timestamp
  last_sign_in_at: NullableTimestamp
  /** Including those that were deleted. */
  organizations_created: Generated<number>
}

export interface IdentityOrganizationsTable {
  id: string
  name: string
  slug: string
  plan_slug: string
  plan_period: string
  plan_since: Timestamp
  created_at: Timestamp
  updated_at: Timestamp
}

export interface IdentityMembershipsTable {
  id: string
  organization_id: string
  user_id: string
  role: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface IdentityInvitationsTable {
  id: string
  organization_id: string
  email: string
  role: string
  status: string
  created_at: Timestamp
  updated_at: Timestamp
}

export interface IdentityClientsTable {
  id: string
  /** SHA-256 of the `__client` cookie, hex. */
  secret_hash: string
  sign_in_id: string | null
  sign_up_id: string | null
  last_session_id: string | null
  created_at: Timestamp
  updated_at: Timestamp
}

export interface IdentitySessionsTable {
  id: string
  client_id: string
  user_id: string
  organization_id: string | null
  status: string
  created_at: Timestamp
  updated_at: Timestamp
  last_active_at: Timestamp
}

export interface IdentityAttemptsTable {
  id: string
  client_id: string
  kind: 'sign_in' | 'sign_up'
  /** The attempt's current state; small and short-lived. */
  state: JSONColumnType<Record<string, unknown>>
  created_at: Timestamp
}

export interface IdentityCheckoutsTable {
  id: string
  organization_id: string
  plan_id: string
  period: string
  status: string
  created_at: Timestamp
}

declare module '../../server/db/schema.ts' {
  interface Database {
    identity_keys: IdentityKeysTable
    identity_users: IdentityUsersTable
    identity_organizations: IdentityOrganizationsTable
    identity_memberships: IdentityMembershipsTable
    identity_invitations: IdentityInvitationsTable
    identity_clients: IdentityClientsTable
    identity_sessions: IdentitySessionsTable
    identity_attempts: IdentityAttemptsTable
    identity_checkouts: IdentityCheckoutsTable
  }
}
