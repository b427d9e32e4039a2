import { expect, it, onTestFinished } from 'vitest'
import { configure } from '../../../../src/api/client.ts'
import { dismissQuestion } from '../../../../src/stores/settings/asked-questions.ts'
import { signInTo, signOutNow } from '../../../support/session.ts'

it('a question that another member has dismissed is dismissed', async () => {
  onTestFinished(() => {
    signOutNow()
    configure()
  })
  configure({
    getToken: async () => 'token',
    fetch: async () => Response.json({ message: 'Not found' }, { status: 404 }),
  })
  signInTo('org_a')
  await expect(dismissQuestion('asked_1')).resolves.toBeUndefined()
})
