import type { APIRequestContext } from '@playwright/test'
import { expect, TEST_ORIGINS } from './e2e.ts'
import { GREEN } from './organizations.ts'
import { OWNER, PASSWORD } from './sign-in.ts'

const IDENTITY = `${TEST_ORIGINS.console}/__clerk/v1/client`

/** Signs in the demo owner. Returns a function that calls the conversations API of the demo business. */
export async function memberOf(request: APIRequestContext) {
  const answer = await request.post(`${IDENTITY}/sign_ins`, {
    form: { identifier: OWNER, strategy: 'password', password: PASSWORD },
    maxRetries: 2,
  })
  const { response } = await answer.json()
  const tokens = `${IDENTITY}/sessions/${response.created_session_id}/tokens`
  const call = async (method: 'POST' | 'DELETE', path: string, data?: object) => {
    const { jwt } = await (await request.post(tokens)).json()
    const result = await request.fetch(
      `${TEST_ORIGINS.api}/api/v1/organizations/${GREEN}/conversations/${path}`,
      {
        method,
        headers: { Authorization: `Bearer ${jwt}`, 'X-Organization-ID': GREEN },
        ...(data && { data }),
      },
    )
    expect(result.ok(), await result.text()).toBe(true)
  }
  let count = 0
  return {
    reply: (conversation: string, content: string) =>
      call('POST', `${conversation}/messages`, {
        client_id: `reply-${conversation}-${count++}`,
        message_type: 'outgoing',
        content,
      }),
    act: (conversation: string, what: 'handback' | 'close' | 'typing') =>
      call('POST', `${conversation}/${what}`, {}),
    read: (conversation: string) => call('POST', `${conversation}/read`, { position: 1_000 }),
    erase: (conversation: string) => call('DELETE', conversation),
  }
}
