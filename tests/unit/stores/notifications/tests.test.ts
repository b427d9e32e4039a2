import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { ESCALATION_PERSON } from '../../../../src/contract/notification-settings.ts'
import { $tests, sendTestTo, targetKey } from '../../../../src/stores/notifications/tests.ts'
import { FRESH, GREEN } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { recordingSenders } from '../../../support/recording-senders.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const server = await sharedServer()
const { deps } = server
const TARGET = { channel: 'email', person_id: ESCALATION_PERSON } as const
const key = targetKey(TARGET)
let network: ReturnType<typeof connectConsole>

beforeEach(() => {
  deps.senders = recordingSenders().senders
  deps.notifier = { announce: async () => {}, wake: () => undefined }
  network = connectConsole(server)
  signInTo(FRESH)
  onTestFinished($tests.listen(() => {}))
})
afterEach(async () => {
  signOutNow()
  configure()
  await deps.db.deleteFrom('notifications').execute()
})

const shown = () => $tests.get()[key]
const queued = () => eventually(() => expect(shown()?.notification?.status).toBe('queued'))
/** What the server's sending makes of the test. */
const becomes = (outcome: { status: 'sent' | 'failed'; reason?: string }) =>
  deps.db.updateTable('notifications').set(outcome).execute()

it('a test is followed until it is sent', async () => {
  const sending = sendTestTo(TARGET)
  expect(shown()).toEqual({ notification: null, problem: null })
  await queued()
  await becomes({ status: 'sent' })
  await sending
  expect(shown()).toMatchObject({
    problem: null,
    notification: { kind: 'test', channel: 'email', recipient: 'owner@fieldhand.test', status: 'sent' },
  })
})

it('a test that fails says why, also after a look that fails', async () => {
  const sending = sendTestTo(TARGET)
  await queued()
  await becomes({ status: 'failed', reason: 'The mailbox is full' })
  network.plan(faults.badGateway, faults.badGateway, faults.badGateway)
  await sending
  expect(shown()?.notification).toMatchObject({ status: 'failed', reason: 'The mailbox is full' })
})

it('a test that the server refuses says so', async () => {
  await sendTestTo({ channel: 'sms', person_id: ESCALATION_PERSON })
  expect($tests.get()[targetKey({ channel: 'sms', person_id: ESCALATION_PERSON })]).toEqual({
    notification: null,
    problem: 'Not sent. Save a phone number first',
  })
})

it('a test without a response says that it may have been sent', async () => {
  network.plan(faults.drop)
  await sendTestTo(TARGET)
  expect(shown()?.problem).toBe(
    'The server could not be reached. Check your internet connection. The test may have been sent.',
  )
})

it('a test of an API that returns no notification is shown as queued, and not followed', async () => {
  network.plan(faults.json({}))
  await sendTestTo(TARGET)
  expect(shown()?.notification?.status).toBe('queued')
})

it('a test that replaces another one is the only one that is followed', async () => {
  const first = sendTestTo(TARGET)
  await queued()
  const { id } = shown()?.notification ?? {}
  const second = sendTestTo(TARGET)
  const seen = new Set<string | undefined>()
  onTestFinished($tests.listen((tests) => void seen.add(tests[key]?.notification?.id)))
  await first
  await becomes({ status: 'sent' })
  await second
  expect(shown()?.notification?.status).toBe('sent')
  expect(seen).not.toContain(id)
})

it('a test is not shown to another organization, and ends there', async () => {
  const sending = sendTestTo(TARGET)
  await queued()
  signInTo(GREEN)
  await sending
  expect($tests.get()).toEqual({})
})
