import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { QUIET_MS, reloadWhenIdle } from '../../../../src/platform/page/page-reload.ts'
import { $account } from '../../../../src/stores/base/session/account.ts'
import { $bulkRun, changeStatuses } from '../../../../src/stores/leads/bulk.ts'
import { buildLead } from '../../../support/build-lead.ts'
import { eventually } from '../../../support/eventually.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const leads = [buildLead({ id: 'lead_1' }), buildLead({ id: 'lead_2' })]

let asked: string[]
let answers: PromiseWithResolvers<void>[]
let reload: ReturnType<typeof vi.fn>
let listeners: Map<string, (event: Event) => void>

beforeEach(() => {
  asked = []
  answers = leads.map(() => Promise.withResolvers<void>())
  reload = vi.fn()
  listeners = new Map()
  vi.stubGlobal('location', { href: 'http://localhost:3000/leads', reload })
  vi.stubGlobal('addEventListener', (name: string, onMessage: (event: Event) => void) =>
    listeners.set(name, onMessage),
  )
  vi.stubGlobal('removeEventListener', (name: string) => listeners.delete(name))
  configure({
    baseUrl: 'http://localhost:3001',
    fetch: async ({ url, method }) => {
      if (method === 'GET') return Response.json([])
      asked.push(url)
      await answers[asked.length - 1]?.promise
      return Response.json({})
    },
    getToken: async () => 'token',
  })
  signInTo('org_a')
})
afterEach(() => {
  vi.useRealTimers()
  signOutNow()
  configure()
  vi.unstubAllGlobals()
})

it.each([
  ['in the organization', 'org_a'],
  ['after a switch to another organization', 'org_b'],
])('a bulk change keeps the page until all leads are sent, %s', async (_, organizationId) => {
  const running = changeStatuses($account.get(), leads, { status: 'converted' })
  await eventually(() => expect(asked).toHaveLength(1))
  signInTo(organizationId)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const stop = reloadWhenIdle()
  await vi.advanceTimersByTimeAsync(3 * QUIET_MS)
  expect(reload).not.toHaveBeenCalled()
  const close = new Event('beforeunload', { cancelable: true })
  listeners.get('beforeunload')?.(close)
  expect(close.defaultPrevented).toBe(true)

  for (const { resolve } of answers) resolve()
  await eventually(() => expect(asked).toHaveLength(2))
  await running
  expect(listeners.has('beforeunload')).toBe(false)
  expect($bulkRun.get()?.text).toBe(organizationId === 'org_a' ? '2 leads updated to converted.' : undefined)
  await vi.advanceTimersByTimeAsync(QUIET_MS)
  expect(reload).toHaveBeenCalledTimes(1)
  stop()
})
