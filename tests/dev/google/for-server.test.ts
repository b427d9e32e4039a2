import { expect, it } from 'vitest'
import { GOOGLE_BASE } from '../../../dev/google/for-server.ts'
import { GOOGLE_CALLBACK_PATH } from '../../../src/contract/google-calendar.ts'
import { answerConsent, clientOf, consentRequest, redeem } from '../../support/google-account.ts'
import { postedServer } from '../../support/post.ts'

const server = await postedServer({ seed: 'none' })
const url = server.origin + GOOGLE_BASE

it('runs in the server, for names of this machine', async () => {
  const redirect_uri = server.deps.config.origins.api + GOOGLE_CALLBACK_PATH
  const target = await answerConsent(url, consentRequest({ redirect_uri }))
  const { access_token } = await redeem(url, target, { redirect_uri })
  const client = await clientOf(url, access_token)
  expect((await client.calendarList.list()).data.items).toHaveLength(3)
  await fetch(`${server.origin}/__test/reset`, { method: 'POST' })
  await expect(client.calendarList.list()).rejects.toMatchObject({ status: 401 })
  const answer = await server.app.api.fetch(new Request(`http://attacker.example${GOOGLE_BASE}`))
  expect(answer.status).toBe(403)
})
