import fc from 'fast-check'
import * as v from 'valibot'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { issueSessionToken } from '../../../dev/identity/tokens.ts'
import { ENDPOINTS } from '../../../server/api/endpoints.ts'
import { bookCall } from '../../../src/contract/bookings.ts'
import type { Endpoint } from '../../../src/contract/endpoint.ts'
import { ErrorBody } from '../../../src/contract/fields.ts'
import { confirmRecipient, sendRecipientCode } from '../../../src/contract/notification-settings.ts'
import { exportOrganization } from '../../../src/contract/privacy.ts'
import { translateMessages } from '../../../src/contract/translation.ts'
import { checkWebsite } from '../../../src/contract/website-check.ts'
import { readWebsite } from '../../../src/contract/website-reading.ts'
import { GREEN } from '../../support/api.ts'
import { fillHubspot } from '../../support/fill-hubspot.ts'
import { recordingSenders } from '../../support/recording-senders.ts'
import { sharedServer } from '../../support/server.ts'
import { repetitions } from '../../support/thorough.ts'
import { accepted, damaged, hostile } from './arbitrary.ts'

/** Random requests per endpoint; fewer for the export, which reads everything. */
const RUNS = repetitions(60, 300)
const EXPORTS = repetitions(10, 40)
/** How often an endpoint gets that many, until one of them was valid. */
const BATCHES = 5
/**
 * So many that none reaches the limit of changes per minute, and fewer than the devices that an organization may have, so
 * that requests can add some.
 */
const MEMBERS = 45
const TASKS = 1000
/** Leaves room for those that requests add. */
const SAVED = 100

const server = await sharedServer()
let tokens: string[]
let leadIds: string[]
let conversationIds: string[]
let sent = 0
let taken = 0

