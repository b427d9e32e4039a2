import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import {
  DEFAULT_NOTIFICATION_SETTINGS,
  type NotificationSettings,
  type Person,
  putNotificationSettings,
} from '../../../../src/contract/notification-settings.ts'
import { countDrafts, deleteDrafts } from '../../../../src/stores/base/drafts.ts'
import { $hasNoNotifications } from '../../../../src/stores/notifications/known.ts'
import {
  $notificationSave,
  $notificationSettings,
  changeNotifications,
  changePeople,
  discardNotifications,
  removePerson,
  saveNotifications,
} from '../../../../src/stores/notifications/settings.ts'
import { $notificationSetup } from '../../../../src/stores/notifications/setup.ts'
import { call, FRESH } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { forgetDrafts } from '../../../support/forget-drafts.ts'
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
afterEach(async () => {
  await forgetDrafts()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

const loaded = () => eventually(() => expect($notificationSettings.get()).not.toBeNull())
const unsaved = async () => (await countDrafts('user_owner')).notifications
const shown = () => $notificationSettings.get()
const ESCALATION = DEFAULT_NOTIFICATION_SETTINGS.people[0] as Person
const BOB: Person = { ...ADA, id: 'bob', name: 'Bob', phone: '+16145550142', sms_consent: true }
const CY: Person = { ...ADA, id: 'cy', name: 'Cy' }

/** Changes the stored settings from elsewhere. */
const saveElsewhere = (body: Partial<NotificationSettings>) =>
  call(server, putNotificationSettings, { params: { orgId: FRESH }, body })

/** The phone numbers of members who agreed to texts. */
async function consents(): Promise<string[]> {
  const rows = await server.deps.db
    .selectFrom('sms_consents')
    .select('phone')
    .where('organization_id', '=', FRESH)
    .execute()
  return rows.map(({ phone }) => phone)
}

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
  expect(await unsaved()).toBe(0)
})

it('what the server says of a failure ends before what becomes of the change', async () => {
  await loaded()
  network.plan(faults.serverError, faults.serverError)
  await changeNotifications({ summary_time: '07:15' })
  expect($notificationSave.get().reason).toBe(
    'HTTP 500: Internal Server Error. Your change is kept on this device.',
  )
})

it('a change that does not arrive is shown, kept for the owner only, and sent again', async () => {
  await loaded()
  network.plan(faults.drop)
  await changeNotifications({ summary_time: '07:15' })
  expect(shown()?.summary_time).toBe('07:15')
  expect($notificationSave.get()).toMatchObject({ status: 'failed' })
  expect($notificationSave.get().reason).toContain('kept on this device')
  expect($notificationSetup.get().data?.settings.summary_time).not.toBe('07:15')
  expect(await unsaved()).toBe(1)

  signInTo(GREEN)
  await loaded()
  expect(shown()?.summary_time).toBe('18:00')
  expect($notificationSave.get().status).toBe('idle')

  // Coming back sends it.
  signInTo(FRESH)
  await eventually(() => expect($notificationSetup.get().data?.settings.summary_time).toBe('07:15'))
  await eventually(() => expect($notificationSave.get().status).toBe('saved'))
  expect(await unsaved()).toBe(0)
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
  const answer = (request: Request) => server.app.api.fetch(request)
  network.plan(answer, async (request) => {
    sent.push(await request.clone().json())
    void changeNotifications({ summary_time: '06:30' })
    void changeNotifications({ visitor_reminder_hours: 2 })
    return answer(request)
  })
  await changeNotifications({ summary_time: '06:00' })
  expect(sent).toEqual([{ summary_time: '06:00' }])
  expect($notificationSave.get().status).toBe('saved')
  expect($notificationSetup.get().data?.settings).toMatchObject({
    summary_time: '06:30',
    visitor_reminder_hours: 2,
  })
})

