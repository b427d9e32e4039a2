import { createHash, randomBytes } from 'node:crypto'
import { createPreviewPass } from '../../src/contract/preview.ts'
import { goLiveOf } from '../../src/domain/billing/go-live.ts'
import { HOUR_MS } from '../../src/domain/time/durations.ts'
import { type Api, mount } from '../api/mount.ts'
import { Refusal } from '../api/refusal.ts'
import type { Deps } from '../deps.ts'

/** How long a preview pass is valid. */
const PASS_HOURS = 12

const hashOf = (pass: string) => createHash('sha256').update(pass).digest('hex')

/** Passes with which members preview a widget that is not live. */
export function mountPreviewPasses(api: Api): void {
  const { db, clock } = api.deps
  mount(api, createPreviewPass, async ({ organizationId }) => {
    const pass = randomBytes(32).toString('base64url')
    const expiresAt = new Date(clock().getTime() + PASS_HOURS * HOUR_MS)
    await db
      .insertInto('preview_passes')
      .values({ hash: hashOf(pass), organization_id: organizationId, expires_at: expiresAt })
      .execute()
    return { pass, expires_at: expiresAt.toISOString() }
  })
}

/**
 * Refuses with 402 a visitor's call to an organization whose widget is not live, unless it carries a preview
 * pass of the organization.
 */
export async function refuseUnlessLive(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  organizationId: string,
  pass: string | undefined,
): Promise<void> {
  const now = clock()
  const row = await db
    .selectFrom('organizations')
    .select(['subscription_status', 'plan', 'trial_ends_at'])
    .where('id', '=', organizationId)
    .executeTakeFirstOrThrow()
  const subscription = { ...row, trial_ends_at: row.trial_ends_at?.toISOString() ?? null }
  if (goLiveOf(subscription, now).isLive) return
  const known =
    pass &&
    (await db
      .selectFrom('preview_passes')
      .select('hash')
      .where('hash', '=', hashOf(pass))
      .where('organization_id', '=', organizationId)
      .where('expires_at', '>', now)
      .executeTakeFirst())
  if (!known) throw new Refusal(402, 'This chat is not live: the business has no active trial or plan')
}
