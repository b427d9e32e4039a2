import { afterAll, beforeAll, expect, it } from 'vitest'
import { provisionOrganization } from '../../../server/db/provision.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const SITE = { Origin: 'https://tulip-lawns.example' }

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ seed: 'none' })
})
afterAll(() => server.close())

const name = (id: string, name: string) =>
  provisionOrganization(server.deps.db, { id, name }, server.clock.now())

async function config(slug: string, headers: Record<string, string> = {}) {
  const answer = await server.fetchApi(`/api/v1/widget/${slug}/config`, { as: null, headers })
  return answer.status === 200 ? (await answer.json()).organization_id : answer.status
}

it('a slug that a website was served under stays with its organization', async () => {
  await name('org_tulip', 'Tulip Lawns')
  expect(await config('tulip-lawns', SITE)).toBe('org_tulip')
  await name('org_copycat', ' tulip LAWNS ')
  expect(await config('tulip-lawns', SITE)).toBe('org_tulip')
  expect(await config('org_copycat', SITE)).toBe('org_copycat')

  await server.deps.db
    .updateTable('organizations')
    .set({ name: 'Tulip & Sons' })
    .where('id', '=', 'org_tulip')
    .execute()
  expect(await config('tulip-lawns', SITE)).toBe('org_tulip')
})

it.each<[page: string, headers: Record<string, string>]>([
  ['no page', {}],
  ['a page without an origin', { Origin: 'null' }],
  ['the console', { Origin: 'http://localhost:3000' }],
  ['the widget host', { Origin: 'http://localhost:3002' }],
])('a slug requested by %s is not reserved', async (page, headers) => {
  const slug = page.replaceAll(' ', '-')
  await name(`org_first_${slug}`, page)
  await config(slug, headers)
  await name(`org_second_${slug}`, page)
  expect(await config(slug, SITE)).toBe(409)
})

it('a slug is deleted with its organization', async () => {
  await name('org_gone', 'Gone Gardens')
  expect(await config('gone-gardens', SITE)).toBe('org_gone')
  await server.deps.db.deleteFrom('organizations').where('id', '=', 'org_gone').execute()
  await name('org_next', 'Gone Gardens')
  expect(await config('gone-gardens', SITE)).toBe('org_next')
})
