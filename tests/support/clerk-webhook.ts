import { Webhook } from 'standardwebhooks'
import { CLERK_WEBHOOK_PATH } from '../../server/clerk/webhook.ts'
import type { TestServer } from './server.ts'

export const CLERK_SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

let sent = 0

interface Delivery {
  id?: string
  secret?: string
  signedAt?: Date
  change?: (body: string) => string
}

/** Delivers an event like Clerk; `at` is when it occurred. Returns the status of the response. */
export async function deliverFromClerk(
  server: Pick<TestServer, 'fetchApi'>,
  type: string,
  data: object,
  at: number,
  {
    id = `msg_${++sent}`,
    secret = CLERK_SECRET,
    signedAt = new Date(),
    change = (body) => body,
  }: Delivery = {},
): Promise<number> {
  const body = JSON.stringify({ type, object: 'event', data, timestamp: at, instance_id: 'ins_1' })
  const headers = {
    'svix-id': id,
    'svix-timestamp': String(Math.floor(signedAt.getTime() / 1000)),
    'svix-signature': new Webhook(secret).sign(id, signedAt, body),
  }
  const answer = await server.fetchApi(CLERK_WEBHOOK_PATH, {
    as: null,
    method: 'POST',
    headers,
    body: change(body),
  })
  return answer.status
}
