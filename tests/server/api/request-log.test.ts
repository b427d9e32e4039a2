import { Writable } from 'node:stream'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import { createApi } from '../../../server/api/app.ts'
import { sharedServer } from '../../support/server.ts'
import { FRESH } from './support.ts'

const server = await sharedServer()

const SECRET = 'Hildegard'
const FROM_LEADS = expect.stringMatching(/^\s+at .*server\/api\/leads\/leads\.ts/m)

/** The lines logged for one request of the demo owner. */
async function logOf(path: string, init: RequestInit = {}): Promise<Record<string, unknown>[]> {
  let text = ''
  const sink = new Writable({
    write(chunk, _, done) {
      text += chunk
      done()
    },
  })
  const token = await server.tokenFor('owner@fieldhand.test')
  const api = createApi({ ...server.deps, log: pino({ level: 'trace' }, sink) }, server.standIns)
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }
  await (await api.request(`/api/v1/organizations/${FRESH}${path}`, { ...init, headers })).text()
  expect(text).not.toContain(SECRET)
  expect(text).not.toContain(token)
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

describe('the log', () => {
  it("has one line per request, with the route's pattern", async () => {
    const lines = await logOf(`/leads/${SECRET}/conversation?search=${SECRET}`)
    expect(lines).toEqual([
      expect.objectContaining({
        level: 30,
        method: 'GET',
        route: '/api/v1/organizations/:orgId/leads/:leadId/conversation',
        status: 404,
        ms: expect.any(Number),
      }),
    ])
  })

  it('states why a request failed, without its values', async () => {
    const { schema } = server.deps.db
    await schema.alterTable('leads').renameColumn('budget', 'budget_gone').execute()
    const body = JSON.stringify({ contact_name: SECRET, notes: `${SECRET}@example.test` })
    const lines = await logOf('/leads', { method: 'POST', body })
    await schema.alterTable('leads').renameColumn('budget_gone', 'budget').execute()
    expect(lines).toEqual([
      expect.objectContaining({
        level: 50,
        status: 500,
        error: expect.objectContaining({ code: '42703', stack: FROM_LEADS }),
      }),
    ])
  })
  it('quotes no stored data that is invalid', async () => {
    const fields = JSON.stringify({ use_emojis: SECRET })
    await server.deps.db
      .insertInto('profiles')
      .values({ organization_id: FRESH, fields, updated_at: server.clock.now() })
      .execute()
    expect(await logOf('/profile')).toEqual([
      expect.objectContaining({ status: 500, error: expect.objectContaining({ type: 'ValiError' }) }),
    ])
  })
})
