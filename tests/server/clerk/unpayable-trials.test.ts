import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TRIAL_PLAN } from '../../../server/db/provision.ts'
import { runDaily } from '../../../server/jobs/daily.ts'
import type { Config } from '../../../server/kernel/config.ts'
import { openPhotos } from '../../../server/photos/open.ts'
import { openTestDatabase } from '../../support/database.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const photos = openPhotos({ kind: 'temporary' })
const config: Pick<Config, 'retention' | 'isLocal' | 'isFree' | 'clerkWebhookSecret'> = {
  retention: { conversationDays: 90, leadDays: null },
  ...{ isLocal: false, isFree: false, clerkWebhookSecret: null },
}
let database: Awaited<ReturnType<typeof openTestDatabase>>

beforeAll(async () => {
  database = await openTestDatabase()
  await database.db.insertInto('organizations').values({ id: 'org', name: 'Org', created_at: NOW }).execute()
})
afterAll(() => database.close())

describe('the daily work warns that widgets go off after their trials', () => {
  const UNTIL = '2026-11-27T09:00:00.000Z'

  async function warnings(changes: Partial<typeof config>, now: Date) {
    const lines: { level: number; msg: string; organizations?: number; firstEnd?: string }[] = []
    const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
    await runDaily({
      db: database.db,
      clock: () => now,
      log,
      photos,
      config: { ...config, ...changes },
    })
    return lines.filter(({ msg }) => msg.startsWith('widgets go off'))
  }

  beforeEach(async () => {
    await database.db.deleteFrom('subscription_items').execute()
    await database.db
      .updateTable('organizations')
      .set({ subscription_status: 'trialing', plan: TRIAL_PLAN, trial_ends_at: UNTIL })
      .execute()
  })

  const item = { id: 'item', plan: 'free_org', is_paid: false, is_trial: false, status: 'active' }
  const report = () =>
    database.db
      .insertInto('subscription_items')
      .values({ ...item, organization_id: 'org', period_end: null, changed_at: NOW })
      .execute()
  const secret = { clerkWebhookSecret: 'whsec_x' }

  it('from a week before, if Clerk’s webhooks are off or have never reported a plan', async () => {
    const early = new Date('2026-11-20T08:59:00Z')
    const soon = new Date('2026-11-20T09:01:00Z')
    expect(await warnings({}, early)).toEqual([])
    expect(await warnings({}, soon)).toMatchObject([{ level: 40, organizations: 1, firstEnd: UNTIL }])
    expect(await warnings(secret, soon)).toHaveLength(1)
    expect(await warnings({}, new Date('2026-12-20T09:00:00Z'))).toHaveLength(1)
    await report()
    expect(await warnings(secret, soon)).toEqual([])
    expect(await warnings({}, soon)).toHaveLength(1)
  })

  it('but not with the local identity, without billing, or without a trial', async () => {
    const soon = new Date('2026-11-26T09:00:00Z')
    expect(await warnings({ isLocal: true }, soon)).toEqual([])
    expect(await warnings({ isFree: true }, soon)).toEqual([])
    await database.db.updateTable('organizations').set({ subscription_status: 'active' }).execute()
    expect(await warnings({}, soon)).toEqual([])
  })
})
