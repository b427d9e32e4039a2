import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { createSecrets } from '../../../server/base/secrets.ts'
import { logTransfers } from '../../../server/hubspot/transfers.ts'
import { runTransfers } from '../../../server/hubspot/worker.ts'
import { getHubspotConnection, listHubspotTransfers } from '../../../src/contract/hubspot.ts'
import { createLead } from '../../../src/contract/leads.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startHubspotServer } from '../../support/hubspot.ts'

const server = await startHubspotServer()
afterAll(() => server.close())
beforeEach(async () => {
  await clear(server, FRESH)
  await server.deps.db.deleteFrom('hubspot_transfers').execute()
  await server.hubspot.clear()
  await server.connect(FRESH)
})

const params = { orgId: FRESH }
const add = async (name: string) => {
  const body = { prospect_name: name, prospect_email: `${name}@example.com` }
  return (await call(server, createLead, { params, body })).body.id as string
}
const state = async () => (await call(server, getHubspotConnection, { params })).body
const log = async () => (await call(server, listHubspotTransfers, { params })).body.transfers
const contacts = () => server.hubspot.account().list('contacts')
const isQueued = async () => {
  const rows = server.deps.db.selectFrom('hubspot_connections').select('is_queued')
  return (await rows.executeTakeFirstOrThrow()).is_queued
}

describe('transfers', () => {
  it('end with a request to reconnect when the key of the tokens is lost', async () => {
    await add('ann')
    const deps = { ...server.deps, secrets: createSecrets([Buffer.alloc(32, 9)]) }
    await runTransfers(deps, FRESH)
    expect(await state()).toMatchObject({ state: 'revoked', reason: expect.stringContaining('Reconnect') })
    expect((await log())[0]).toMatchObject({ kind: 'connection', status: 'failed' })
    await server.connect(FRESH)
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(1)
  })

  it('pause after a failure on our side, and create no contact twice', async () => {
    const { db } = server.deps
    for (const name of ['ann', 'bob', 'cleo']) await add(name)
    await sql`alter table hubspot_transfers add constraint broken check (kind <> 'contact_created')`.execute(
      db,
    )
    await runTransfers(server.deps, FRESH)
    expect(await state()).toMatchObject({ state: 'waiting', reason: 'Something went wrong on our side' })
    const links = await db.selectFrom('hubspot_links').select('contact_id').execute()
    expect(links.filter(({ contact_id }) => contact_id !== null)).toHaveLength(3)
    await sql`alter table hubspot_transfers drop constraint broken`.execute(db)
    server.clock.advance(60_000)
    await server.drain(FRESH)
    expect(contacts()).toHaveLength(3)
    expect(await state()).toMatchObject({ state: 'active', refused: 0, is_importing: false })
  })

  it('that reject stay queued, because the queue repeats them', async () => {
    await server.deps.db.updateTable('hubspot_connections').set({ is_queued: true }).execute()
    const clock = () => {
      throw new Error('No time')
    }
    await expect(runTransfers({ ...server.deps, clock }, FRESH)).rejects.toThrow('No time')
    expect(await isQueued()).toBe(true)
    await runTransfers(server.deps, FRESH)
    expect(await isQueued()).toBe(false)
  })

  it('of a lead that was erased meanwhile are not logged, and the others are', async () => {
    const { db, clock } = server.deps
    const leadId = await add('ann')
    const note = { kind: 'note' } as const
    await logTransfers(db, FRESH, clock(), [
      { ...note, leadId: 'erased', detail: 'one' },
      { ...note, leadId, detail: 'two' },
      { ...note, detail: 'three' },
    ])
    const details = (await log()).map(({ detail }: { detail: string }) => detail)
    expect(details.slice(0, 2)).toEqual(['three', 'two'])
    expect(details).not.toContain('one')
  })
})
