import type { Selectable } from 'kysely'
import type {
  IdentityCheckoutsTable,
  IdentityClientsTable,
  IdentityInvitationsTable,
  IdentityMembershipsTable,
  IdentityOrganizationsTable,
  IdentitySessionsTable,
  IdentityUsersTable,
} from './schema.ts'

export type User = Selectable<IdentityUsersTable>
export type Client = Selectable<IdentityClientsTable>
export type Session = Selectable<IdentitySessionsTable>
export type Invitation = Selectable<IdentityInvitationsTable>
export type Checkout = Selectable<IdentityCheckoutsTable>

/** An organization with its member and invitation counts. */
export interface Organization extends Selectable<IdentityOrganizationsTable> {
  members_count: number
  invited_count: number
}

export interface Membership extends Selectable<IdentityMembershipsTable> {
  organization: Organization
  user: User
}
