import type { Clock } from 'pg-boss'
import { type Mailbox, startMailbox } from '../../dev/post/mailbox.ts'
import { type JobQueue, openQueue } from '../../server/db/queue.ts'
import { openEmail } from '../../server/notifications/channels/email.ts'
import { createNotifier } from '../../server/notifications/notifier.ts'
import type { Senders } from '../../server/notifications/senders.ts'
import { startTestServer, type TestServer } from './server.ts'

export interface NotifyingServer extends TestServer {
  mailbox: Mailbox
  queue: JobQueue
  /** Starts to plan and send announced notifications, if the server was started with `isHeld`. */
  begin(): Promise<void>
  /** Writes as a visitor, one message after another. Returns the conversation's ID and a function to write more. */
  visit(organizationId: string, messages: readonly string[]): Promise<Visitor>
}

export interface Visitor {
  id: string
  say(text: string): Promise<void>
}

type Options = Parameters<typeof startTestServer>[0] & {
  /** Whether announced jobs wait until `begin`. */
  isHeld?: boolean
  /** The clock for jobs. */
  jobClock?: Clock
}

/** Starts the application with the job queue and a mail server. */
export async function startNotifyingServer({
  isHeld = false,
  jobClock,
  ...options
}: Options = {}): Promise<NotifyingServer> {
  const mailbox = await startMailbox()
  const server = await startTestServer(options)
  const { deps, jobs } = server
  const queue = await openQueue(jobs, deps.log, jobClock)
  const email = openEmail({ url: mailbox.url, from: { name: 'Fieldhand', address: 'mail@fieldhand.test' } })
  const senders: Senders = { email, sms: null, push: null, close: async () => email.close() }
  deps.senders = senders
  const notifier = await createNotifier(deps, queue)
  deps.notifier = notifier
  let stopLooking: (() => Promise<void>) | undefined
  const begin = async () => {
    stopLooking = await notifier.start()
  }
  if (!isHeld) await begin()

  async function visit(organizationId: string, messages: readonly string[]): Promise<Visitor> {
    const call = async (path: string, token: string | null, body: object) => {
      const response = await server.fetchApi(path, {
        as: null,
        method: 'POST',
        body: JSON.stringify(body),
        headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json() as Promise<{ conversation_id: string; visitor_token: string }>
    }
    const { conversation_id: id, visitor_token: token } = await call(
      `/api/v1/widget/${organizationId}/conversations`,
      null,
      {},
    )
    let count = 0
    const say = async (content: string) => {
      count += 1
      await call(`/api/v1/widget/conversations/${id}/messages`, token, { content, client_id: `m${count}` })
    }
    for (const message of messages) await say(message)
    return { id, say }
  }

  return {
    ...server,
    mailbox,
    queue,
    begin,
    visit,
    async close() {
      await stopLooking?.()
      await queue.stop()
      await senders.close()
      await mailbox.close()
      await server.close()
    },
  }
}
