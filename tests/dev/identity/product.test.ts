import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { localStandIns } from '../../../dev/stand-ins.ts'
import { createLog } from '../../../server/base/log.ts'
import { type Browser, openIdentity, type TestIdentity } from './support.ts'

let identity: TestIdentity
let owner: Browser

beforeAll(async () => {
  identity = await openIdentity()
  owner = identity.browser()
  await owner.signUp('owner@example.com')
  for (const [table, condition] of [
    ['organizations', "name <> 'Doomed'"],
    ['deleted_organizations', "id not like 'org_%'"],
    ['subscription_items', "plan <> 'growth'"],
  ] as const) {
    await sql`alter table ${sql.table(table)} add constraint ${sql.ref(`${table}_fails`)}
      check (${sql.raw(condition)}) not valid`.execute(identity.db)
  }
})
afterAll(() => identity.close())

let organizationId: string
beforeEach(async () => {
  organizationId = await owner.createOrganization('Green Acres')
})

const inIdentity = (column: 'id' | 'name', value: string) =>
  identity.db.selectFrom('identity_organizations').where(column, '=', value).selectAll().executeTakeFirst()
const inProduct = (id: string) =>
  identity.db.selectFrom('organizations').where('id', '=', id).selectAll().executeTakeFirst()

async function buyGrowth() {
  const billing = `/organizations/${organizationId}/billing/checkouts`
  const { body } = await owner.post(billing, { plan_id: 'cplan_growth', plan_period: 'month' })
  return owner.patch(`${billing}/${body.response.id}/confirm`)
}

test('an organization is created in the identity and the product, or in neither', async () => {
  expect((await owner.post('/organizations', { name: 'Doomed' })).status).toBe(500)
  expect(await inIdentity('name', 'Doomed')).toBeUndefined()
})

test('an organization is renamed in both or in neither', async () => {
  expect((await owner.patch(`/organizations/${organizationId}`, { name: 'Doomed' })).status).toBe(500)
  expect(await inIdentity('id', organizationId)).toMatchObject({ name: 'Green Acres' })
})

test('an organization is deleted in both or in neither', async () => {
  expect((await owner.delete(`/organizations/${organizationId}`)).status).toBe(500)
  expect(await inIdentity('id', organizationId)).toBeDefined()
  expect(await inProduct(organizationId)).toBeDefined()
})

test('a plan changes in both or in neither', async () => {
  expect((await buyGrowth()).status).toBe(500)
  expect(await inIdentity('id', organizationId)).toMatchObject({ plan_slug: 'free_org' })
})

test('a start repairs organizations and plans that an earlier version did not report', async () => {
  await identity.db
    .updateTable('identity_organizations')
    .set({ plan_slug: 'starter_alpha_' })
    .where('id', '=', organizationId)
    .execute()
  await identity.db.deleteFrom('organizations').where('id', '=', organizationId).execute()
  await localStandIns(identity.deps).prepare?.()
  expect(await inProduct(organizationId)).toMatchObject({
    name: 'Green Acres',
    subscription_status: 'active',
    plan: 'starter_alpha_',
  })
})

test('a failure is logged without the path and the values of the request', async () => {
  const lines: string[] = []
  const { log } = identity.deps
  identity.deps.log = createLog({
    level: 'error',
    isWatched: false,
    to: { write: (line) => lines.push(line) },
  })
  await owner.patch(`/organizations/${organizationId}`, { name: 'Doomed' })
  identity.deps.log = log
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({
      method: 'PATCH',
      route: '/organizations/:id',
      error: { type: expect.any(String), code: '23514', stack: expect.any(String) },
    }),
  ])
  expect(lines.join()).not.toMatch(new RegExp(`Doomed|${organizationId}`))
})
