import { expect, it } from 'vitest'
import { sharedServer } from '../../support/server.ts'
import { beginChat, readChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer({ now: new Date('2026-11-20T15:00:00Z') })

it('stores and shows no number of a payment card or of Social Security', async () => {
  const session = await beginChat(server, 'org_greenacres')
  await sayInChat(server, session, 'Mowing for Jane Doe, 614-555-0188')
  const { messages } = await sayInChat(server, session, 'My card is 4111 1111 1111 1111, SSN 123-45-6789')
  expect(messages[0]?.content).toBe('My card is [card number removed], SSN [Social Security number removed]')
  expect(messages[1]?.content).toContain("please don't send card or Social Security numbers here")
  const { db } = server.deps
  const stored = JSON.stringify([
    await (await readChat(server, session)).json(),
    await db.selectFrom('messages').selectAll().execute(),
    await db.selectFrom('conversations').selectAll().execute(),
    await db.selectFrom('leads').selectAll().execute(),
    await db.selectFrom('notifications').selectAll().execute(),
  ])
  expect(stored).toContain('614) 555-0188')
  expect(stored).not.toMatch(/4111|123-?45-?6789/)
})
