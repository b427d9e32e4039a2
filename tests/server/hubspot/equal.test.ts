import { afterAll, describe, expect, it } from 'vitest'
import { HUBSPOT_FAULTS } from '../../../dev/hubspot/context.ts'
import { WEBHOOK_FAULTS } from '../../../dev/hubspot/webhooks.ts'
import { normalized, readField, sharedOf } from '../../../server/hubspot/fields.ts'
import { leadsOf } from '../../../server/hubspot/links.ts'
import { runTransfers } from '../../../server/hubspot/worker.ts'
import { DEFAULT_FIELD_MAP } from '../../../src/contract/hubspot.ts'
import { createLead, setLeadStatus, updateLead } from '../../../src/contract/leads.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { startHubspotServer } from '../../support/hubspot.ts'
import { repetitions } from '../../support/thorough.ts'

const EDITS = repetitions(400, 3_000)
const LEADS = 12

const server = await startHubspotServer({}, { webhooks: { retriesMs: [1, 1, 1] } })
afterAll(() => server.close())

/** A generator of the same numbers in every run (mulberry32). */
function seeded(seed: number) {
  let state = seed
  return (most: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % most
  }
}

const UI = { source: 'CRM_UI', sourceId: 'userId:1' } as const
const FIELDS = ['name', 'email', 'phone', 'address', 'status'] as const
const THEIRS = ['NEW', 'OPEN', 'CONNECTED', 'OPEN_DEAL', 'UNQUALIFIED', 'BAD_TIMING'] as const
const OURS = ['new', 'converted', 'lost'] as const

describe(`${EDITS} random edits on both sides, with faults of HubSpot and its webhooks`, () => {
  it('leave both sides equal, without loops and duplicates', async () => {
    const random = seeded(7)
    const pick = <T>(list: readonly T[]) => list[random(list.length)] as T
    const { db } = server.deps
    const account = server.hubspot.account()
    const contacts = () => account.list('contacts')
    await clear(server, FRESH)
    await server.connect(FRESH)
    const ids: string[] = []
    for (let index = 0; index < LEADS; index += 1) {
      const body = {
        prospect_name: `Person ${index}`,
        prospect_email: `person${index}@example.com`,
        prospect_phone: `212-555-01${String(index).padStart(2, '0')}`,
      }
      ids.push((await call(server, createLead, { params: { orgId: FRESH }, body })).body.id)
    }
    await server.drain(FRESH)

    const editOurs = async () => {
      const leadId = pick(ids)
      if (random(3) === 0) {
        await call(server, setLeadStatus, { params: { orgId: FRESH, leadId }, query: { status: pick(OURS) } })
        return
      }
      const value = String(random(1_000_000))
      const body = pick([
        { property_address: `${value} Elm St` },
        { prospect_name: `Ann Lee ${value}` },
        { prospect_email: `ours${value}@example.com` },
        { prospect_phone: `+1212555${String(random(10_000)).padStart(4, '0')}` },
      ])
      await call(server, updateLead, { params: { orgId: FRESH, leadId }, body })
    }
    const editTheirs = () => {
      const contact = pick(contacts())
      const value = String(random(1_000_000))
      account.update(
        contact,
        pick([
          { address: `${value} Oak St` },
          { firstname: `Bob ${value}` },
          { email: `theirs${value}@example.com` },
          { phone: `+1646555${String(random(10_000)).padStart(4, '0')}` },
          { hs_lead_status: pick(THEIRS) },
        ]),
        UI,
      )
    }
    const { faults, webhooks } = server.hubspot
    const disturb = async () => {
      if (random(15) === 0) {
        // Only the owner can end a revocation, and nothing tells of a webhook that is lost for good.
        const fault = pick(HUBSPOT_FAULTS.filter((each) => each !== 'revoked' && each !== 'slow'))
        await faults.tell({ fault, times: 1 + random(3) })
      }
      if (random(15) === 0) {
        const fault = pick(WEBHOOK_FAULTS.filter((each) => each !== 'lost' && each !== 'forged'))
        await webhooks.faults.tell({ fault, times: 1, ms: 20 })
      }
    }
    for (let edit = 0; edit < EDITS; edit += 1) {
      if (random(2) === 0) await editOurs()
      else editTheirs()
      server.clock.advance(1 + random(5_000))
      await disturb()
      if (random(4) === 0) await runTransfers(server.deps, FRESH)
    }
    await faults.tell({ fault: null })
    await webhooks.faults.tell({ fault: null })
    await server.drain(FRESH)

    expect(contacts()).toHaveLength(LEADS)
    const links = await db.selectFrom('hubspot_links').select(['lead_id', 'contact_id', 'error']).execute()
    expect(links.filter(({ error }) => error !== null)).toEqual([])
    expect(new Set(links.map(({ contact_id }) => contact_id)).size).toBe(LEADS)
    const leads = await leadsOf(db, ids)
    for (const { lead_id, contact_id } of links) {
      const lead = leads.get(lead_id)
      const contact = account.get('contacts', contact_id ?? '')
      if (!lead) throw new Error('No lead')
      const ours = sharedOf(lead)
      const properties = Object.fromEntries(contact.values)
      for (const field of FIELDS) {
        const theirs = readField(field, properties, DEFAULT_FIELD_MAP) ?? ''
        expect([lead_id, field, normalized(field, theirs)]).toEqual([
          lead_id,
          field,
          normalized(field, ours[field]),
        ])
      }
    }
    const count = async () => (await db.selectFrom('hubspot_transfers').select('id').execute()).length
    const before = [await count(), webhooks.deliveries.list().length]
    await server.drain(FRESH)
    expect([await count(), webhooks.deliveries.list().length]).toEqual(before)
  })
})
