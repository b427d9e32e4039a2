import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { DEFAULT_NOTIFICATION_SETTINGS, type Person } from '../../../../src/contract/notification-settings.ts'
import { $hasNoNotifications } from '../../../../src/stores/notifications/known.ts'
import {
  $notificationSave,
  $notificationSettings,
  changeNotifications,
  deleteUnsavedNotifications,
  discardNotifications,
  hasUnsavedNotifications,
  saveNotifications,
} from '../../../../src/stores/notifications/settings.ts'
import { $notificationSetup } from '../../../../src/stores/notifications/setup.ts'
import { FRESH } from '../../../server/api/support.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { faults } from '../../../support/faults.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const server = await sharedServer()
const GREEN = 'org_greenacres'
let network: ReturnType<typeof connectConsole>

const ADA: Person = {
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  phone: null,
  sms_consent: false,
  choices: { needs_person: ['email'], new_lead: [], booking: [], daily_summary: [] },
}

beforeEach(() => {
  vi.stubGlobal('localStorage', createDevice().localStorage)
  network = connectConsole(server)
  signInTo(FRESH)
  for (const $store of [$notificationSettings, $notificationSave]) onTestFinished($store.listen(() => {}))
})
afterEach(() => {
  deleteUnsavedNotifications('user_owner')
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const loaded = () => vi.waitFor(() => expect($notificationSettings.get()).not.toBeNull(), 10_000)
const shown = () => $notificationSettings.get()

it('shows the settings of the server; each change is stored', async () => {
  await loaded()
  expect(shown()?.people.map(({ id }) => id)).toEqual(['escalation'])
  const { people } = DEFAULT_NOTIFICATION_SETTINGS
  await changeNotifications({ people: [...people, ADA], escalate_minutes: 10 })
  expect($notificationSave.get()).toEqual({ status: 'saved', reason: '' })
  await $notificationSetup.get().refetch()
  expect($notificationSetup.get().data?.settings).toMatchObject({
    people: [{ id: 'escalation' }, ADA],
    escalate_minutes: 10,
  })
  expect(hasUnsavedNotifications('user_owner')).toBe(false)
})

it('a change that does not arrive is shown, kept for the owner only, and sent again', async () => {
  await loaded()
  network.plan(faults.drop)
  await changeNotifications({ summary_time: '07:15' })
  expect(shown()?.summary_time).toBe('07:15')
  expect($notificationSave.get()).toMatchObject({ status: 'failed' })
  expect($notificationSave.get().reason).toContain('kept on this device')
  expect($notificationSetup.get().data?.settings.summary_time).not.toBe('07:15')
  expect(hasUnsavedNotifications('user_owner')).toBe(true)

  signInTo(GREEN)
  await loaded()
  expect(shown()?.summary_time).toBe('18:00')
  expect($notificationSave.get().status).toBe('idle')

  // Coming back sends it.
  signInTo(FRESH)
  await vi.waitFor(() => expect($notificationSetup.get().data?.settings.summary_time).toBe('07:15'), 10_000)
  await vi.waitFor(() => expect($notificationSave.get().status).toBe('saved'))
  expect(hasUnsavedNotifications('user_owner')).toBe(false)
})

it('a change that the server refuses says why, and can be discarded', async () => {
  await loaded()
  const before = shown()
  await changeNotifications({ people: [{ ...ADA, id: 'someone' }] })
  expect($notificationSave.get()).toMatchObject({ status: 'failed' })
  expect($notificationSave.get().reason).toContain('The escalation contact cannot be removed')
  discardNotifications()
  expect(shown()).toEqual(before)
  expect($notificationSave.get().status).toBe('idle')
})

it('what changes while a change is sent is sent after it', async () => {
  await loaded()
  const sent: unknown[] = []
  network.plan(async (request) => {
    sent.push(await request.clone().json())
    void changeNotifications({ summary_time: '06:30' })
    void changeNotifications({ visitor_reminder_hours: 2 })
    return server.app.api.fetch(request)
  })
  await changeNotifications({ summary_time: '06:00' })
  expect(sent).toEqual([{ summary_time: '06:00' }])
  expect($notificationSave.get().status).toBe('saved')
  expect($notificationSetup.get().data?.settings).toMatchObject({
    summary_time: '06:30',
    visitor_reminder_hours: 2,
  })
})

it('a saved state needs no further request', async () => {
  await loaded()
  await saveNotifications()
  expect($notificationSave.get().status).toBe('idle')
})

// The last one: what an API lacks is remembered until the page is reloaded.
it('an API without notifications has no settings', async () => {
  configure({ fetch: async () => Response.json({ detail: 'Not Found' }, { status: 404 }) })
  await $notificationSetup.get().refetch()
  expect($notificationSetup.get().data).toBeNull()
  expect($hasNoNotifications.get()).toBe(true)
})
