// A program with the client that `client.test.ts` generates beside a copy of this file.
import { createClient } from './client/client/index.js'
import {
  bookCall,
  createLead,
  createTask,
  createWebhook,
  getCallTimes,
  getLead,
  getLeadStats,
  listConversations,
  listLeads,
  listTasks,
  listWebhooks,
  postInboxMessage,
  readInboxConversation,
  updateLead,
  updateTask,
} from './client/index.js'

const { FIELDHAND_URL = '', FIELDHAND_ORG = '', FIELDHAND_KEY = '' } = process.env
const client = createClient({ baseUrl: FIELDHAND_URL, auth: FIELDHAND_KEY })
const path = { orgId: FIELDHAND_ORG }

const added = await createLead({
  client,
  path,
  body: { id: 'form-1', contact_name: 'Ada Byron', contact_phone: '614-555-0188' },
  throwOnError: true,
})
const ofLead = { ...path, leadId: added.data.id }
const found = await listLeads({ client, path, query: { phone: '+1 614 555 0188' }, throwOnError: true })
const changed = await updateLead({ client, path: ofLead, body: { budget: '$60' }, throwOnError: true })
const read = await getLead({ client, path: ofLead, throwOnError: true })
const stats = await getLeadStats({ client, path, throwOnError: true })

const { data: times } = await getCallTimes({ client, path: ofLead, throwOnError: true })
const [start_time = ''] = times.times
const booked = await bookCall({
  client,
  path: ofLead,
  body: { id: 'visit-1', start_time },
  throwOnError: true,
})

const task = await createTask({
  client,
  path: ofLead,
  body: { text: 'Call back', due_at: start_time },
  throwOnError: true,
})
await updateTask({
  client,
  path: { ...path, taskId: task.data.id },
  body: { done: true },
  throwOnError: true,
})
const { data: tasks } = await listTasks({ client, path, throwOnError: true })

const { data: inbox } = await listConversations({ client, path, query: { limit: '5' }, throwOnError: true })
const ofConversation = { ...path, conversationId: inbox.conversations[0]?.id ?? '' }
const reply = await postInboxMessage({
  client,
  path: ofConversation,
  body: { client_id: 'reply-1', message_type: 'outgoing', content: 'On Friday at 9' },
  throwOnError: true,
})
const { data: thread } = await readInboxConversation({ client, path: ofConversation, throwOnError: true })

const hook = await createWebhook({
  client,
  path,
  body: { url: process.env.FIELDHAND_HOOK ?? '', events: ['lead.created'] },
  throwOnError: true,
})
const { data: hooks } = await listWebhooks({ client, path, throwOnError: true })

const empty = await createLead({ client, path, body: {} })
const missing = await getLead({ client, path: { ...path, leadId: 'none' } })

process.stdout.write(
  JSON.stringify({
    statuses: [added, booked, task, reply, hook].map(({ response }) => response.status),
    found: Array.isArray(found.data) ? null : found.data.leads.map(({ id }) => id),
    changed: [changed.data.budget, read.data.budget],
    total: stats.data.total,
    booked: booked.data.booking_start_time === start_time,
    tasks: tasks.map(({ text, done_at }) => [text, done_at !== null]),
    thread: thread.messages.at(-1)?.content,
    secrets: [hook.data.secret?.slice(0, 6), hooks[0]?.secret],
    errors: [empty, missing].map(({ error, response }) => [response?.status, error?.code]),
    left: missing.response?.headers.get('RateLimit-Remaining'),
  }),
)
