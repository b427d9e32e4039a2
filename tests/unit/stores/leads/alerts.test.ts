import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AlertPorts, alertOf } from '../../../../src/stores/leads/alerts.ts'
import { openBrowser } from '../../../support/tabs.ts'

const lead = { leadId: 'lead_1', contactName: 'Ada' }
const items = new Map<string, string>()

beforeEach(() => {
  items.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => items.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const choose = (sound: boolean, notification: boolean) =>
  items.set('fieldhand.alerts', JSON.stringify({ sound, notification }))

/** One of several tabs that share locks; records its alerts. */
function tab(
  name: string,
  isInFront: boolean,
  did: string[],
  locks = openBrowser().openTab().locks,
): AlertPorts {
  return {
    locks,
    isInFront: () => isInFront,
    playChime: () => did.push(`${name} sounds`),
    showNotification: ({ title, body }) => {
      did.push(`${name} shows ${title} of ${body}`)
      return true
    },
    wait: () => new Promise((resolve) => setTimeout(resolve, 5)),
  }
}

it('does nothing that the owner has not enabled', async () => {
  const did: string[] = []
  await alertOf(lead, 'Green', tab('a', false, did))
  items.set('fieldhand.alerts', '{"sound":1}')
  await alertOf(lead, 'Green', tab('a', false, did))
  expect(did).toEqual([])
})

it('notifies only while the page is in the background; the sound always plays', async () => {
  choose(true, true)
  const did: string[] = []
  await alertOf(lead, 'Green', tab('front', true, did))
  await alertOf(lead, 'Green', tab('back', false, did))
  expect(did).toEqual(['front sounds', 'back sounds', 'back shows New lead: Ada of Green'])
})

it('alerts in one of several tabs, preferably in the visible one', async () => {
  choose(true, true)
  const did: string[] = []
  const locks = openBrowser().openTab().locks
  await Promise.all([
    alertOf(lead, 'Green', tab('back', false, did, locks)),
    alertOf(lead, 'Green', tab('other', false, did, locks)),
    alertOf(lead, 'Green', {
      ...tab('front', true, did, locks),
      wait: () => new Promise((done) => setTimeout(done, 50)),
    }),
  ])
  expect(did).toEqual(['front sounds'])
})
