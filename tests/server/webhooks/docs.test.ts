import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../server/base/ids.ts'
import { createApiKey } from '../../../src/contract/api-keys.ts'
import { createLead, deleteLead, type Lead, listLeads, updateLead } from '../../../src/contract/leads.ts'
import { SCOPES } from '../../../src/contract/scopes.ts'
import { WEBHOOK_EVENTS } from '../../../src/contract/webhooks.ts'
import { call, FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { freePorts } from '../../support/program.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
/** Inside the project, so that the programs find its packages. */
const folder = join(ROOT, '.cache', newId('docs'))
const params = { orgId: FRESH }

let server: WebhookServer
let api: ReturnType<typeof serve>
let origin: string
let page: string

beforeAll(async () => {
  // The programs check the age of messages.
  server = await startWebhookServer({ now: new Date() })
  page = await readFile(join(ROOT, 'docs/api.md'), 'utf8')
  await mkdir(folder, { recursive: true })
  for (const [, name = '', code = ''] of page.matchAll(/```js (\S+)\n(.*?)```/gs)) {
    await writeFile(join(folder, name), code)
  }
  await new Promise<void>((listening) => {
    api = serve({ fetch: server.app.api.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`
      listening()
    })
  })
})
afterAll(async () => {
  api.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

it('the client adds a lead once, lists it, and says why it is refused', async () => {
  const key = async (scopes: readonly (typeof SCOPES)[number][]) =>
    (await call(server, createApiKey, { params, body: { name: 'Client', scopes: [...scopes] } })).body.token
  const run = async (token: string) =>
    promisify(execFile)(process.execPath, [join(folder, 'client.mjs')], {
      env: { FIELDHAND_URL: origin, FIELDHAND_ORG: FRESH, FIELDHAND_KEY: token },
    })
  const token = await key(['leads:read', 'leads:write'])
  await run(token)
  const { stdout } = await run(token)
  expect(stdout.trim().split('\n')).toHaveLength(1)
  expect(stdout).toContain('new Ada Byron')
  await expect(run(await key(['leads:read']))).rejects.toThrow('This API key needs the scope leads:write')
})

it('the reader finds every lead once while others add, change, and remove leads', async () => {
  const { readLeads } = await import(pathToFileURL(join(folder, 'sync.mjs')).href)
  const add = (id: string) => call(server, createLead, { params, body: { id, contact_name: id } })
  const requests: string[] = []
  const fieldhand = async (_: string, path: string) => {
    if (requests.push(path) === 2) {
      await add('later')
      await call(server, deleteLead, { params: { ...params, leadId: 'read-4' } })
      await call(server, updateLead, { params: { ...params, leadId: 'read-3' }, body: { notes: 'Changed' } })
    }
    return (await server.fetchApi(`/api/v1/organizations/${FRESH}${path}`)).json()
  }
  for (const number of [1, 2, 3, 4, 5, 6]) await add(`read-${number}`)
  const stored = async () => (await call(server, listLeads, { params })).body as Lead[]
  const byId = (leads: Iterable<Lead>) => [...leads].sort((a, b) => (a.id < b.id ? -1 : 1))
  expect(byId((await readLeads(fieldhand, 2)).values())).toEqual(byId(await stored()))
  expect(requests.length).toBeGreaterThan(2)
  await add('last')
  expect(byId((await readLeads(fieldhand, 2)).values())).toEqual(byId(await stored()))
})

it('the client has about 20 lines', async () => {
  const code = await readFile(join(folder, 'client.mjs'), 'utf8')
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(23)
})

/** Sends a signed message, each byte in its own chunk. Returns the status of the response. */
function deliverInBytes(port: number, secret: string, body: string): Promise<number | undefined> {
  const now = new Date()
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('msg_1', now, body),
  }
  return new Promise((answered, failed) => {
    const sending = request({ port, host: '127.0.0.1', method: 'POST', headers })
    sending.on('response', (response) => answered(response.resume().statusCode)).on('error', failed)
    for (const byte of Buffer.from(body)) sending.write(Buffer.of(byte))
    sending.end()
  })
}

it('the receiver accepts what is signed, and refuses what is not', async () => {
  const [port = 0] = await freePorts(1)
  const { secret } = await server.endpoint(FRESH, { url: `http://127.0.0.1:${port}/` })
  const said: string[] = []
  const receiver: ChildProcess = spawn(process.execPath, [join(folder, 'receiver.mjs')], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
  })
  receiver.stdout?.on('data', (part) => said.push(String(part)))
  try {
    const forge = () => fetch(`http://127.0.0.1:${port}/`, { method: 'POST', body: '{}' })
    await eventually(async () => expect((await forge()).status).toBe(401))
    const { body: lead } = await call(server, createLead, { params, body: { contact_name: 'Grace' } })
    await server.webhooks.look()
    await eventually(() => expect(said.join('')).toMatch(`lead.created ${lead.id}`))
    expect(await deliverInBytes(port, secret, '{"type":"test","data":{"message":"李"}}')).toBe(204)
  } finally {
    receiver.kill()
  }
})

it('the check without a library agrees', async () => {
  const { secret } = await server.endpoint(FRESH)
  await call(server, createLead, { params, body: { contact_name: 'Hedy' } })
  await server.webhooks.look()
  const received = () => server.receiver.received.find(({ body }) => body.includes('Hedy'))
  await eventually(() => expect(received()).toBeDefined())
  const { isFromFieldhand } = await import(pathToFileURL(join(folder, 'verify.mjs')).href)
  const { headers, body } = received() ?? { headers: {}, body: '' }
  expect(isFromFieldhand(headers, body, secret)).toBe(true)
  expect(isFromFieldhand(headers, `${body} `, secret)).toBe(false)
  expect(isFromFieldhand({ ...headers, 'webhook-timestamp': '1' }, body, secret)).toBe(false)
  expect(isFromFieldhand({}, body, secret)).toBe(false)
})

it('the page names every event and every scope', () => {
  for (const name of [...WEBHOOK_EVENTS, ...SCOPES]) expect(page).toContain(`\`${name}\``)
})
