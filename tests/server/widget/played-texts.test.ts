import { beforeEach, describe, expect, it } from 'vitest'
import { createPreviewPass } from '../../../src/contract/preview.ts'
import type { ChatAnswer, ChatSession } from '../../../src/contract/widget.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { textingServer } from '../../support/texting.ts'
import { leadOfChat, sendInChat } from '../../support/visitor.ts'

const server = await textingServer()
const { db } = server.deps
beforeEach(() => clear(server, FRESH))

const start = (query: string, body: object) =>
  server.fetchApi(`/api/v1/widget/${FRESH}/conversations${query}`, {
    as: null,
    method: 'POST',
    body: JSON.stringify(body),
  })
async function begin(): Promise<ChatSession> {
  const { body } = await call(server, createPreviewPass, { params: { orgId: FRESH } })
  const response = await start(`?pass=${body.pass}`, { by_text: true })
  expect(response.status).toBe(200)
  return response.json()
}
const say = async (session: ChatSession, text: string, id?: string): Promise<ChatAnswer> =>
  (await sendInChat(server, session, text, id)).json()

describe('a member who plays a customer’s phone', () => {
  it('gets texts as customers do, which introduce the agent once and are sent to nobody', async () => {
    const session = await begin()
    expect(session.messages).toEqual([])
    const { texts: [first] = [] } = await say(session, 'hi i need weekly mowing', 'one')
    expect(first?.text).toMatch(/^This is .*automated assistant of Fresh Cut Co\. Reply STOP to opt out\.\n/)
    expect(first?.segments).toBe(Math.ceil((first?.text.length ?? 0) / 153))
    const repeated = await say(session, 'hi i need weekly mowing', 'one')
    expect(repeated.texts).toEqual([first])
    const { texts = [] } = await say(session, 'Kay Lund')
    expect(texts.map(({ text }) => text).join()).not.toMatch(/automated|phone number/)
    const stored = await db
      .selectFrom('conversations')
      .select(['channel', 'is_test'])
      .where('id', '=', session.conversation_id)
      .executeTakeFirst()
    expect(stored).toEqual({ channel: 'sms', is_test: true })
    expect(await leadOfChat(server, FRESH, session)).toMatchObject({
      prospect_name: 'Kay Lund',
      prospect_phone: '(202) 555-0147',
      is_test: true,
    })
    expect(server.post.texts.texts.list()).toEqual([])
    expect(
      await db.selectFrom('sms_consents').selectAll().where('phone', 'like', '+1202555%').execute(),
    ).toEqual([])
  })

  it('needs a preview pass', async () => {
    expect((await start('', { by_text: true })).status).not.toBe(200)
    expect((await start('?pass=guessed', { by_text: true })).status).not.toBe(200)
  })
})
