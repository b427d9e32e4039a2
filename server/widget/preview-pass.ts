import { createPreviewPass } from '../../src/contract/preview.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { hashToken } from '../base/secrets.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { readGoLive } from '../organizations/go-live.ts'
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
 * members. Returns null if it is closed to the call.
 */
export async function admissionOf(
  { deps: { db, clock, config }, guard }: Pick<Api, 'deps' | 'guard'>,
  organizationId: string,
  pass: string | undefined,
): Promise<'live' | 'preview' | null> {
  const now = clock()
  if ((await readGoLive(db, config, organizationId, now)).isLive) return 'live'
  if (!pass) return null
  const known = await db
    .selectFrom('preview_passes')
    .select(['user_id', 'issued_at'])
    .where('hash', '=', hashToken(pass))
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (!known) return null
  const member = { userId: known.user_id, organizationId, issuedAt: known.issued_at }
  return (await guard.isStillMember(member)) ? 'preview' : null
}

/** Throws a 402 HttpError if the widget isn't open to a visitor's call. Returns whether the call is a preview. */
export async function rejectUnlessLive(...call: Parameters<typeof admissionOf>): Promise<boolean> {
  const admission = await admissionOf(...call)
  if (admission !== null) return admission === 'preview'
  throw new HttpError(402, 'This chat is not live: the business has no active trial or plan')
}
