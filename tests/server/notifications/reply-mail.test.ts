import { afterEach, beforeEach, expect, it } from 'vitest'
import { notePresence } from '../../../server/conversations/presence.ts'
import type { Occasion } from '../../../server/kernel/occasion.ts'
import { deliver } from '../../../server/notifications/deliver.ts'
import { plan } from '../../../server/notifications/plan.ts'
import type { Mail } from '../../../server/notifications/senders.ts'
import { type InboxThread, readInboxConversation } from '../../../src/contract/conversations.ts'
import { call, FRESH } from '../../support/api.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { addToldVisitor } from '../../support/told-visitor.ts'
import { replyTo } from '../conversations/support.ts'

const server = await sharedServer()
const { deps, clock } = server
const { db } = deps
const MINUTE = 60_000
const ADDRESS = 'ada@hedgerow.test'

let announced: Occasion[]
let sent: ReturnType<typeof recordingSenders>
let visitor: Awaited<ReturnType<typeof addToldVisitor>>

beforeEach(async () => {
  announced = []
  sent = recordingSenders()
  deps.senders = sent.senders
  deps.notifier = { announce: async (_, occasion) => void announced.push(occasion), wake: () => undefined }
  visitor = await addToldVisitor(db, { organization: FRESH, now: clock.now() })
})
afterEach(async () => {
  await db.deleteFrom('email_opt_outs').execute()
  await db.deleteFrom('sent_messages').execute()
  for (const table of ['notifications', 'leads', 'conversations'] as const) {
    await db.deleteFrom(table).where('organization_id', '=', FRESH).execute()
  }
})

/** Replies as a member, and plans what was announced. */
async function reply(text: string): Promise<void> {
  await replyTo(server, visitor, text)
  for (const occasion of announced.splice(0))
    await db.transaction().execute((tx) => plan(tx, deps, occasion, clock.now()))
}

const rows = () => db.selectFrom('notifications').selectAll().where('kind', '=', 'reply').execute()

/** Sends the mails that are due. */
async function passTime(ms: number): Promise<void> {
  clock.advance(ms)
  for (const { id, due_at } of await rows()) if (due_at && due_at <= clock.now()) await deliver(deps, id)
}

const mails = () => sent.sent.filter((each): each is Mail => 'subject' in each && each.to.address === ADDRESS)

async function way(): Promise<string | undefined> {
  const params = { orgId: FRESH, conversationId: visitor.conversation_id }
  const { body } = await call(server, readInboxConversation, { params })
  const shown = (body as InboxThread).visitor
  return shown ? `${shown.reply_way} ${shown.reply_email}` : undefined
}

const read = (position: number) =>
  notePresence(
    deps,
    { id: visitor.conversation_id, organization_id: FRESH },
    { tab: 'a', is_here: true, received_position: position, read_position: position },
  )

/** When the lead was answered. */
async function answeredAt(): Promise<number | undefined> {
  const leads = db.selectFrom('leads').select('answered_at').where('id', '=', visitor.lead_id)
  return (await leads.executeTakeFirst())?.answered_at?.getTime()
}

it('replies that stay unread for five minutes are mailed, once, together', async () => {
  expect(await way()).toBe(`email ${ADDRESS}`)
  await reply('Olivia here')
  await passTime(4 * MINUTE)
  await reply('Still here?')
  expect(mails()).toEqual([])
  const repliedAt = clock.now().getTime() - 4 * MINUTE
  expect(await answeredAt()).toBeUndefined()
  await passTime(MINUTE)
  expect(mails()).toHaveLength(1)
  expect(await answeredAt()).toBe(repliedAt)
  expect(mails()[0]?.subject).toContain('replied to your chat')
  expect(mails()[0]?.text).toContain('Olivia here')
  expect(mails()[0]?.text).toContain('Still here?')
  expect(mails()[0]?.text).not.toContain('Internal remark')
  expect(mails()[0]?.unsubscribeUrl).toBeTruthy()
  expect(await way()).toBe(`emailed ${ADDRESS}`)
  await reply('One more thing')
  await passTime(10 * MINUTE)
  expect(mails()).toHaveLength(1)
})

it('a reply that is read in the chat is not mailed, and leaves no entry; the next unread one is', async () => {
  await reply('Olivia here')
  await read(3)
  await passTime(5 * MINUTE)
  expect(mails()).toEqual([])
  expect(await rows()).toEqual([])
  expect(await way()).toBe(`email ${ADDRESS}`)
  await reply('Are you there?')
  await passTime(5 * MINUTE)
  expect(mails()).toHaveLength(1)
  expect(mails()[0]?.text).not.toContain('Olivia here')
})

it('a visitor who unsubscribed, also in the meantime, gets none', async () => {
  await reply('Olivia here')
  await db
    .insertInto('email_opt_outs')
    .values({ organization_id: FRESH, email: ADDRESS, at: clock.now() })
    .execute()
  expect(await way()).toBe(`unsubscribed ${ADDRESS}`)
  await passTime(5 * MINUTE)
  await reply('Hello?')
  await passTime(5 * MINUTE)
  expect(mails()).toEqual([])
})

it.each([
  ['asked for no contact', 'no_contact null', { state: JSON.stringify({ noContact: true }) }],
  ['is a test', 'test null', { is_test: true }],
])('a visitor who %s gets none', async (_, expected, fields) => {
  await db.updateTable('conversations').set(fields).where('id', '=', visitor.conversation_id).execute()
  expect(await way()).toBe(expected)
  await reply('Olivia here')
  expect(await rows()).toEqual([])
})

it('an address that a member typed gets none, and without email nothing is promised', async () => {
  await db
    .updateTable('leads')
    .set({ prospect_email: 'someone@else.test' })
    .where('id', '=', visitor.lead_id)
    .execute()
  expect(await way()).toBe('no_address null')
  await reply('Olivia here')
  expect(await rows()).toEqual([])
  deps.senders = { ...sent.senders, email: null }
  expect(await way()).toBe('unavailable null')
})
