import { afterAll, expect, it } from 'vitest'
import { connectionsOf, markRevoked } from '../../../server/calendars/services.ts'
import { MINUTE_MS } from '../../../src/domain/time/durations.ts'
import { FRESH } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { startNotifyingServer } from '../../support/notifying.ts'

const server = await startNotifyingServer()
afterAll(() => server.close())

it('a connection that the service no longer accepts is told to each admin once', async () => {
  const { db, clock } = server.deps
  const connect = () =>
    db
      .insertInto('calendar_connections')
      .values({
        organization_id: FRESH,
        service: 'google',
        sealed: 'sealed',
        settings: JSON.stringify({ choice: { id: '1', name: 'Estimates', detail: null } }),
        connected_at: clock(),
      })
      .execute()
  await connect()
  const [connection] = await connectionsOf(db, FRESH)
  if (!connection) throw new Error('There is no connection')
  await markRevoked(server.deps, connection, 'a read failed')
  server.clock.advance(MINUTE_MS)
  await markRevoked(server.deps, connection, 'a booking failed')
  const mails = () => server.mailbox.mails.list()
  await eventually(() => expect(mails()).toHaveLength(1))
  const [mail] = mails()
  expect(mail?.subject).toBe('Google Calendar needs to be reconnected')
  expect(mail?.text).toContain('Nothing is transferred until an admin reconnects it')
  expect(mail?.text).toMatch(/Open integrations: http:\S+\/integrations\?notification=\w+&organization=\w+\n/)
  expect(mail?.text).toContain('because you are an admin')
  const planned = await db.selectFrom('notifications').select(['kind', 'recipient']).execute()
  expect(planned).toEqual([{ kind: 'connection_ended', recipient: mail?.to[0] }])
})
