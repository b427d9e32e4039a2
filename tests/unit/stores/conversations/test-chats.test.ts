import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { cancelLastChange, sendWaiting, startOutbox } from '../../../../src/stores/base/outbox/outbox.ts'
import { $account } from '../../../../src/stores/base/session/account.ts'
import { $shownInbox } from '../../../../src/stores/conversations/inbox.ts'
import { $testChats, deleteTestChats } from '../../../../src/stores/conversations/test-chats.ts'
import { $testLeads } from '../../../../src/stores/leads/bulk.ts'
import { deleteLead, REMOVAL_DELAY } from '../../../../src/stores/leads/changes.ts'
import { $allLeads } from '../../../../src/stores/leads/list.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'
import { beginChat, beginTest, sayInChat } from '../../../support/visitor.ts'

const FRESH = 'org_freshcut'
const server = await sharedServer({ now: new Date() })
let network: ReturnType<typeof connectConsole>
let closes: (() => void)[]

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  network = connectConsole(server)
  stubAddress(vi.stubGlobal, '/conversations')
  for (const table of ['leads', 'conversations'] as const)
    await server.deps.db.deleteFrom(table).where('organization_id', '=', FRESH).execute()
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
  configure()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

async function chat(begin: typeof beginChat, ...messages: string[]): Promise<string> {
  const session = await begin(server, FRESH)
  for (const message of messages) await sayInChat(server, session, message)
  return session.conversation_id
}

function open(): void {
  signInTo(FRESH)
  startOutbox()
  closes = [$shownInbox, $testChats, $allLeads, $testLeads].map(($store) => $store.subscribe(() => {}))
}

const rows = () => $shownInbox.get().rows.map(({ id }) => id)
const stored = async () =>
  (
    await server.deps.db
      .selectFrom('conversations')
      .select('id')
      .where('organization_id', '=', FRESH)
      .execute()
  ).map(({ id }) => id)
const leads = async () =>
  (await server.deps.db.selectFrom('leads').select('id').where('organization_id', '=', FRESH).execute())
    .length

it('test chats are deleted together with their leads, and restored by Undo', async () => {
  const visitor = await chat(beginChat, 'Lawn mowing', 'Ann', 'ann@example.com')
  const withLead = await chat(beginTest, 'Lawn mowing', 'Ann', 'ann@example.com')
  const without = await chat(beginTest, 'Hello')
  open()
  await eventually(() =>
    expect(
      $testChats
        .get()
        .map(({ id }) => id)
        .sort(),
    ).toEqual([withLead, without].sort()),
  )
  await eventually(() => expect($testLeads.get()).toHaveLength(1))

  await deleteTestChats($account.get(), $testChats.get())
  await eventually(() => expect(rows()).toEqual([visitor]))
  expect($testChats.get()).toEqual([])
  expect($testLeads.get()).toEqual([])
  expect(await stored()).toHaveLength(3)
  expect(await cancelLastChange(({ type }) => type === 'chat-delete')).toBe(true)
  await eventually(() => expect($testChats.get()).toHaveLength(1))
  expect(rows()).toHaveLength(2)

  await deleteTestChats($account.get(), $testChats.get())
  await vi.advanceTimersByTimeAsync(REMOVAL_DELAY)
  await sendWaiting()
  await eventually(async () => expect(await stored()).toEqual([visitor]))
  await eventually(() => expect(rows()).toEqual([visitor]))
  expect(await leads()).toBe(1)
})

it('the lead of a test is deleted with its chat, which the inbox no longer shows', async () => {
  const visitor = await chat(beginChat, 'Hello')
  await chat(beginTest, 'Lawn mowing', 'Ann', 'ann@example.com')
  open()
  await eventually(() => expect(rows()).toHaveLength(2))
  await eventually(() => expect($testLeads.get()).toHaveLength(1))
  for (const lead of $testLeads.get()) await deleteLead($account.get(), lead)
  await eventually(() => expect(rows()).toEqual([visitor]))
  await vi.advanceTimersByTimeAsync(REMOVAL_DELAY)
  await sendWaiting()
  await eventually(async () => expect(await stored()).toEqual([visitor]))
})

it('an inbox without tests asks for none', async () => {
  await chat(beginChat, 'Hello')
  open()
  await eventually(() => expect(rows()).toHaveLength(1))
  expect($testChats.get()).toEqual([])
  expect(network.requests.some(({ url }) => url.includes('test='))).toBe(false)
})
