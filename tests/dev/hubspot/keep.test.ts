import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@hubspot/api-client'
import { afterAll, expect, it } from 'vitest'
import { startHubSpot } from '../../../dev/hubspot/hubspot.ts'

const folder = mkdtempSync(join(tmpdir(), 'hubspot-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = join(folder, '.hubspot')

/** Runs in a process of its own, because the file is written when that ends. */
const FILL = `
import { startHubSpot } from '${join(import.meta.dirname, '../../../dev/hubspot/hubspot.ts')}'
const redirectUri = 'http://localhost/cb'
const hubspot = await startHubSpot({ file: process.argv[2], app: { redirectUris: [redirectUri] } })
const { url, app, tokens } = hubspot
const account = hubspot.account()
const user = { source: 'CRM_UI', sourceId: 'userId:1' }
const grant = { portalId: 44100021, scopes: app.scopes, redirectUri }
const { access_token } = tokens.exchange({
  grant_type: 'authorization_code', code: tokens.issueCode(grant),
  client_id: app.clientId, client_secret: app.clientSecret, redirect_uri: redirectUri,
})
const post = (path, body) => fetch(url + path, {
  method: 'POST', headers: { Authorization: 'Bearer ' + access_token }, body: JSON.stringify(body),
}).then((answer) => answer.json())
account.properties.create('contacts', { name: 'lead', label: 'Lead', type: 'string', fieldType: 'text', groupName: 'x' })
const add = (properties) => post('/crm/v3/objects/contacts', { properties })
const pat = await add({ email: 'pat@example.com', lead: 'lead_1' })
const other = await add({ firstname: 'Pat' })
const merged = account.merge('contacts', pat.id, other.id, user)
const types = [{ associationCategory: 'HUBSPOT_DEFINED', associationTypeId: 3 }]
await post('/crm/v3/objects/deals', { properties: { dealname: 'Mowing' }, associations: [{ to: { id: pat.id }, types }] })
process.stdout.write(JSON.stringify({ access_token, old: pat.id, id: merged.id }), () => process.exit())
`

it('keeps records, associations, properties, and tokens in a file', async () => {
  const script = join(folder, 'fill.ts')
  writeFileSync(script, FILL)
  const { stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const { access_token: accessToken, old, id } = JSON.parse(stdout)
  const hubspot = await startHubSpot({ file })
  const { crm } = new Client({ basePath: hubspot.url, accessToken })
  const { basicApi } = crm.contacts
  const contact = await basicApi.getById(old, ['lead', 'firstname'])
  expect(contact).toMatchObject({ id, properties: { lead: 'lead_1', firstname: 'Pat' } })
  expect(contact.createdAt).toBeInstanceOf(Date)
  expect((await crm.associations.v4.basicApi.getPage('contacts', old, 'deals')).results).toHaveLength(1)
  await expect(basicApi.create({ properties: { email: 'pat@example.com' } })).rejects.toMatchObject({
    code: 409,
  })
  expect(Number((await basicApi.create({ properties: {} })).id)).toBeGreaterThan(Number(id))
  await hubspot.close()
})

it('writes what is not written yet when it closes, and stays in memory without a folder', async () => {
  const here = join(folder, 'closed')
  const first = await startHubSpot({ file: here })
  await first.clear()
  await first.close()
  expect(existsSync(here)).toBe(true)
  const nowhere = await startHubSpot({ file: join(folder, 'missing', 'file') })
  await nowhere.clear()
  await nowhere.close()
})

it('starts empty with a file that it cannot read', async () => {
  const broken = join(folder, 'broken')
  writeFileSync(broken, 'nonsense')
  const hubspot = await startHubSpot({ file: broken })
  expect(hubspot.account().list('contacts')).toEqual([])
  await hubspot.close()
})
