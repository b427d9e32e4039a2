import { afterEach, expect, it } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { disconnectService } from '../../../../src/stores/integrations/calendar-services.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

afterEach(() => {
  signOutNow()
  configure()
})

it('a service that was disconnected after the user signed out counts as disconnected', async () => {
  signInTo('org_a')
  configure({
    getToken: async () => 'token',
    async fetch() {
      signOutNow()
      return new Response(null, { status: 204 })
    },
  })
  await expect(disconnectService('google')).resolves.toBeUndefined()
})
