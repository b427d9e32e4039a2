import { afterEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $insights } from '../../../../src/stores/dashboard/insights.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const server = await sharedServer()
const closes: (() => void)[] = []

afterEach(() => {
  stopStores(closes)
  vi.useRealTimers()
  signOutNow()
  configure()
})

it('the insights of a page that stays open include the new day after midnight', async () => {
  const { fetch } = connectConsole(server)
  const requests: string[] = []
  configure({
    fetch: (request) => {
      if (request.url.includes('/insights')) requests.push(request.url)
      return fetch(request)
    },
  })
  vi.useFakeTimers({
    toFake: ['Date', 'setInterval', 'clearInterval'],
    now: new Date(2026, 10, 20, 23, 59, 50),
  })
  signInTo('org_greenacres')
  closes.push($insights.subscribe(() => {}))
  await eventually(() => expect($insights.get().status).toBe('ready'))
  expect(requests).toHaveLength(1)
  vi.advanceTimersByTime(60_000)
  await eventually(() => expect(requests).toHaveLength(2))
})
