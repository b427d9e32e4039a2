import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../../server/ids.ts'
import { createApiKey } from '../../../src/contract/api-keys.ts'
import { createLead } from '../../../src/contract/leads.ts'
import { SCOPES } from '../../../src/contract/scopes.ts'
import { WEBHOOK_EVENTS } from '../../../src/contract/webhooks.ts'
import { eventually } from '../../support/eventually.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'
import { call, FRESH } from '../api/support.ts'

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

it('the client has about 20 lines', async () => {
  const code = await readFile(join(folder, 'client.mjs'), 'utf8')
  expect(code.trim().split('\n').length).toBeLessThanOrEqual(23)
})

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening))
  const address = probe.address()
  await new Promise((closed) => probe.close(closed))
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

it('the receiver accepts what is signed, and refuses what is not', async () => {
  const port = await freePort()
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
})

it('the page names every event and every scope', () => {
  for (const name of [...WEBHOOK_EVENTS, ...SCOPES]) expect(page).toContain(`\`${name}\``)
})
