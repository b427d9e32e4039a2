import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { addSource, removeSource } from '../../../../src/stores/integrations/calendar-setup.ts'
import { $calendars } from '../../../../src/stores/integrations/calendars.ts'
import { eventually } from '../../../support/eventually.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

const SOURCE = { id: 'calendar_1', host: 'calendar.example', read_at: null, error: null }
let sources: (typeof SOURCE)[]

beforeEach(() => {
  sources = []
  // A server that has done what it is asked before the connection breaks.
  configure({
    getToken: async () => 'token',
    async fetch({ method }) {
      if (method === 'GET') return Response.json({ has_feed: false, sources, services: [], connected: [] })
      sources = method === 'POST' ? [SOURCE] : []
      throw new TypeError('fetch failed')
    },
  })
  signInTo('org_a')
  onTestFinished($calendars.listen(() => {}))
})
afterEach(() => {
  signOutNow()
  configure()
})

it('a calendar that was added or removed without a response is shown as the server has it', async () => {
  const shown = (count: number) =>
    eventually(() => expect($calendars.get().data?.sources).toHaveLength(count))
  await shown(0)
  await expect(addSource('https://calendar.example/a.ics')).rejects.toThrow('could not be reached')
  await shown(1)
  await expect(removeSource(SOURCE.id)).rejects.toThrow('could not be reached')
  await shown(0)
})

it('a calendar that another tab has removed is removed', async () => {
  configure({ fetch: async () => Response.json({ message: 'No longer read' }, { status: 404 }) })
  await expect(removeSource(SOURCE.id)).resolves.toBeUndefined()
})