beforeAll(async () => {
  const { db } = server.deps
  const now = server.clock.now()
  const users = Array.from({ length: MEMBERS }, (_, index) => `user_fuzz${index}`)
  await db
    .insertInto('identity_users')
    .values(
      users.map((id) => ({
        id,
        email: `${id}@fieldhand.test`,
        email_id: `${id}_email`,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  await db
    .insertInto('identity_memberships')
    .values(
      users.map((id) => ({
        id: `${id}_member`,
        user_id: id,
        organization_id: GREEN,
        role: 'org:admin',
        created_at: now,
        updated_at: now,
      })),
    )
    .execute()
  tokens = await Promise.all(
    users.map((userId) => issueSessionToken(server.deps, { userId, sessionId: `sess_${userId}` })),
  )
  leadIds = (await db.selectFrom('leads').select('id').where('organization_id', '=', GREEN).execute()).map(
    ({ id }) => id,
  )
  conversationIds = Array.from({ length: TASKS }, (_, index) => `fuzz-${index}`)
  const written = {
    organization_id: GREEN,
    state: '{}',
    last_message_at: now,
    created_at: now,
    updated_at: now,
  }
  await db
    .insertInto('conversations')
    .values(conversationIds.map((id) => ({ id, ...written })))
    .execute()
  const message = {
    ...{ organization_id: GREEN, position: 0, message_type: 'outgoing' as const, author: 'agent' as const },
    ...{ content: 'Hello', trace: '{}', created_at: now },
  }
  await db
    .insertInto('messages')
    .values(conversationIds.map((id) => ({ ...message, id, conversation_id: id })))
    .execute()
  const saved = { organization_id: GREEN, title: 'Hello', text: 'Hello', created_at: now, updated_at: now }
  await db
    .insertInto('saved_replies')
    .values(conversationIds.slice(0, SAVED).map((id) => ({ id, ...saved })))
    .execute()
  const question = { organization_id: GREEN, question: 'Why?', asked_at: now }
  await db
    .insertInto('asked_questions')
    .values(conversationIds.map((id) => ({ id, conversation_id: id, meaning: id, ...question })))
    .execute()
  // A lead that no request removes, with the tasks.
  const kept = { id: 'fuzz-kept', organization_id: GREEN, status: 'new', source: 'phone' }
  await db
    .insertInto('leads')
    .values({ ...kept, created_at: now, updated_at: now })
    .execute()
  const times = { due_at: now, created_at: now, updated_at: now }
  const notifications = conversationIds.map((id) => ({
    ...{ id, organization_id: GREEN, event: id, kind: 'new_lead' as const, channel: 'email' as const },
    ...{ audience: 'owner' as const, recipient: 'ann@example.test', recipient_name: 'Ann', lead_id: kept.id },
    ...{ data: '{}', token: id, status: 'failed' as const, created_at: now },
  }))
  await db.insertInto('notifications').values(notifications).execute()
  const file = { organization_id: GREEN, file_name: 'leads.csv', rows: 3, created_by: users[0] ?? '' }
  await db
    .insertInto('lead_imports')
    .values(conversationIds.map((id) => ({ ...file, id, file_hash: id, created_at: now })))
    .execute()
  const devices = users.map((user_id, index) => ({
    ...{
      id: `fuzz-device-${index}`,
      organization_id: GREEN,
      user_id,
      endpoint: `https://push.test/${user_id}`,
    },
    ...{ name: 'Phone', p256dh: 'p', auth: 'a', alerts: '[]', created_at: now },
  }))
  await db.insertInto('push_devices').values(devices).execute()
  server.deps.senders = recordingSenders().senders
  const tasks = Array.from({ length: TASKS }, (_, index) => ({
    id: `fuzz-${index}`,
    organization_id: GREEN,
    lead_id: kept.id,
    text: 'Call back',
    ...times,
  }))
  await db.insertInto('tasks').values(tasks).execute()
})

// Some requests disconnect HubSpot or Google Calendar.
beforeEach(async () => {
  const { db } = server.deps
  const now = server.clock.now()
  await db.deleteFrom('integration_connections').where('organization_id', '=', GREEN).execute()
  await db.deleteFrom('hubspot_transfers').where('organization_id', '=', GREEN).execute()
  await db
    .insertInto('integration_connections')
    .values({ organization_id: GREEN, provider: 'hubspot', connected_at: now })
    .execute()
  await fillHubspot(db, GREEN, now)
  await db
    .insertInto('calendar_connections')
    .values({
      ...{ organization_id: GREEN, service: 'google', sealed: 'zsealed', connected_at: now },
      settings: JSON.stringify({ choice: { id: 'main', name: 'Main', detail: null } }),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
})

interface Request {
  path: string
  query: Record<string, unknown>
  body: string | undefined
  type: string | undefined
}

/** Requests of which about half are valid; the rest have a damaged path, query, or body. */
function requests(target: Endpoint): fc.Arbitrary<Request> {
  const leadId = fc.oneof(
    { weight: 8, arbitrary: fc.nat().map((n) => leadIds[n % leadIds.length] ?? '') },
    { weight: 1, arbitrary: hostileText },
  )
  const other = fc.oneof(fc.constantFrom(GREEN, 'green-acres-lawn-&-landscape', 'org_nobody'), hostileText)
  const path = fc.tuple(leadId, other).map(([lead, name]) =>
    target.path
      .replace(':orgId', GREEN)
      .replace(':leadId', encodeURIComponent(lead))
      .replace(/:(\w+)/g, (_, parameter: string) => {
        const known = name === GREEN ? KNOWN[parameter] : undefined
        return known?.() ?? encodeURIComponent(name)
      }),
  )
  const json = target.body
    ? fc.oneof(
        { weight: 6, arbitrary: accepted(target.body).map((data) => JSON.stringify(data)) },
        { weight: 4, arbitrary: damaged(target.body).map((data) => JSON.stringify(data)) },
        { weight: 1, arbitrary: hostile.map((data) => JSON.stringify(data)) },
        { weight: 1, arbitrary: fc.constantFrom('', '{', '1e400', '[1e999]', 'undefined', '{"a":1}}', '"') },
      )
    : fc.constantFrom(undefined, '{}')
  const query = target.query
    ? fc.oneof(
        { weight: 6, arbitrary: accepted(target.query) },
        { weight: 4, arbitrary: damaged(target.query) },
      )
    : fc.constant({})
  const type = fc.oneof(
    { weight: 15, arbitrary: fc.constant('application/json') },
    { weight: 1, arbitrary: fc.constantFrom(undefined, 'text/plain', 'application/x-www-form-urlencoded') },
  )
  return fc.record({ path, query: query as fc.Arbitrary<Record<string, unknown>>, body: json, type })
}

/** Stands for a device of the user who sends the request. */
const DEVICE_OF_USER = 'fuzz-device-of-user'

/** What exists in the organization, by the parameter of a path that names it. */
const KNOWN: Record<string, () => string> = {
  conversationId: () => conversationOf(),
  what: () => 'booking',
  messageId: () => messageOf(),
  questionId: () => taskOf(),
  replyId: () => taskOf(SAVED),
  notificationId: () => taskOf(),
  chatId: () => 'price',
  importId: () => taskOf(),
  integrationId: () => 'jobber',
  service: () => 'google',
  deviceId: () => DEVICE_OF_USER,
  taskId: () => taskOf(),
}

/** A task, notification, question, or saved reply of its own for each request, because some requests remove it. */
function taskOf(count = TASKS): string {
  taken += 1
  return `fuzz-${taken % count}`
}

/** A conversation of the organization; some requests remove it. */
function conversationOf(): string {
  taken += 1
  return conversationIds[taken % conversationIds.length] ?? ''
}

/** The message in the conversation that {@link conversationOf} returned last. */
const messageOf = () => conversationIds[taken % conversationIds.length] ?? ''

const hostileText = fc.oneof(
  fc.constantFrom('\0', '..', '.', '%', 'stats', 'a/b', '__proto__', 'x'.repeat(5000), '\ud7ff', "' or 1=1"),
  fc.string({ unit: 'grapheme', maxLength: 30 }),
)

async function sendRequest(target: Endpoint, { path, query, body, type }: Request): Promise<Response> {
  const user = sent % tokens.length
  const token = tokens[user]
  sent += 1
  const search = new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value)]],
    ),
  )
  return server.fetchApi(`${path.replace(DEVICE_OF_USER, `fuzz-device-${user}`)}?${search}`, {
    method: target.method,
    as: null,
    headers: {
      Authorization: `Bearer ${token}`,
      'X-Organization-ID': GREEN,
      ...(type && body !== undefined ? { 'Content-Type': type } : {}),
    },
    ...(body === undefined || target.method === 'GET' ? {} : { body }),
  })
}

const replyOf = ({ reply, alternative }: Endpoint) =>
  alternative ? v.union([reply ?? v.never(), alternative]) : (reply ?? v.never())

/** Expects a response that the contract declares, in the declared format. */
async function expectDeclared(target: Endpoint, response: Response): Promise<void> {
  const text = await response.text()
  if (response.ok) {
    if (target.reply === null) expect([response.status, text]).toEqual([204, ''])
    else expect(v.safeParse(replyOf(target), JSON.parse(text)).issues).toBeUndefined()
    return
  }
  const declared = [400, 401, 403, 404, 405, 413, 415, 429, ...(target.errors ?? [])]
  expect(declared, text).toContain(response.status)
  expect(v.is(ErrorBody, JSON.parse(text)), text).toBe(true)
}

describe('random requests', () => {
  it.each(ENDPOINTS.map((target) => [`${target.method} ${target.path}`, target] as const))(
    'never break %s',
    async (_, target) => {
      const statuses = new Set<number>()
      const success = target.reply === null ? 204 : 200
      // Nobody in the settings has a random address or code, there is no model, and few times are within a year.
      const cannot: readonly Endpoint[] = [
        bookCall,
        readWebsite,
        checkWebsite,
        sendRecipientCode,
        confirmRecipient,
        translateMessages,
      ]
      const canSucceed = target.access === 'member' && !cannot.includes(target)
      const property = fc.asyncProperty(requests(target), async (request) => {
        const response = await sendRequest(target, request)
        statuses.add(response.status)
        await expectDeclared(target, response)
      })
      for (let batch = 0; batch < BATCHES; batch += 1) {
        await fc.assert(property, { numRuns: target === exportOrganization ? EXPORTS : RUNS })
        if (!canSucceed || statuses.has(success)) return
      }
      expect.fail(`No request succeeded: ${[...statuses]}`)
    },
  )

  it('are thousands', () => {
    expect(sent).toBeGreaterThanOrEqual(3000)
  })
})
