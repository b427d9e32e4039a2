import { expect, it } from 'vitest'
import { compose } from '../../../server/notifications/compose/compose.ts'
import { planSummaries } from '../../../server/notifications/summaries.ts'
import { getOrganization, getSetupStatus } from '../../../src/contract/organizations.ts'
import { call, FRESH } from '../../support/api.ts'
import { addNotification } from '../../support/notification-row.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, sendInChat } from '../../support/visitor.ts'

/** A server of an operator who bills nobody. */
const server = await sharedServer({ config: { isFree: true } })
const { db, config } = server.deps

it.each([
  ['trialing', 'starter_alpha_'],
  ['canceled', 'free_org'],
  ['past_due', 'growth'],
  [null, null],
])('without billing, an organization with the subscription %s is live', async (subscription_status, plan) => {
  const trial_ends_at = new Date(server.clock.now().getTime() - 1)
  const organization = { subscription_status, plan, trial_ends_at }
  await db.updateTable('organizations').set(organization).where('id', '=', FRESH).execute()
  const session = await beginChat(server, FRESH)
  expect((await sendInChat(server, session, 'Hello')).status).toBe(200)
  const params = { orgId: FRESH }
  expect((await call(server, getOrganization, { params })).body).toMatchObject({ is_free: true })
  expect((await call(server, getSetupStatus, { params })).body).toMatchObject({ billing: true })
})

it('without billing, a summary does not mention the trial, and its end is no news', async () => {
  const at = new Date('2026-11-20T23:00:00Z')
  await db
    .updateTable('organizations')
    .set({ subscription_status: 'trialing', plan: 'starter_alpha_', trial_ends_at: at })
    .execute()
  for (const table of ['leads', 'conversations'] as const) {
    await db.deleteFrom(table).where('organization_id', '=', FRESH).execute()
  }
  const planned = async (isFree: boolean) => {
    await db.deleteFrom('notifications').execute()
    await planSummaries(db, { ...server.deps, config: { ...config, isFree } }, at)
    const rows = await db
      .selectFrom('notifications')
      .select('id')
      .where('organization_id', '=', FRESH)
      .execute()
    return rows.length
  }
  expect([await planned(false), await planned(true)]).toEqual([1, 0])
  const row = await addNotification(db, {
    ...{ organization_id: FRESH, kind: 'daily_summary', created_at: at },
    data: JSON.stringify({ day: '2026-11-20' }),
  })
  const textOf = async (isFree: boolean) => {
    const composed = await compose(db, { ...config, isFree }, row, at)
    return JSON.stringify(composed)
  }
  expect(await textOf(false)).toContain('chat is not live')
  expect(await textOf(true)).not.toMatch(/trial|not live|Billing/)
})
