import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { MINUTE_MS } from '../../../../src/domain/time/durations.ts'
import {
  $inboxSearch,
  changeInboxFilter,
  clearInboxFilter,
  closeInboxFilter,
  openInboxFilter,
  searchConversations,
} from '../../../../src/stores/conversations/filter.ts'
import { $shownInbox, showMoreConversations } from '../../../../src/stores/conversations/inbox.ts'
import { refreshConversation } from '../../../../src/stores/conversations/refresh-conversation.ts'
import { $waiting, $waitingCount } from '../../../../src/stores/conversations/waiting.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const FRESH = 'org_freshcut'
/** A first page of 30, one more of 100, and the rest. */
const MANY = 170

const server = await sharedServer()
let network: ReturnType<typeof connectConsole>
let address: ReturnType<typeof stubAddress>
let closes: (() => void)[]

const name = (number: number) => `c${String(number).padStart(3, '0')}`
const at = (number: number) => new Date(server.clock.now().getTime() - (number + 1) * MINUTE_MS)

/** Conversations c000 (newest) to c169. Every tenth needs a person, every fourth is unread. */
beforeAll(async () => {
  const numbers = Array.from({ length: MANY }, (_, number) => number)
  await server.deps.db
    .insertInto('conversations')
    .values(
      numbers.map((number) => ({
        id: name(number),
        organization_id: FRESH,
        channel: 'website_chat',
        visitor_token_hash: name(number),
        state: '{}',
        status: number % 10 === 0 ? 'needs_person' : 'agent',
        needs: number % 10 === 0 ? 'asked' : null,
        unread: number % 4 === 0 ? 1 : 0,
        last_message_at: at(number),
        last_excerpt: `Message ${number}`,
        last_author: 'visitor',
        created_at: at(number),
        updated_at: at(number),
      })) as never,
    )
    .execute()
})

beforeEach(() => {
  network = connectConsole(server)
  address = stubAddress(vi.stubGlobal, '/conversations')
  openInboxFilter()
  signInTo(FRESH)
  closes = [$shownInbox.subscribe(() => {})]
})
afterEach(() => {
  stopStores(closes)
  closeInboxFilter()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const ids = () => $shownInbox.get().rows.map(({ id }) => id)
const shows = (count: number) => eventually(() => expect(ids()).toHaveLength(count))

it('loads the newest, then what follows until the end', async () => {
  await shows(30)
  expect(ids()[0]).toBe('c000')
  await showMoreConversations()
  expect(ids()).toHaveLength(130)
  await showMoreConversations()
  expect(ids()).toEqual(Array.from({ length: MANY }, (_, number) => name(number)))
  expect($shownInbox.get().hasMore).toBe(false)
})

it('asks for the next rows once at a time, and keeps the first ones after a failure', async () => {
  await shows(30)
  const before = network.requests.length
  await Promise.all([showMoreConversations(), showMoreConversations()])
  expect(network.requests.length - before).toBe(1)
  configure({ fetch: () => Promise.resolve(Response.json({ message: 'Broken' }, { status: 500 })) })
  await showMoreConversations()
  expect($shownInbox.get()).toMatchObject({ isLoadingMore: false, hasMore: true, rows: { length: 130 } })
  expect($shownInbox.get().moreError?.message).toBe('Broken')
  configure({ fetch: network.fetch })
  await showMoreConversations()
  expect($shownInbox.get()).toMatchObject({ moreError: null, rows: { length: MANY } })
})

it('a new message moves its row to the top; the others stay loaded', async () => {
  await shows(30)
  await showMoreConversations()
  const { db } = server.deps
  const change = (last_message_at: Date) =>
    db.updateTable('conversations').set({ last_message_at, unread: 3 }).where('id', '=', 'c120').execute()
  await change(new Date(server.clock.now().getTime() + MINUTE_MS))
  refreshConversation(FRESH, 'c120')
  await eventually(() => expect(ids()[0]).toBe('c120'))
  expect(new Set(ids()).size).toBe(130)
  expect(ids()).toHaveLength(130)
  expect($shownInbox.get().rows[0]?.unread).toBe(3)
  await change(at(120))
})

it('filters are in the address, and the first answer replaces the rows', async () => {
  await shows(30)
  changeInboxFilter({ needs_person: true })
  expect(address.shown()).toBe('/conversations?needs_person=true')
  expect($shownInbox.get()).toMatchObject({ isOutdated: true, rows: { length: 30 } })
  await shows(17)
  expect($shownInbox.get().isOutdated).toBe(false)
  changeInboxFilter({ unread: true })
  await shows(9)
  expect($inboxSearch.get()).toBe('?needs_person=true&unread=true')
  clearInboxFilter()
  expect(address.shown()).toBe('/conversations')
  await shows(30)
})

it('typing searches after a pause, and not before', async () => {
  await shows(30)
  const before = network.requests.length
  searchConversations('mul')
  searchConversations('mulch')
  expect(address.shown()).toBe('/conversations')
  await eventually(() => expect(address.shown()).toBe('/conversations?search=mulch'))
  await shows(0)
  const asked = network.requests.slice(before).map(({ url }) => new URL(url).searchParams.get('q'))
  expect(asked).toEqual(['mulch'])
})

it('counts what needs a person or is unread, each once', async () => {
  closes.push($waitingCount.subscribe(() => {}))
  await eventually(() => expect($waiting.get().data).toBeTruthy())
  // 17 need a person, 43 are unread, 9 are both.
  expect($waitingCount.get()).toBe(51)
})

it('drops the rows of another organization', async () => {
  await shows(30)
  signInTo('org_greenacres')
  expect(ids()).toEqual([])
  await eventually(() => expect($shownInbox.get().rows.length).toBeGreaterThan(0))
  expect(ids().some((id) => /^c\d{3}$/.test(id))).toBe(false)
})
