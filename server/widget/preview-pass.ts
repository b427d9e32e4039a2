import { createPreviewPass } from '../../src/contract/preview.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { hashToken } from '../base/secrets.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { readGoLive } from '../organizations/go-live.ts'
import { newToken } from './visitor-conversation.ts'

/** How long a preview pass is valid. */
const PASS_HOURS = 12

/** Mounts the endpoint that issues the passes with which members try the agent, even if the widget isn't live. */
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

/** How a visitor's call is admitted: as a member's test, or as a visitor's because the widget is live. */
export type Admission = 'test' | 'live'

/**
 * Returns `test` if the call has a preview pass of one of the organization's current members, and otherwise `live` if
 * the organization's widget is live. Returns null if the widget is closed to the call.
 */
export async function admissionOf(
  api: Pick<Api, 'deps' | 'guard'>,
  organizationId: string,
  pass: string | undefined,
): Promise<Admission | null> {
  if (pass && (await isMembersPass(api, organizationId, pass))) return 'test'
  const { db, config, clock } = api.deps
  return (await readGoLive(db, config, organizationId, clock())).isLive ? 'live' : null
}

async function isMembersPass(
  { deps: { db, clock }, guard }: Pick<Api, 'deps' | 'guard'>,
  organizationId: string,
  pass: string,
): Promise<boolean> {
  const known = await db
    .selectFrom('preview_passes')
    .select(['user_id', 'issued_at'])
    .where('hash', '=', hashToken(pass))
    .where('organization_id', '=', organizationId)
    .where('expires_at', '>', clock())
    .executeTakeFirst()
  return known
    ? guard.isStillMember({ userId: known.user_id, organizationId, issuedAt: known.issued_at })
    : false
}

/** Returns how a call is admitted. Throws a 402 HttpError if the widget is closed to it. */
export async function admit(...call: Parameters<typeof admissionOf>): Promise<Admission> {
  const admission = await admissionOf(...call)
  if (admission !== null) return admission
  throw new HttpError(402, 'This chat is not live: the business has no active trial or plan')
}
