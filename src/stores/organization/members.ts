import { type Member, organizationMembers } from '../../platform/session/members.ts'

export type { Member } from '../../platform/session/members.ts'

/** Returns the members of the organization; empty if they cannot be read. */
export const readMembers = (): Promise<Member[]> => organizationMembers().catch(() => [])
