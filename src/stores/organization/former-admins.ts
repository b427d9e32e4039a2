import { computed, type ReadableAtom } from 'nanostores'
import { fetchFormerAdmins, removeFormerAdmin } from '../../api/former-admins.ts'
import type { FormerAdmin } from '../../contract/former-admins.ts'
import { SECOND_MS } from '../../domain/time/durations.ts'
import { onMembersChanged } from '../../platform/session/members.ts'
import { $confirmedSession } from '../../platform/session/session.ts'
import { changing } from '../base/query/changing.ts'
import { optional } from '../base/query/optional.ts'
import { organizationQuery, type QueryState } from '../base/query/query.ts'
import { refetchAfter } from '../base/query/stale.ts'
import { $organization } from '../base/session/session.ts'
import { $hasFormerAdmins } from './organization.ts'

/** The delays after which to ask again once a member has left, because the server can learn about it late. */
const ASK_AGAIN_AFTER = [0, 3 * SECOND_MS, 10 * SECOND_MS]

/** The former admins whose keys, webhooks, or calendar feed await a review. Fetched only if there are any. */
export const $formerAdmins: ReadableAtom<QueryState<FormerAdmin[] | null>> = organizationQuery<
  FormerAdmin[] | null,
  true
>({
  kind: 'former-admins',
  $input: computed([$confirmedSession, $hasFormerAdmins], ({ organization }, hasFormerAdmins) =>
    organization && hasFormerAdmins ? true : null,
  ),
  read: optional(fetchFormerAdmins),
})

const change = changing('former-admin-changed')

/** Hides a former admin's notice from all admins. What the person created keeps working. */
export const dismissFormerAdmin = (userId: string): Promise<void> =>
  change((organizationId) => removeFormerAdmin(organizationId, userId))

/** Asks for former admins whenever a member joins or leaves in Clerk's components. Returns the stop function. */
export function followMembers(): () => void {
  return onMembersChanged(() => {
    const organizationId = $organization.get()?.id
    if (!organizationId) return
    for (const delay of ASK_AGAIN_AFTER) {
      setTimeout(() => refetchAfter(organizationId, 'former-admin-changed'), delay)
    }
  })
}
