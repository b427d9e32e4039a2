import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { fetchLeadChanges } from '../../../../src/api/leads.ts'
import { createLead, deleteLead, type LeadChanges, setLeadStatus } from '../../../../src/contract/leads.ts'
import { refreshLeads } from '../../../../src/stores/app/live.ts'
import { $overlay } from '../../../../src/stores/base/outbox/overlay.ts'
import { queryClient } from '../../../../src/stores/base/query/client.ts'
import { $allLeads, closeLeadList, openLeadList } from '../../../../src/stores/leads/list.ts'
import { $lead, showLead } from '../../../../src/stores/leads/page.ts'
import { $shownLeads } from '../../../../src/stores/leads/rows.ts'
import { settleLeads } from '../../../../src/stores/leads/sending.ts'
import { call } from '../../../support/api.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sendChange } from '../../../support/senders.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const FRESH = 'org_freshcut'
const GREEN = 'org_greenacres'
const MANY = 130
/** The query for all leads, and with a cursor for the changes. */
const LIST = '?since='

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]

beforeAll(async () => {
  const at = server.clock.now().getTime()
  const leads = Array.from({ length: MANY }, (_, index) => {
    const created = new Date(at - (index + 1) * 60_000)
    const times = { created_at: created, updated_at: created }
    const prospect_name = `Person ${index}`
    return {
      id: `lead-${index}`,
      organization_id: FRESH,
      status: 'new',
      source: 'phone',
      prospect_name,
      ...times,
    }
  })
  await server.deps.db.insertInto('leads').values(leads).execute()
})

