import { atom } from 'nanostores'
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest'
import { applyOutbox, type LeadChange, waitingText } from '../../../../src/domain/outbox/outbox.ts'
import { createOutbox } from '../../../../src/stores/base/outbox/outbox.ts'
import { $account } from '../../../../src/stores/base/session/account.ts'
import { LEAD_SENDERS } from '../../../../src/stores/leads/sending.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { eventually } from '../../../support/eventually.ts'
import { foreignServer, ORGANIZATION } from '../../../support/foreign-server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { openBrowser } from '../../../support/tabs.ts'

const server = await foreignServer()
afterAll(() => server.close())

const RENAME: LeadChange = { type: 'update', leadId: '17', fields: { contact_name: 'Ada Byron' } }
const LEADS = [buildLead({ id: '17', contact_name: 'Ada' })]

let outbox: ReturnType<typeof createOutbox>
beforeEach(() => {
  signInTo(ORGANIZATION)
  outbox = createOutbox({
    ...openBrowser().openTab(),
    $account,
    $senders: atom(LEAD_SENDERS),
    isOffline: () => false,
    noteSent: () => undefined,
    isBehind: () => false,
    show: () => undefined,
    onWake: () => () => undefined,
    onPageSwap: () => () => undefined,
  })
})
afterEach(() => {
  outbox.stop()
  signOutNow()
})

const submit = (change: LeadChange) => outbox.submit($account.get(), change)
const shownName = () => applyOutbox(LEADS, outbox.$overlay.get())[0]?.contact_name

it.each([
  [{ status: 404, body: { message: 'No route' } }, 'No route'],
  [{ status: 404, type: 'text/html', body: '<!doctype html>' }, 'HTTP 404: Not Found'],
  [{ body: { status: 404, error: 'No route' } }, 'No route'],
])(
  'an update that is answered with %j succeeds after 500 ms and stays on the device',
  async (reply, reason) => {
    server.answer(reply)
    const start = performance.now()
    expect(await submit(RENAME)).toBe('waiting')
    expect(performance.now() - start).toBeGreaterThanOrEqual(499)
    expect(shownName()).toBe('Ada Byron')
    await eventually(() => expect(server.requests.length).toBeGreaterThanOrEqual(4))
    expect(outbox.$entries.get()).toMatchObject([{ change: RENAME, reason }])
    expect(outbox.$refusals.get()).toEqual([])
    expect(shownName()).toBe('Ada Byron')
    expect(waitingText(outbox.$entries.get())).toBe('1 change is only on this device')

    server.answer(({ path }) => (path === '/leads/17' ? reply : { status: 204 }))
    expect(await submit({ type: 'status', leadId: '18', status: 'lost' })).toBe('sent')
    server.answer({ status: 204 })
    outbox.flush()
    await eventually(() => expect(outbox.$entries.get()).toEqual([]))
  },
)

it('an update that cannot be sent at all says so', async () => {
  server.answer('unreachable')
  expect(await submit(RENAME)).toBe('waiting')
  expect(waitingText(outbox.$entries.get())).toBe('1 change will send when you are back online')
})

it('a removal that is answered with 404 is done', async () => {
  server.answer({ status: 404 })
  expect(await submit({ type: 'delete', leadId: '17' })).toBe('sent')
})

it('an update that is rejected fails with the reason', async () => {
  server.answer({ body: { success: false, message: 'Not your lead' } })
  await expect(submit(RENAME)).rejects.toThrow('Not your lead')
  expect(shownName()).toBe('Ada')
})
