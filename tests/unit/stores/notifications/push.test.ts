import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { hasPushDevice } from '../../../../src/stores/notifications/has-push-device.ts'
import {
  $pushStatus,
  $thisDevice,
  checkPush,
  leavePush,
  removePushDevice,
  setPushAlerts,
  turnOnPush,
} from '../../../../src/stores/notifications/push.ts'
import { forgetPush } from '../../../../src/stores/notifications/push-devices.ts'
import { $notificationSetup } from '../../../../src/stores/notifications/setup.ts'
import { FRESH } from '../../../support/api.ts'
import { connectConsole } from '../../../support/console.ts'
import { createDevice } from '../../../support/device.ts'
import { eventually } from '../../../support/eventually.ts'
import { faults } from '../../../support/faults.ts'
import { SERVER_KEY } from '../../../support/notifications-page.ts'
import { stubPushBrowser } from '../../../support/push-browser.ts'
import { recordingSenders } from '../../../support/recording-senders.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const server = await sharedServer()
const { deps } = server
const ALL = ['needs_person', 'new_lead', 'booking'] as const
let network: ReturnType<typeof connectConsole>
let browser: ReturnType<typeof stubPushBrowser>

beforeEach(() => {
  const { senders } = recordingSenders()
  deps.senders = { ...senders, push: senders.push && { ...senders.push, publicKey: SERVER_KEY } }
  vi.stubGlobal('localStorage', createDevice().localStorage)
  browser = stubPushBrowser()
  network = connectConsole(server)
  signInTo(FRESH)
  for (const $store of [$thisDevice, $pushStatus]) onTestFinished($store.listen(() => {}))
})
afterEach(async () => {
  forgetPush('user_owner')
  signOutNow()
  configure()
  vi.unstubAllGlobals()
  await deps.db.deleteFrom('push_devices').execute()
})

const loaded = () => eventually(() => expect($notificationSetup.get().data).toBeTruthy())
const stored = () =>
  deps.db.selectFrom('push_devices').select(['endpoint', 'name', 'alerts']).orderBy('created_at').execute()

async function turnedOn() {
  await loaded()
  expect(await turnOnPush()).toBeNull()
  const device = $thisDevice.get()
  if (!device) throw new Error('This browser is no device')
  return device
}

describe('turning push messages on', () => {
  it('asks for permission, and adds this browser as a device that receives all alerts', async () => {
    await loaded()
    expect($pushStatus.get()).toBe('off')
    await turnedOn()
    expect($pushStatus.get()).toBe('on')
    expect(await stored()).toEqual([
      { endpoint: browser.subscribed(), name: 'Chrome on Linux', alerts: [...ALL] },
    ])
    expect(hasPushDevice()).toBe(true)
  })

  it('stays off if the user refuses', async () => {
    await loaded()
    browser.state.answer = 'denied'
    expect(await turnOnPush()).toBeNull()
    expect($pushStatus.get()).toBe('denied')
    browser.state.permission = 'default'
    browser.state.answer = 'default'
    expect(await turnOnPush()).toBe('You have not allowed notifications in your browser.')
    expect(await stored()).toEqual([])
  })

  it('stays off if the browser’s push service or the server refuses, and says why', async () => {
    await loaded()
    browser.state.isRefused = true
    expect(await turnOnPush()).toBe('The browser’s push service did not accept this device.')
    browser.state.isRefused = false
    network.plan(faults.forbidden)
    expect(await turnOnPush()).toBe('Not yours')
    expect($pushStatus.get()).toBe('off')
    expect(await stored()).toEqual([])
  })
})

describe('a device', () => {
  it('receives less as soon as it is chosen, and again if the server refuses', async () => {
    const device = await turnedOn()
    await setPushAlerts(device, ['new_lead'])
    expect($thisDevice.get()?.alerts).toEqual(['new_lead'])
    expect(await stored()).toMatchObject([{ alerts: ['new_lead'] }])
    const seen: (string[] | undefined)[] = []
    onTestFinished($thisDevice.listen((now) => void seen.push(now?.alerts)))
    network.plan(faults.forbidden)
    await expect(setPushAlerts($thisDevice.get() ?? device, [])).rejects.toThrow('Not yours')
    expect(seen).toEqual([[], ['new_lead']])
  })

  it('is removed from the server, and its subscription ends', async () => {
    await removePushDevice(await turnedOn())
    expect(await stored()).toEqual([])
    expect(browser.subscribed()).toBeNull()
    expect(hasPushDevice()).toBe(false)
    expect($pushStatus.get()).toBe('off')
  })

  it('whose subscription was lost subscribes again, with the alerts that it received before', async () => {
    const before = await turnedOn()
    await setPushAlerts(before, ['booking'])
    browser.lose()
    await checkPush()
    expect(browser.subscribed()).not.toBe(before.endpoint)
    await eventually(() => expect($thisDevice.get()?.endpoint).toBe(browser.subscribed()))
    expect($thisDevice.get()?.alerts).toEqual(['booking'])
    expect($pushStatus.get()).toBe('on')
  })

  it('that was removed elsewhere does not come back', async () => {
    await turnedOn()
    await deps.db.deleteFrom('push_devices').execute()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 })
    onTestFinished(() => void vi.useRealTimers())
    await checkPush()
    expect(hasPushDevice()).toBe(false)
    expect(await stored()).toEqual([])
  })

  it('that was removed elsewhere can be turned off', async () => {
    const device = await turnedOn()
    await deps.db.deleteFrom('push_devices').execute()
    await removePushDevice(device)
    expect(browser.subscribed()).toBeNull()
    expect($pushStatus.get()).toBe('off')
  })

  it('that the server has confirmed today is not asked about', async () => {
    await turnedOn()
    const before = network.requests.length
    await checkPush()
    expect(network.requests).toHaveLength(before)
  })

  it('of a user who signs out is forgotten, also without a network', async () => {
    await turnedOn()
    await leavePush('user_owner')
    expect(await stored()).toEqual([])
    expect(browser.subscribed()).toBeNull()
    await turnedOn()
    network.plan(faults.drop)
    await leavePush('user_owner')
    expect(browser.subscribed()).toBeNull()
  })
})

it('a browser without push messages says so', async () => {
  vi.stubGlobal('PushManager', undefined)
  vi.stubGlobal('Notification', undefined)
  Reflect.deleteProperty(globalThis, 'PushManager')
  await checkPush()
  expect($pushStatus.get()).toBe('unsupported')
})
