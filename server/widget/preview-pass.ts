import { createPreviewPass } from '../../src/contract/preview.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { HttpError } from '../api/http-error.ts'
import { type Api, mount } from '../api/mount.ts'
import { hashToken } from '../secrets.ts'
import { readGoLive } from '../subscription.ts'
import { newToken } from './visitor-conversation.ts'

/** How long a preview pass is valid. */
const PASS_HOURS = 12

/** Mounts the endpoint that issues passes with which members can preview a widget that isn't live. */
export function mountPreviewPasses(api: Api): void {
  const { db, clock } = api.deps
  mount(api, createPreviewPass, async ({ userId, organizationId, issuedAt }) => {
    const pass = newToken()
    const expiresAt = new Date(clock().getTime() + PASS_HOURS * HOUR_MS)
    await db
      .insertInto('preview_passes')
      .values({
        hash: hashToken(pass),
        organization_id: organizationId,
        user_id: userId,
        issued_at: issuedAt,
        expires_at: expiresAt,
      })
      .execute()
    return { pass, expires_at: expiresAt.toISOString() }
  })
}

/**
 * Returns whether an organization's widget is live, or the call has a preview pass of one of the organization's current
 * members.
 */
export async function isOpenToVisitors(
  { deps: { db, clock, config }, guard }: Pick<Api, 'deps' | 'guard'>,
  organizationId: string,
  pass: string | undefined,
): Promise<boolean> {
  const now = clock()
  if ((await readGoLive(db, config, organizationId, now)).isLive) return true
  if (!pass) return false
  const known = await db
    .selectFrom('preview_passes')
    .select(['user_id', 'issued_at'])
    .where('hash', '=', hashToken(pass))
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!known) return false
  return guard.isStillMember({ userId: known.user_id, organizationId, issuedAt: known.issued_at })
}

/** Throws a 402 HttpError if the widget isn't open to a visitor's call. */
export async function rejectUnlessLive(...call: Parameters<typeof isOpenToVisitors>): Promise<void> {
  if (await isOpenToVisitors(...call)) return
  throw new HttpError(402, 'This chat is not live: the business has no active trial or plan')
}
