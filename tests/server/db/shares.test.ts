import { Hono } from 'hono'
import { type KyselyPlugin, sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../server/app/app.ts'
import { continueFor, currentOwner, onBehalfOf } from '../../../server/base/on-behalf.ts'
import { createTurns } from '../../../server/base/turns.ts'
import { openQueue } from '../../../server/db/queue.ts'
import { MOST_WAITING } from '../../../server/db/shares.ts'
import { sendPieces } from '../../../server/http/json.ts'
import { exportOrganization } from '../../../src/contract/privacy.ts'
import { getProfile } from '../../../src/contract/profile.ts'
import { call, FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { sharedServer, type TestServer } from '../../support/server.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const { db } = server.deps

describe('the connections to the database', () => {
  it('are given to owners in turn', async () => {
    const done: string[] = []
    const query = (owner: string) =>
      onBehalfOf(owner, () => sql`select pg_sleep(0.02)`.execute(db)).then(() => void done.push(owner))
    await Promise.all([...Array.from({ length: 40 }, () => query('flooding')), query('other')])
    expect(done.indexOf('other')).toBeLessThan(20)
    expect(done).toHaveLength(41)
  })

  it('work for the organization of a member or a visitor, as soon as it is known', async () => {
    const owners: string[] = []
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        owners.push(currentOwner())
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const app = createApp({ ...server.deps, db: db.withPlugin(plugin) }, server.standIns)
    const seenIn = async (work: (on: TestServer) => Promise<unknown>) => {
      owners.length = 0
      const fetchApi: TestServer['fetchApi'] = async (path, { as: _, ...init } = {}) => {
        const headers = new Headers(init.headers)
        headers.set('X-Forwarded-For', '10.20.30.40')
        headers.set('Content-Type', 'application/json')
        if (!headers.has('Authorization') && !path.includes('/widget/')) {
          headers.set('Authorization', `Bearer ${await server.tokenFor('owner@fieldhand.test')}`)
        }
        return app.api.fetch(new Request(new URL(path, server.deps.config.origins.api), { ...init, headers }))
      }
      await work({ ...server, app, fetchApi })
      expect(owners.at(-1)).toBe(FRESH)
      expect(owners.filter((owner) => owner !== FRESH && owner !== '10.20.30.40')).toEqual([])
    }
    const params = { orgId: FRESH }
    await seenIn((on) => call(on, getProfile, { params }))
    await seenIn((on) => call(on, exportOrganization, { params }))
    await seenIn((on) => beginChat(on, FRESH))
    const session = await beginChat(server, FRESH)
    await seenIn((on) => sayInChat(on, session, 'Lawn mowing'))
  })

  it('are refused to an owner with too many queries', async () => {
    const query = (owner: string) => onBehalfOf(owner, () => sql`select 1`.execute(db))
    const all = Promise.allSettled(Array.from({ length: MOST_WAITING + 20 }, () => query('flooding')))
    await query('other')
    const { true: refused = [] } = Object.groupBy(await all, ({ status }) => String(status === 'rejected'))
    expect(refused.length).toBeGreaterThan(0)
    expect(refused).toEqual(
      refused.map(() => ({ status: 'rejected', reason: expect.objectContaining({ name: 'NoSlot' }) })),
    )
  })
})

describe('the owner of work', () => {
  const app = new Hono()
  app.use((_, next) => onBehalfOf('address', next))
  async function* owners() {
    for (let count = 0; count < 3; count += 1) {
      await db.selectFrom('organizations').select('id').execute()
      yield `${currentOwner()} `
    }
  }
  app.get('/pieces', (c) => {
    continueFor('org')
    return sendPieces(c, owners())
  })

  it('is known in the pieces of a response, which are read later', async () => {
    expect(await (await app.request('/pieces')).text()).toBe('org org org ')
    expect(currentOwner()).toBe('')
  })

  it('is the group of a job, and the organization whose turn it is', async () => {
    const queue = await openQueue(server.jobs, server.deps.log)
    onTestFinished(() => queue.stop())
    await queue.define({ owners: {} })
    const seen: string[] = []
    await queue.work('owners', async () => void seen.push(currentOwner()))
    await queue.add(db, 'owners', [{ data: {}, group: 'org' }, { data: {} }])
    await eventually(() => expect(seen).toHaveLength(2))
    expect(seen.toSorted()).toEqual(['', 'org'])
    const turns = createTurns(1, () => {})
    expect(await new Promise((resolve) => turns.serve('org_turn', async () => resolve(currentOwner())))).toBe(
      'org_turn',
    )
  })
})
