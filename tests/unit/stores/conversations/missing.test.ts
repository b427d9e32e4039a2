import { afterEach, beforeEach, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { $shownInbox } from '../../../../src/stores/conversations/inbox.ts'
import { $hasConversations, $needing, $waitingCount } from '../../../../src/stores/conversations/waiting.ts'
import { $today } from '../../../../src/stores/dashboard/today.ts'
import { connectConsole } from '../../../support/console.ts'
import { eventually } from '../../../support/eventually.ts'
import { minimalResponse, minimalUrl } from '../../../support/minimal-api.ts'
import { sharedServer } from '../../../support/server.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'
import { stopStores } from '../../../support/stop-stores.ts'

const server = await sharedServer({ now: new Date() })
let closes: (() => void)[]

beforeEach(() => {
  const network = connectConsole(server)
  configure({
    fetch: async (request) => {
      const answer = await network.fetch(new Request(minimalUrl(request.url), request))
      const { status, body } = minimalResponse(request.method, request.url, {
        status: answer.status,
        body: await answer.text(),
      })
      return new Response(body, { status })
    },
  })
  signInTo('org_greenacres')
  closes = [$shownInbox, $hasConversations, $waitingCount, $needing, $today].map(($store) =>
    $store.subscribe(() => {}),
  )
})
afterEach(() => {
  stopStores(closes)
  signOutNow()
  configure()
})

it('an API without conversations has no inbox, no badge, and nobody who waits', async () => {
  expect($hasConversations.get()).toBe(true)
  await eventually(() => expect($today.get().status).toBe('ready'))
  await eventually(() => expect($shownInbox.get().status).toBe('missing'))
  expect($hasConversations.get()).toBe(false)
  expect($waitingCount.get()).toBe(0)
  expect($needing.get()).toEqual([])
  const today = $today.get()
  expect(today.status === 'ready' && today.items.map(({ kind }) => kind)).not.toContain('waiting')
})
