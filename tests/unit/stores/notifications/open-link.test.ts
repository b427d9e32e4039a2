import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { openLink } from '../../../../src/stores/notifications/open-link.ts'
import { FRESH } from '../../../support/api.ts'
import { connectConsole, stubAddress } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { notify } from '../../../support/notifications.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const server = await sharedServer()
const { db } = server.deps
let network: ReturnType<typeof connectConsole>

beforeEach(() => {
  network = connectConsole(server)
})
afterEach(() => {
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const statusOf = async (id: string) =>
  (
    await db
      .selectFrom('notifications')
      .select(['status', 'opened_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status

it('a followed link is reported once the session is known, once, and leaves the rest of the URL', async () => {
  const id = await notify(server, { organization_id: FRESH })
  const address = stubAddress(vi.stubGlobal, `/leads/lead_1?status=new&notification=${id}&call=1`)
  void openLink()
  expect(network.requests).toEqual([])
  signInTo(FRESH)
  await eventually(async () => expect(await statusOf(id)).toBe('opened'))
  expect(address.shown()).toBe('/leads/lead_1?status=new&call=1')
  void openLink()
  signInTo(FRESH, 'user_rival')
  expect(network.requests).toHaveLength(1)
})

it('a link without a notification reports nothing', () => {
  const address = stubAddress(vi.stubGlobal, '/leads/lead_1?status=new')
  signInTo(FRESH)
  void openLink()
  expect(network.requests).toEqual([])
  expect(address.shown()).toBe('/leads/lead_1?status=new')
})

it('a report that fails disturbs nobody', async () => {
  stubAddress(vi.stubGlobal, '/leads?notification=gone')
  signInTo(FRESH)
  void openLink()
  await eventually(() => expect(network.requests).toHaveLength(1))
})