beforeEach(() => {
  network = connectConsole(server)
  stubAddress(vi.stubGlobal, '/leads')
  signInTo(FRESH)
  closes = []
})
afterEach(async () => {
  await server.deps.db
    .deleteFrom('leads')
    .where('organization_id', '=', FRESH)
    .where('id', 'not like', 'lead-%')
    .execute()
  stopStores(closes)
  closeLeadList()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

/** The requests for the list, as their queries; `*` marks those with a cursor. */
const asked = () =>
  network.requests
    .filter(({ url }) => new URL(url).pathname.endsWith('/leads'))
    .map(({ url, headers }) => new URL(url).search + (headers.has('if-none-match') ? '*' : ''))

/** Holds the responses to requests with this query until the returned function is called. */
function hold(search: string): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  configure({
    fetch: async (request) => {
      const response = await network.fetch(request)
      if (new URL(request.url).search === search) await promise
      return response
    },
  })
  return resolve
}

const follow = () =>
  closes.push(
    $allLeads.listen(() => {}),
    $shownLeads.listen(() => {}),
    $lead.listen(() => {}),
  )
const loaded = (count = MANY) => eventually(() => expect($allLeads.get().data).toHaveLength(count))
const idle = () => eventually(() => expect($allLeads.get().isFetching).toBe(false))

const params = { orgId: FRESH }
const add = (id: string) => call(server, createLead, { params, body: { id, prospect_name: id } })
const remove = (leadId: string) => call(server, deleteLead, { params: { ...params, leadId } })

it('searches on the server while the list loads', async () => {
  const release = hold(LIST)
  openLeadList(new URLSearchParams({ search: 'Person 129' }))
  follow()
  await eventually(() => expect($shownLeads.get().rows.map(({ id }) => id)).toEqual(['lead-129']))
  openLeadList(new URLSearchParams({ source: 'phone' }))
  expect($shownLeads.get().leads).toBeUndefined()
  release()
  await eventually(() => expect($shownLeads.get().total).toBe(MANY))
})

it('calls no lead missing before the list has loaded', async () => {
  const release = hold(LIST)
  follow()
  showLead('nobody')
  await eventually(() => expect(asked()).toEqual([LIST]))
  expect($lead.get().status).toBe('loading')
  release()
  await eventually(() => expect($lead.get().status).toBe('missing'))
  showLead('lead-129')
  expect($lead.get()).toMatchObject({ status: 'ready', lead: { id: 'lead-129' } })
})

it('asks only for what has changed, and keeps the other leads as they are', async () => {
  follow()
  await loaded()
  const before = $allLeads.get().data ?? []
  await add('made')
  await call(server, setLeadStatus, { params: { ...params, leadId: 'lead-7' }, query: { status: 'lost' } })
  await refreshLeads(FRESH)
  await loaded(MANY + 1)
  const after = $allLeads.get().data ?? []
  expect(asked()).toEqual([LIST, '?since=*'])
  expect(after[0]?.id).toBe('made')
  expect(after[8]).toMatchObject({ id: 'lead-7', status: 'lost' })
  expect(after.filter((lead) => !before.includes(lead))).toHaveLength(2)

  await remove('made')
  await refreshLeads(FRESH)
  await loaded()
  expect(asked().slice(2)).toEqual(['?since=*'])
})

it('loads everything if the changes do not add up', async () => {
  follow()
  await loaded()
  await server.deps.db
    .insertInto('leads')
    .values({
      ...{ id: 'unseen', organization_id: FRESH, status: 'new', source: 'phone' },
      ...{ created_at: server.clock.now(), updated_at: server.clock.now() },
    })
    .execute()
  // As if the lead were older than the cursor.
  await sql`alter table leads disable trigger leads_change`.execute(server.deps.db)
  await server.deps.db.updateTable('leads').set({ changed_in: 1 }).where('id', '=', 'unseen').execute()
  await sql`alter table leads enable trigger leads_change`.execute(server.deps.db)
  await refreshLeads(FRESH)
  await loaded(MANY + 1)
  expect(asked().slice(1)).toEqual(['?since=*', LIST])
})

it('misses nothing that changes while all leads load, and does not load them twice', async () => {
  const release = hold(LIST)
  follow()
  await eventually(() => expect(asked()).toEqual([LIST]))
  await add('meanwhile')
  const refreshed = refreshLeads(FRESH)
  release()
  await refreshed
  await loaded(MANY + 1)
  await idle()
  expect(asked()).toEqual([LIST, '?since=*'])
})

it('shows nothing of the previous organization if it changes while all leads load', async () => {
  const release = hold(LIST)
  follow()
  await eventually(() => expect(asked()).toEqual([LIST]))
  const counts: number[] = []
  configure({ fetch: network.fetch })
  signInTo(GREEN)
  closes.push($allLeads.subscribe(({ data = [] }) => counts.push(data.length)))
  await loaded(60)
  release()
  await idle()
  expect($allLeads.get().data).toHaveLength(60)
  expect(new Set(counts)).toEqual(new Set([0, 60]))
})

it("asks for changes if the device's copy of the leads is there", async () => {
  const part = await fetchLeadChanges(FRESH, null)
  if (Array.isArray(part)) throw new Error('This API sends a cursor')
  const { leads, cursor } = part
  queryClient.setQueryData([FRESH, 'leads', undefined], { leads, cursor })
  await queryClient.invalidateQueries()
  await add('since')
  follow()
  await loaded(MANY + 1)
  await idle()
  expect(asked()).toEqual([LIST, '?since=*'])
})

/** Earlier versions of the console stored the newest leads alone, with the total number and a cursor for the others. */
it('loads the others if the device has a part of the leads that an earlier version stored', async () => {
  const response = await server.fetchApi(`/api/v1/organizations/${FRESH}/leads?limit=100`)
  const { leads, total, cursor } = (await response.json()) as LeadChanges
  queryClient.setQueryData([FRESH, 'leads', undefined], { leads, isWhole: false, total, cursor })
  await queryClient.invalidateQueries()
  follow()
  await loaded()
  await idle()
  expect(asked()).toEqual(['?since=*'])
})

it('keeps a change that waits through refreshes, and then the confirmed one', async () => {
  follow()
  await loaded()
  const change = { type: 'status', leadId: 'lead-3', status: 'converted' } as const
  const made = { change, madeAt: server.clock.now().toISOString() }
  closes.push(() => $overlay.set([]))
  $overlay.set([made])
  const status = () => $allLeads.get().data?.find(({ id }) => id === 'lead-3')?.status
  await add('meanwhile')
  await refreshLeads(FRESH)
  await loaded(MANY + 1)
  expect(status()).toBe('converted')

  const lead = await sendChange(FRESH, change)
  await settleLeads(FRESH, [{ ...made, lead }])
  $overlay.set([])
  expect(status()).toBe('converted')
  await idle()
  expect(status()).toBe('converted')
  expect(asked().slice(1)).toEqual(['?since=*', '?since=*'])
})

it('in two tabs follows what either changes', async () => {
  follow()
  await loaded()
  vi.resetModules()
  const other = {
    ...(await import('../../../../src/stores/leads/list.ts')),
    ...(await import('../../../../src/stores/app/live.ts')),
    client: await import('../../../../src/api/client.ts'),
    session: await import('../../../support/session.ts'),
  }
  other.client.configure({ fetch: network.fetch, getToken: () => server.tokenFor('owner@fieldhand.test') })
  other.session.signInTo(FRESH)
  closes.push(other.$allLeads.listen(() => {}))
  await eventually(() => expect(other.$allLeads.get().data).toHaveLength(MANY))
  await add('for-both')
  await Promise.all([refreshLeads(FRESH), other.refreshLeads(FRESH)])
  await loaded(MANY + 1)
  await eventually(() => expect(other.$allLeads.get().data).toEqual($allLeads.get().data))
})

/** Answers like an API that knows no cursors. */
function poorer(answer: (request: Request) => Promise<Response>): void {
  configure({
    fetch: async (request) => {
      network.requests.push(request.clone())
      return answer(request)
    },
  })
}

const plainly = (request: Request) =>
  server.app.api.fetch(new Request(request.url.replace(/\?.*/, ''), request))

it('loads the whole list from an API that ignores the parameter', async () => {
  poorer(async (request) => plainly(request))
  follow()
  await loaded()
  await refreshLeads(FRESH)
  await idle()
  expect(asked()).toEqual([LIST, ''])
})

it.each([400, 422])(
  'loads the whole list from an API that refuses unknown parameters with %i',
  async (status) => {
    poorer(async (request) =>
      request.url.includes('?')
        ? Response.json({ message: 'Unknown parameter' }, { status })
        : plainly(request),
    )
    follow()
    await loaded()
    await refreshLeads(FRESH)
    await idle()
    expect(asked()).toEqual([LIST, '', ''])
  },
)
