import { expect, it } from 'vitest'
import { provisionOrganization } from '../../../server/db/provision.ts'
import { mergeProfile } from '../../../server/profiles/stored-profile.ts'
import type { ProfileUpdate } from '../../../src/contract/profile.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer({ seed: 'none' })

async function create(id: string, name: string, fields: ProfileUpdate = {}) {
  const { db, clock } = server.deps
  await provisionOrganization(db, { id, name }, clock())
  await mergeProfile(db, id, fields, clock())
}

const rename = (id: string, name: string) =>
  server.deps.db.updateTable('organizations').set({ name }).where('id', '=', id).execute()

/** The organization that a slug names on a page of an origin, or the status of the refusal. */
async function config(slug: string, Origin?: string) {
  const answer = await server.fetchApi(`/api/v1/widget/${slug}/config`, {
    as: null,
    headers: Origin === undefined ? {} : { Origin },
  })
  return answer.status === 200 ? (await answer.json()).organization_id : answer.status
}

it.each<[where: string, fields: ProfileUpdate, origin: string]>([
  ['its website', { website_url: 'https://www.tulip.example/about' }, 'https://tulip.example'],
  ['an allowed website', { allowed_domains: ['tulip.example'] }, 'https://shop.tulip.example:8443'],
])('a slug that was served on %s stays with its organization', async (where, fields, origin) => {
  const slug = where.replaceAll(' ', '-')
  await create(`org_${slug}`, where, fields)
  expect(await config(slug, origin)).toBe(`org_${slug}`)
  await create(`org_copy_${slug}`, where.toUpperCase())
  expect(await config(slug, origin)).toBe(`org_${slug}`)
  expect(await config(`org_copy_${slug}`, origin)).toBe(`org_copy_${slug}`)
})

it.each<[page: string, origin?: string]>([
  ['no page'],
  ['a page without an address', 'null'],
  ['the console', 'http://localhost:3000'],
  ['the widget host', 'http://localhost:3002'],
  ['a website that it does not name', 'https://elsewhere.example'],
])('a slug that %s requested belongs to nobody', async (page, origin) => {
  const slug = page.replaceAll(' ', '-')
  await create(`org_first_${slug}`, page, { website_url: 'https://tulip.example' })
  await config(slug, origin)
  await create(`org_second_${slug}`, page)
  expect(await config(slug, 'https://tulip.example')).toBe(409)
})

it('an organization cannot take the slug of another one by taking its name for a moment', async () => {
  const forged = 'https://sunny-lawns.example'
  await create('org_rival', 'Sunny Lawns', { website_url: forged })
  expect(await config('sunny-lawns', forged)).toBe('org_rival')
  await rename('org_rival', 'Rival Mowing')
  expect(await config('sunny-lawns', forged)).toBe('org_rival')
  await create('org_sunny', 'Sunny Lawns', { website_url: forged })
  expect(await config('sunny-lawns', forged)).toBe(409)
  expect(await config('org_sunny', forged)).toBe('org_sunny')
})

it('a preview does not reserve a slug', async () => {
  await create('org_preview', 'Preview Lawns', { website_url: 'http://localhost:3002' })
  expect(await config('preview-lawns', 'http://localhost:3002')).toBe('org_preview')
  expect(
    await server.deps.db
      .selectFrom('served_slugs')
      .select('slug')
      .where('organization_id', '=', 'org_preview')
      .execute(),
  ).toEqual([])
})

it('a slug goes with its organization', async () => {
  const site = 'https://gone.example'
  await create('org_gone', 'Gone Gardens', { website_url: site })
  expect(await config('gone-gardens', site)).toBe('org_gone')
  await server.deps.db.deleteFrom('organizations').where('id', '=', 'org_gone').execute()
  await create('org_next', 'Gone Gardens')
  expect(await config('gone-gardens', site)).toBe('org_next')
})
