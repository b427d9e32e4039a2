import type {
  DeletedObjectJSON,
  OrganizationInvitationJSON,
  OrganizationJSON,
  OrganizationMembershipJSON,
  RoleJSON,
  UserOrganizationInvitationJSON,
} from '@clerk/shared/types'
import type { Invitation, Membership, Organization } from '../rows.ts'
import { avatar } from './common.ts'
import { presentPublicUser } from './public-user.ts'

/** The number of seats in an organization, including invitations. */
export const SEATS = 100

const ROLES = {
  'org:admin': {
    name: 'Admin',
    permissions: [
      'org:sys_profile:manage',
      'org:sys_profile:delete',
      'org:sys_memberships:read',
      'org:sys_memberships:manage',
      'org:sys_domains:read',
      'org:sys_domains:manage',
      'org:sys_billing:read',
      'org:sys_billing:manage',
    ],
  },
  'org:member': { name: 'Member', permissions: ['org:sys_memberships:read', 'org:sys_billing:read'] },
} as const

export type Role = keyof typeof ROLES

export const isRole = (role: string): role is Role => Object.hasOwn(ROLES, role)

const roleName = (role: string) => (isRole(role) ? ROLES[role].name : role)

export function presentOrganization(organization: Organization): OrganizationJSON {
  return {
    object: 'organization',
    id: organization.id,
    name: organization.name,
    slug: organization.slug,
    image_url: avatar(organization.id, organization.name),
    has_image: false,
    public_metadata: {},
    members_count: organization.members_count,
    pending_invitations_count: organization.invited_count,
    admin_delete_enabled: true,
    max_allowed_memberships: SEATS,
    created_at: organization.created_at.getTime(),
    updated_at: organization.updated_at.getTime(),
  }
}

export function presentMembership(membership: Membership): OrganizationMembershipJSON {
  return {
    object: 'organization_membership',
    id: membership.id,
    organization: presentOrganization(membership.organization),
    permissions: isRole(membership.role) ? [...ROLES[membership.role].permissions] : [],
    public_metadata: {},
    public_user_data: presentPublicUser(membership.user),
    role: membership.role,
    role_name: roleName(membership.role),
    created_at: membership.created_at.getTime(),
    updated_at: membership.updated_at.getTime(),
  }
}

type InvitationStatus = OrganizationInvitationJSON['status']

export function presentInvitation(invitation: Invitation): OrganizationInvitationJSON {
  return {
    object: 'organization_invitation',
    id: invitation.id,
    email_address: invitation.email,
    organization_id: invitation.organization_id,
    public_metadata: {},
    status: invitation.status as InvitationStatus,
    role: invitation.role,
    role_name: roleName(invitation.role),
    created_at: invitation.created_at.getTime(),
    updated_at: invitation.updated_at.getTime(),
  }
}

/** Formats an invitation for the invited user. */
export function presentOwnInvitation(
  invitation: Invitation,
  organization: Organization,
): UserOrganizationInvitationJSON {
  return {
    object: 'organization_invitation',
    id: invitation.id,
    email_address: invitation.email,
    public_organization_data: {
      id: organization.id,
      name: organization.name,
      slug: organization.slug,
      has_image: false,
      image_url: avatar(organization.id, organization.name),
    },
    public_metadata: {},
    status: invitation.status as InvitationStatus,
    role: invitation.role,
    created_at: invitation.created_at.getTime(),
    updated_at: invitation.updated_at.getTime(),
  }
}

export function presentRoles(): RoleJSON[] {
  return Object.entries(ROLES).map(([key, { name }]) => ({
    object: 'role',
    id: `role_${key}`,
    key,
    name,
    description: '',
    permissions: [],
    created_at: 0,
    updated_at: 0,
  }))
}

export function presentDeleted(object: string, id: string): DeletedObjectJSON {
  return { object, id, deleted: true }
}
