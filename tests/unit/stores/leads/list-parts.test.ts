import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { createLead, deleteLead, setLeadStatus } from '../../../../src/contract/leads.ts'
import { queryClient } from '../../../../src/stores/base/query/client.ts'
import { $allLeads, $firstLeads, closeLeadList } from '../../../../src/stores/leads/list.ts'
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
/** A first part of 100, two parts of 1,000, and the rest. */
const MANY = 2_300
const FIRST = '?limit=100'
const NEXT = '?since=&limit=1000'

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]

beforeAll(async () => {
  const at = server.clock.now().getTime()
  const leads = Array.from({ length: MANY }, (_, index) => {
    const created = new Date(at - (index + 1) * 60_000)
    return {
      ...{ id: `lead-${index}`, organization_id: FRESH, status: 'new', source: 'phone' },
      ...{ created_at: created, updated_at: created },
    }
  })
  for (let from = 0; from < MANY; from += 500) {
    await server.deps.db
      .insertInto('leads')
      .values(leads.slice(from, from + 500))
      .execute()
  }
})

beforeEach(() => {
  network = connectConsole(server)
  stubAddress(vi.stubGlobal, '/leads')
  signInTo(FRESH)
  closes = []
})
afterEach(async () => {
  stopStores(closes)
  closeLeadList()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

/** The queries and cursors of the requests for the list. */
const asked = () =>
  network.requests
    .filter(({ url }) => new URL(url).pathname.endsWith(`${FRESH}/leads`))
    .map(({ url, headers }) => ({ search: new URL(url).search, cursor: headers.get('if-none-match') }))
const searches = () => asked().map(({ search }) => search)

/** Runs `meanwhile` before the part with a number, from 1, is answered; its response replaces the server's. */
function beforePart(part: number, meanwhile: () => Promise<unknown>): void {
  let parts = 0
  configure({
    fetch: async (request) => {
      if (new URL(request.url).search !== NEXT) return network.fetch(request)
      parts += 1
      const answer = parts === part && (await meanwhile())
      return answer instanceof Response ? answer : network.fetch(request)
    },
  })
}

const follow = () =>
  closes.push(
    $allLeads.listen(() => {}),
    $shownLeads.listen(() => {}),
  )
const whole = () =>
  eventually(() => expect($allLeads.get()).toMatchObject({ status: 'ready', isFetching: false }))
const ids = () => $allLeads.get().data?.map(({ id }) => id)
const listed = async () => {
  const response = await server.fetchApi(`/api/v1/organizations/${FRESH}/leads`)
  return ((await response.json()) as { id: string }[]).map(({ id }) => id)
}

const params = { orgId: FRESH }
const add = (id: string) => call(server, createLead, { params, body: { id, prospect_name: id } })
const remove = (leadId: string) => call(server, deleteLead, { params: { ...params, leadId } })
const lose = (leadId: string) =>
  call(server, setLeadStatus, { params: { ...params, leadId }, query: { status: 'lost' } })
const statusOf = (id: string) => $allLeads.get().data?.find((lead) => lead.id === id)?.status

it('loads a long list in parts, and shows it once it is whole', async () => {
  const lengths = new Set<number | undefined>()
  closes.push($allLeads.subscribe(({ data }) => lengths.add(data?.length)))
  follow()
  await whole()
  expect(ids()).toEqual(await listed())
  expect(searches()).toEqual([FIRST, NEXT, NEXT, NEXT])
  expect(lengths).toEqual(new Set([undefined, MANY]))
})

it('misses nothing that others create, change, and remove between two parts', async () => {
  beforePart(2, async () => {
    await add('arrived')
    await lose('lead-1')
    await lose('lead-500')
    await remove('lead-2')
    // The lead after which this part begins.
    await remove('lead-1099')
    await remove('lead-2000')
  })
  follow()
  await whole()
  expect(ids()).toEqual(await listed())
  expect(ids()).toHaveLength(MANY - 2)
  expect([statusOf('lead-1'), statusOf('lead-500')]).toEqual(['lost', 'lost'])
  expect(searches()).toEqual([FIRST, NEXT, NEXT, NEXT])
})

it("keeps the owner's own change that the server confirms between two parts", async () => {
  const change = { type: 'status', leadId: 'lead-3', status: 'converted' } as const
  beforePart(2, async () => {
    const lead = await sendChange(FRESH, change)
    await storeAnswers(FRESH, [{ change, madeAt: server.clock.now().toISOString(), lead }])
  })
  follow()
  await eventually(() => expect(ids()).toHaveLength(MANY - 2))
  await whole()
  expect(statusOf('lead-3')).toBe('converted')
  expect(ids()).toEqual(await listed())
})

it('continues after a part that failed, with the newest leads on screen', async () => {
  vi.spyOn(console, 'warn').mockReturnValue()
  const refuse = async () => Response.json({ message: 'No' }, { status: 403 })
  beforePart(2, refuse)
  follow()
  await eventually(() => expect($allLeads.get().status).toBe('failed'))
  expect($shownLeads.get().rows).toHaveLength(20)
  expect($firstLeads.get()?.leads).toHaveLength(100)
  configure({ fetch: network.fetch })
  const before = asked().length
  await $allLeads.get().refetch()
  await whole()
  expect(ids()).toEqual(await listed())
  const [after, ...others] = asked().slice(before)
  expect([after?.search, others.map(({ search }) => search)]).toEqual([NEXT, [NEXT]])
  // Not the cursor of the first part, which was answered.
  expect(asked().filter(({ cursor }) => cursor === after?.cursor)).toHaveLength(1)
})

it('retries a part without a connection, and continues there', async () => {
  let isFirst = true
  configure({
    fetch: async (request) => {
      if (new URL(request.url).search === NEXT && asked().length === 2 && isFirst) {
        isFirst = false
        throw new TypeError('Failed to fetch')
      }
      return network.fetch(request)
    },
  })
  follow()
  await whole()
  expect(ids()).toEqual(await listed())
  expect(searches()).toEqual([FIRST, NEXT, NEXT, NEXT])
})

it('shows nothing of an organization that was left between two parts, and continues with none of it', async () => {
  const left = Promise.withResolvers<void>()
  beforePart(2, async () => {
    signInTo(GREEN)
    left.resolve()
  })
  follow()
  await left.promise
  await whole()
  expect(ids()).toHaveLength(60)
  expect(queryClient.getQueryData([FRESH, 'leads', undefined])).toBeUndefined()
  const before = asked().length
  signInTo(FRESH)
  await eventually(() => expect(ids()?.length).toBeGreaterThan(MANY - 10))
  expect(ids()).toEqual(await listed())
  expect(searches().slice(before)).toEqual([FIRST, NEXT, NEXT, NEXT])
})

it('loads everything if the server has forgotten the cursor between two parts', async () => {
  beforePart(2, async () => server.fetchApi(`/api/v1/organizations/${FRESH}/leads${FIRST}`))
  follow()
  await whole()
  expect(ids()).toEqual(await listed())
  expect(searches()).toEqual([FIRST, NEXT, '?since='])
})

it('takes the whole list from an API that answers every part with it', async () => {
  beforePart(1, async () => server.fetchApi(`/api/v1/organizations/${FRESH}/leads?since=`))
  follow()
  await whole()
  expect(ids()).toEqual(await listed())
  expect(searches()).toEqual([FIRST])
})
