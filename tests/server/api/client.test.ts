import { execFile } from 'node:child_process'
import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@hey-api/openapi-ts'
import { serve } from '@hono/node-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROOT } from '../../../scripts/lib/files.ts'
import { commandOf } from '../../../scripts/lib/run.ts'
import { OPENAPI_PATH } from '../../../server/api/openapi.ts'
import { newId } from '../../../server/base/ids.ts'
import { REQUESTS_PER_KEY } from '../../../src/contract/api-keys.ts'
import { FRESH, send } from '../../support/api.ts'
import { makeApiKey } from '../../support/api-key.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { startWebhookServer, type WebhookServer } from '../../support/webhooks.ts'

/** Inside the project, so that the program finds the types of Node. */
const folder = join(ROOT, '.cache', newId('client'))
const OPTIONS = {
  ...{ strict: true, noUncheckedIndexedAccess: true, types: ['node'] },
  ...{ module: 'nodenext', target: 'es2024', outDir: 'compiled' },
}
const CALLS = 17

let server: WebhookServer
let api: ReturnType<typeof serve>
let origin: string

beforeAll(async () => {
  server = await startWebhookServer({ now: new Date() })
  await new Promise<void>((listening) => {
    api = serve({ fetch: server.app.api.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
      origin = `http://127.0.0.1:${port}`
      listening()
    })
  })
  await mkdir(folder, { recursive: true })
})
afterAll(async () => {
  api.close()
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const run = promisify(execFile)

/** Generates a client from the document that the server sends, and compiles a program with it. */
async function compile(): Promise<string> {
  const { body: document } = await send(server, OPENAPI_PATH, { as: null })
  const input = join(folder, 'openapi.json')
  await writeFile(input, JSON.stringify(document))
  await createClient({
    input,
    output: { path: join(folder, 'client'), module: { extension: '.js' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent', file: false },
  })
  await copyFile(join(import.meta.dirname, 'generated-client.mts'), join(folder, 'program.mts'))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS }))
  await run(process.execPath, [commandOf('typescript', 'tsc')], { cwd: folder }).catch(
    ({ stdout }: { stdout: string }) => {
      throw new Error(stdout)
    },
  )
  return join(folder, 'compiled/program.mjs')
}

it('a client generated from the document compiles, and makes calls with an API key', async () => {
  const program = await compile()
  const session = await beginChat(server, FRESH)
  await sayInChat(server, session, 'Do you mow on Fridays?')
  const { token } = await makeApiKey(server)
  const { stdout } = await run(process.execPath, [program], {
    env: {
      ...{ FIELDHAND_URL: origin, FIELDHAND_ORG: FRESH, FIELDHAND_KEY: token },
      FIELDHAND_HOOK: `${server.receiver.origin}/hook`,
    },
  })
  expect(JSON.parse(stdout)).toEqual({
    statuses: [201, 201, 201, 201, 201],
    found: ['form-1'],
    changed: ['$60', '$60'],
    total: 1,
    booked: true,
    tasks: [['Call back', true]],
    thread: 'On Friday at 9',
    secrets: ['whsec_', null],
    errors: [
      [400, 'invalid_request'],
      [404, 'not_found'],
    ],
    left: String(REQUESTS_PER_KEY - CALLS),
  })
})
