import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { GREEN } from '../../support/api.ts'
import { until } from '../../support/eventually.ts'
import { addNotification } from '../../support/notification-row.ts'
import { phonePhoto } from '../../support/pictures.ts'
import { textingServer } from '../../support/texting.ts'

const server = await textingServer({ isHeld: true })
const { deps, post, clock } = server
const { db } = deps
const PIECES = ['hi', 'need mowing', 'at 12 oak st, Dublin OH 43017']

const texted = (phone: string) =>
  addNotification(db, {
    organization_id: GREEN,
    kind: 'reminder',
    channel: 'sms',
    audience: 'visitor',
    recipient: phone,
    status: 'sent',
    created_at: clock.now(),
    sent_at: clock.now(),
  })
const said = (phone: string) =>
  db
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .select(['messages.author', 'messages.content', 'messages.client_id', 'messages.position'])
    .where('text_phone', '=', phone)
    .orderBy('messages.position')
    .execute()
const waiting = () =>
  sql<{ state: string; delay: number }>`
    select state, extract(epoch from start_after - created_on)::int as delay from pgboss.job
    where name = 'texts' and state <> 'completed'`.execute(db)

/** Lets the server answer everything that has arrived. */
async function answerAll(): Promise<void> {
  await server.begin()
  await until(async () => (await waiting()).rows.length === 0)
}

it('texts that follow each other are answered together, each stored with its own ID', async () => {
  const [quick, slow, photos] = ['+16145550151', '+16145550152', '+16145550153']
  for (const phone of [quick, slow, photos]) await texted(phone)
  for (const [index, text] of PIECES.entries()) {
    const sid = { MessageSid: `SMquick${index}` }
    await server.text(quick, text, sid)
    await server.text(quick, text, sid)
  }
  const url = post.texts.attach('image/jpeg', await phonePhoto())
  await server.text(photos, 'my card is 4111 1111 1111 1111', { MessageSid: 'SMphoto0' })
  await server.text(photos, '', { MessageSid: 'SMphoto1', NumMedia: '1', MediaUrl0: url })
  await server.text(photos, '   ', { MessageSid: 'SMphoto2' })
  await server.text(slow, 'need mulch', { MessageSid: 'SMslow0' })
  clock.advance(11_000)
  await server.text(slow, 'for three beds', { MessageSid: 'SMslow1' })
  await answerAll()

  await until(() => server.received(quick).length > 0)
  const lines = await said(quick)
  expect(lines.filter(({ author }) => author === 'visitor')).toMatchObject(
    PIECES.map((content, index) => ({ content, client_id: `SMquick${index}`, position: index })),
  )
  expect(server.received(quick)).toHaveLength(1)
  expect(server.received(quick)[0]).not.toMatch(/What (?:is|'s) the (?:property )?address/i)
  const unread = await db
    .selectFrom('conversations')
    .select('unread')
    .where('text_phone', '=', quick)
    .executeTakeFirst()
  expect(unread).toEqual({ unread: 3 })
  const lead = await db
    .selectFrom('leads')
    .innerJoin('conversations', 'conversations.id', 'leads.conversation_id')
    .select(['service_interest', 'property_address'])
    .where('text_phone', '=', quick)
    .executeTakeFirst()
  expect(lead?.property_address).toContain('12 oak st')

  // The first text has waited long enough, so that it is answered with all that has arrived.
  await until(() => server.received(slow).length > 0)
  expect((await said(slow)).filter(({ author }) => author === 'visitor')).toHaveLength(2)
  expect(server.received(slow)).toHaveLength(1)

  const own = (await said(photos)).filter(({ author }) => author === 'visitor')
  expect(own.map(({ client_id }) => client_id)).toEqual(['SMphoto0', 'SMphoto1'])
  expect(own[0]?.content).not.toContain('4111')
  const stored = await db
    .selectFrom('photos')
    .innerJoin('messages', 'messages.id', 'photos.message_id')
    .select('photos.id')
    .where('messages.client_id', '=', 'SMphoto1')
    .execute()
  expect(stored).toHaveLength(1)
  const routes = await db.selectFrom('text_routes').select(['asked', 'waiting']).execute()
  expect(routes.every((route) => route.waiting.length === 0 && route.asked.length === 0)).toBe(true)
})
