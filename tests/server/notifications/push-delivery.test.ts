import { beforeAll, expect, it } from 'vitest'
import { createApp } from '../../../server/app/app.ts'
import type { App } from '../../../server/app/stand-ins.ts'
import { type JobQueue, openQueue } from '../../../server/db/queue.ts'
import { createNotifier } from '../../../server/notifications/notifier.ts'
import { eventually } from '../../support/eventually.ts'
import { type PostedServer, postedServer } from '../../support/post.ts'

const GREEN = 'org_greenacres'

let server: PostedServer
let queue: JobQueue
let app: App
let stop: () => Promise<void>

beforeAll(async () => {
  server = await postedServer()
  queue = await openQueue(server.jobs, server.deps.log)
  const notifier = await createNotifier(server.deps, queue)
  app = createApp({ ...server.deps, notifier }, server.standIns)
  stop = await notifier.start()
  return async () => {
    await stop()
    await queue.stop()
  }
})

let visitors = 0
/** Returns the id of a conversation whose visitor asks for a person. */
async function askForPerson(organizationId = GREEN): Promise<string> {
  visitors += 1
  const post = async (path: string, body: object, token?: string) => {
    const response = await app.api.fetch(
      new Request(`${server.origin}/api/v1/widget${path}`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'X-Forwarded-For': `10.4.0.${visitors}`,
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
      }),
    )
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as { conversation_id: string; visitor_token: string }
  }
  const { conversation_id: id, visitor_token } = await post(`/${organizationId}/conversations`, {})
  const content = 'I would like to talk to a person please'
  await post(`/conversations/${id}/messages`, { content, client_id: 'first' }, visitor_token)
  return id
}

async function addDevice(organization_id = GREEN) {
  const { id, endpoint, keys } = server.post.push.subscribe()
  const device = {
    id,
    organization_id,
    user_id: 'user_owner',
    session_id: null,
    name: 'Phone',
    endpoint,
    ...keys,
    alerts: JSON.stringify(['needs_person']),
    created_at: server.clock.now(),
  }
  await server.deps.db.insertInto('push_devices').values(device).execute()
  return id
}

const statusesOf = async (device: string) => {
  const rows = await server.deps.db
    .selectFrom('notifications')
    .select(['status', 'device_id', 'recipient_name'])
    .where('channel', '=', 'push')
    .orderBy('position', 'desc')
    .execute()
  return rows.filter(({ device_id }) => device_id === device || device_id === null)
}

it('a visitor who needs a person reaches a subscribed device, with the way to the conversation', async () => {
  const device = await addDevice()
  const conversation = await askForPerson()
  await eventually(() => expect(server.post.push.messages.list()).toHaveLength(1))
  const [message] = server.post.push.messages.list()
  expect(message?.to).toBe(device)
  expect(JSON.parse(message?.payload ?? '')).toMatchObject({
    path: expect.stringContaining(`/conversations/${conversation}`),
    tag: expect.stringContaining(conversation),
  })
  await eventually(async () => expect(await statusesOf(device)).toMatchObject([{ status: 'sent' }]))
  await server.deps.db.deleteFrom('push_devices').execute()
})

it('a device that no longer exists is removed, and the log says that it failed', async () => {
  const device = await addDevice()
  await server.post.push.faults.tell({ fault: '410' })
  await askForPerson()
  await eventually(async () => {
    expect((await statusesOf(device))[0]).toMatchObject({ status: 'failed', recipient_name: 'Phone' })
  })
  const { count } = await server.deps.db
    .selectFrom('push_devices')
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow()
  expect(Number(count)).toBe(0)
})

it('a push service that does not answer delays only the organization whose devices use it', async () => {
  await server.post.push.faults.tell({ fault: null })
  server.post.clear()
  const [hanging, other] = [await addDevice(), await addDevice('org_freshcut')]
  const { push } = server.senders
  if (!push) throw new Error('Push messages are not set up')
  const asked = Promise.withResolvers<void>()
  const end = Promise.withResolvers<never>()
  const { send } = push
  push.send = (target, payload) => {
    if (!target.endpoint.endsWith(hanging)) return send(target, payload)
    asked.resolve()
    return end.promise
  }
  await askForPerson()
  await asked.promise
  await askForPerson('org_freshcut')
  await eventually(() => expect(server.post.push.messages.list()).toMatchObject([{ to: other }]))
  end.reject(new Error('The push service does not answer in time.'))
  push.send = send
})