it('a change keeps the people that were added and changed elsewhere since', async () => {
  await saveElsewhere({ people: [ESCALATION, ADA] })
  await loaded()
  await $notificationSetup.get().refetch()
  const theirs = { ...ADA, email: 'ada@work.example' }
  await saveElsewhere({ people: [ESCALATION, BOB, theirs], escalate_minutes: 25 })
  await changePeople((people) =>
    people.map((each) => (each.id === ADA.id ? { ...each, name: 'Ada L.' } : each)),
  )
  const people = [ESCALATION, BOB, { ...theirs, name: 'Ada L.' }]
  expect(shown()).toMatchObject({ people, escalate_minutes: 25 })
  await $notificationSetup.get().refetch()
  expect(shown()).toMatchObject({ people, escalate_minutes: 25 })
  expect(await consents()).toEqual([BOB.phone])
})

it('a change that neither arrives nor fits on the device counts as unsaved', async () => {
  await loaded()
  const device = createDevice()
  vi.stubGlobal('localStorage', device.localStorage)
  device.fill()
  network.plan(faults.drop)
  await changeNotifications({ summary_time: '07:15' })
  expect(await unsaved()).toBe(1)
  await deleteDrafts('user_owner')
  expect(await unsaved()).toBe(0)
})

it('a change that was kept on the device reverts nothing that others have changed since', async () => {
  await saveElsewhere({ people: [ESCALATION, ADA, BOB] })
  await loaded()
  await $notificationSetup.get().refetch()
  network.plan(faults.drop, faults.drop, faults.drop)
  await changePeople((people) => [...people, CY])
  await changePeople((people) => people.filter(({ id }) => id !== BOB.id))
  await changeNotifications({ summary_time: '07:45' })
  await saveElsewhere({ people: [ADA, ESCALATION, BOB], summary_time: '09:00' })

  signInTo(GREEN)
  await loaded()
  signInTo(FRESH)
  await eventually(() => expect($notificationSave.get().status).toBe('saved'))
  await $notificationSetup.get().refetch()
  expect(shown()?.people.map(({ id }) => id)).toEqual(['ada', 'escalation', 'cy'])
  // This device chose it later.
  expect(shown()?.summary_time).toBe('07:45')
})

it('a removed person can be put back, but not into another organization', async () => {
  await saveElsewhere({ people: [BOB, ESCALATION, ADA] })
  await loaded()
  await $notificationSetup.get().refetch()
  expect(removePerson('nobody')).toBeNull()
  const undo = removePerson(BOB.id)
  await eventually(() => expect($notificationSave.get().status).toBe('saved'))
  expect(shown()?.people).toEqual([ESCALATION, ADA])

  signInTo(GREEN)
  undo?.()
  await loaded()
  const there = shown()
  undo?.()
  expect(shown()).toEqual(there)
  expect(await unsaved()).toBe(0)

  signInTo(FRESH)
  await loaded()
  undo?.()
  await eventually(() => expect($notificationSave.get().status).toBe('saved'))
  expect(shown()?.people).toEqual([BOB, ESCALATION, ADA])
  undo?.()
  expect(await unsaved()).toBe(0)
})

it('a change that arrived, but was not confirmed, is not sent again', async () => {
  await loaded()
  const answer = (request: Request) => server.app.api.fetch(request)
  network.plan(answer, async (request) => {
    await answer(request)
    return faults.drop()
  })
  await changeNotifications({ escalate_minutes: 33 })
  expect($notificationSave.get().status).toBe('failed')
  network.requests.length = 0
  await saveNotifications()
  expect($notificationSave.get().status).toBe('saved')
  expect(network.requests.map(({ method }) => method)).toEqual(['GET'])
  expect(await unsaved()).toBe(0)
})

it('values that an older console kept without their base remove nobody', async () => {
  await saveElsewhere({ people: [ESCALATION, BOB] })
  signInTo(GREEN)
  await deleteDrafts('user_owner')
  localStorage.setItem(
    `fieldhand.notifications.user_owner.${FRESH}`,
    JSON.stringify({ people: [ESCALATION, ADA], summary_time: '05:00' }),
  )
  signInTo(FRESH)
  await eventually(() => {
    expect($notificationSave.get().status).toBe('saved')
    expect(shown()).toMatchObject({ people: [ESCALATION, BOB, ADA], summary_time: '05:00' })
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
