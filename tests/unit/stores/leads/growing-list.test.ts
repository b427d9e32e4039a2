import { sql } from 'kysely'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { fetchLeadChanges } from '../../../../src/api/leads.ts'
import { createLead, deleteLead, setLeadStatus } from '../../../../src/contract/leads.ts'
import { wholeSet } from '../../../../src/domain/leads/lead-set.ts'
import { refreshLeads } from '../../../../src/stores/app/live.ts'
import { $overlay } from '../../../../src/stores/base/outbox/overlay.ts'
import { queryClient } from '../../../../src/stores/base/query/client.ts'
import {
  $allLeads,
  $openableLeads,
  changeLeadView,
  closeLeadList,
  openLeadList,
} from '../../../../src/stores/leads/list.ts'
import { $lead, showLead } from '../../../../src/stores/leads/page.ts'
import { $shownLeads } from '../../../../src/stores/leads/rows.ts'
import { sendChange, storeAnswers } from '../../../../src/stores/sending/send.ts'
import { call } from '../../../support/api.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const FRESH = 'org_freshcut'
const GREEN = 'org_greenacres'
const MANY = 130
/** The query for the parts that follow the first. */
const REST = '?since=&limit=1000'

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

it('shows the newest leads and the number of all while the others load', async () => {
  const release = hold(REST)
  openLeadList()
  follow()
  await eventually(() => expect($shownLeads.get().rows).toHaveLength(20))
  expect($shownLeads.get()).toMatchObject({ total: MANY, page: 1 })
  expect($shownLeads.get().rows[0]?.id).toBe('lead-0')
  expect($allLeads.get()).toMatchObject({ status: 'loading', data: undefined })

  changeLeadView({ page: 5 })
  await eventually(() => expect($shownLeads.get().rows[0]?.id).toBe('lead-80'))
  changeLeadView({ page: 7 })
  await eventually(() => expect($shownLeads.get().leads).toBeUndefined())
  release()
  await eventually(() => expect($shownLeads.get().rows[0]?.id).toBe('lead-120'))
  expect($shownLeads.get().total).toBe(MANY)
  expect(asked()).toEqual(['?limit=100', `${REST}*`])
})

it('searches on the server while the others load', async () => {
  const release = hold(REST)
  openLeadList()
  follow()
  await eventually(() => expect($shownLeads.get().rows).toHaveLength(20))
  openLeadList(new URLSearchParams({ search: 'Person 129' }))
  await eventually(() => expect($shownLeads.get().rows.map(({ id }) => id)).toEqual(['lead-129']))
  openLeadList(new URLSearchParams({ source: 'phone' }))
  expect($shownLeads.get().leads).toBeUndefined()
  release()
  await eventually(() => expect($shownLeads.get().total).toBe(MANY))
})

it('opens one of the newest leads while the others load, and calls none missing before that', async () => {
  const release = hold(REST)
  follow()
  showLead('lead-129')
  await eventually(() => expect($openableLeads.get()).toHaveLength(100))
  expect($lead.get().status).toBe('loading')
  showLead('lead-5')
  expect($lead.get()).toMatchObject({ status: 'ready', lead: { id: 'lead-5' } })
  showLead('nobody')
  release()
  await eventually(() => expect($lead.get().status).toBe('missing'))
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
  expect(asked().slice(2)).toEqual(['?since=*'])
  expect(after[0]?.id).toBe('made')
  expect(after[8]).toMatchObject({ id: 'lead-7', status: 'lost' })
  expect(after.filter((lead) => !before.includes(lead))).toHaveLength(2)

  await remove('made')
  await refreshLeads(FRESH)
  await loaded()
  expect(asked().slice(3)).toEqual(['?since=*'])
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
  expect(asked().slice(2)).toEqual(['?since=*', '?since='])
})

it('misses nothing that changes while all leads load, and does not load them twice', async () => {
  const release = hold(REST)
  follow()
  await eventually(() => expect(asked()).toEqual(['?limit=100', `${REST}*`]))
  await eventually(() => expect($openableLeads.get()).toHaveLength(100))
  await add('meanwhile')
  const refreshed = refreshLeads(FRESH)
  release()
  await refreshed
  await loaded(MANY + 1)
  await idle()
  expect(asked()).toEqual(['?limit=100', `${REST}*`, '?since=*'])
})

it('shows nothing of the previous organization if it changes while all leads load', async () => {
  const release = hold(REST)
  follow()
  await eventually(() => expect($openableLeads.get()).toHaveLength(100))
  const counts: number[] = []
  signInTo(GREEN)
  closes.push($openableLeads.subscribe(({ length }) => counts.push(length)))
  await loaded(60)
  release()
  await idle()
  expect($allLeads.get().data).toHaveLength(60)
  expect(new Set(counts)).toEqual(new Set([0, 60]))
})

it("asks for changes if the device's copy of all leads comes after the request for the first ones", async () => {
  const part = await fetchLeadChanges(FRESH, null)
  if (Array.isArray(part)) throw new Error('This API sends parts')
  const release = hold('?limit=100')
  follow()
  await eventually(() => expect(asked()).toEqual(['?since=', '?limit=100']))
  queryClient.setQueryData([FRESH, 'leads', undefined], wholeSet(part.leads, part.cursor))
  await add('since')
  release()
  await loaded(MANY + 1)
  await idle()
  expect(asked()).toEqual(['?since=', '?limit=100', '?since=*'])
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
  await storeAnswers(FRESH, [{ ...made, lead }])
  $overlay.set([])
  expect(status()).toBe('converted')
  await idle()
  expect(status()).toBe('converted')
  expect(asked().slice(2)).toEqual(['?since=*', '?since=*'])
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

/** Answers like an API that does not send parts of the list. */
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

it('loads the whole list from an API that ignores the parameters', async () => {
  poorer(async (request) => plainly(request))
  follow()
  await loaded()
  await refreshLeads(FRESH)
  await idle()
  expect(asked()).toEqual(['?limit=100', ''])
})

it('loads the whole list from an API whose own limit cuts the list off', async () => {
  poorer(async (request) => {
    const list = await (await plainly(request)).json()
    return Response.json(request.url.includes('limit') ? list.slice(0, 100) : list)
  })
  follow()
  await loaded()
  expect(asked()).toEqual(['?limit=100', ''])
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
    expect(asked()).toEqual(['?limit=100', ''])
  },
)
