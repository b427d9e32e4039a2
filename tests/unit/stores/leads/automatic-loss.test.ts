import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { DAY_MS } from '../../../../src/domain/time/durations.ts'
import { $automaticLosses, dismissAutomaticLoss } from '../../../../src/stores/leads/automatic-loss.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { createDevice } from '../../../support/device.ts'
import { eventually } from '../../../support/eventually.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

let close: () => void

beforeEach(() => {
  const now = Date.now()
  const leads = [1, 2, 2].map((daysAgo, index) => {
    const automatic_at = new Date(now - daysAgo * DAY_MS).toISOString()
    return buildLead({ id: `lead_${index}`, status: 'lost', automatic_at })
  })
  vi.stubGlobal('localStorage', createDevice().localStorage)
  configure({
    baseUrl: 'http://localhost:3001',
    fetch: async () => Response.json(leads),
    getToken: async () => 'token',
  })
  signInTo('org_a')
  close = $automaticLosses.subscribe(() => {})
})
afterEach(() => {
  stopStores([close])
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

it('dismisses only the run that is shown', async () => {
  const losses = await eventually(() => {
    const [latest, ...earlier] = $automaticLosses.get()
    if (!latest) throw new Error('No losses yet')
    return { latest, earlier }
  })
  expect(losses.earlier).toHaveLength(1)
  dismissAutomaticLoss(losses.latest)
  expect($automaticLosses.get()).toEqual(losses.earlier)
})
