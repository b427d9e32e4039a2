import { type CryptoKey, exportSPKI, generateKeyPair, importJWK, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { issueSessionToken, publicJwks } from '../../../dev/identity/tokens.ts'
import { ENDPOINTS } from '../../../server/api/endpoints.ts'
import { LEAD_EVENTS_PATH } from '../../../src/contract/events.ts'
import { FRESH, GREEN, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const owner = await server.tokenFor('owner@fieldhand.test', GREEN)
const rival = await server.tokenFor('rival@fieldhand.test', RIVAL)

const calls = [
  ...ENDPOINTS.filter(({ access }) => access !== 'public').map(({ method, path }) => ({ method, path })),
  { method: 'GET', path: LEAD_EVENTS_PATH },
]

const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Claims that would be valid with a correct signature. */
function goodClaims() {
  const now = Math.floor(server.clock.now().getTime() / 1000)
  return { iss: server.deps.config.tokenIssuer, sub: 'user_owner', iat: now, exp: now + 60, o: { id: GREEN } }
}

async function forgedBy(alg: 'RS256' | 'ES256'): Promise<string> {
  const { privateKey } = await generateKeyPair(alg)
  const { keys } = await publicJwks(server.deps)
  return new SignJWT(goodClaims()).setProtectedHeader({ alg, kid: keys[0]?.kid ?? '' }).sign(privateKey)
}

async function signedWithPublicKey(): Promise<string> {
  const [key] = (await publicJwks(server.deps)).keys
  if (!key) throw new Error('There is no public key')
  const pem = await exportSPKI((await importJWK(key, 'RS256', { extractable: true })) as CryptoKey)
  return new SignJWT(goodClaims())
    .setProtectedHeader({ alg: 'HS256', kid: key.kid ?? '' })
    .sign(new TextEncoder().encode(pem))
}

const [header, , signature] = owner.split('.')
const strangers: Record<string, string | null> = {
  'no token': null,
  'an empty token': 'Bearer ',
  'another scheme': `Basic ${owner}`,
  'a garbage token': 'Bearer garbage',
  'a token without signature': `Bearer ${owner.split('.').slice(0, 2).join('.')}.`,
  'a token of algorithm none': `Bearer ${base64({ alg: 'none', typ: 'JWT' })}.${base64(goodClaims())}.`,
  'a changed token': `Bearer ${header}.${base64({ ...goodClaims(), sub: 'user_rival' })}.${signature}`,
  'a token of another key': `Bearer ${await forgedBy('RS256')}`,
  'a token of another algorithm': `Bearer ${await forgedBy('ES256')}`,
  'a token signed with the public key as a secret': `Bearer ${await signedWithPublicKey()}`,
}

/** Accepted by each call that needs a body. */
const BODY = {
  ...{ outcome: 'answered', text: 'Call back', due_at: '2026-11-23T15:00:00Z' },
  ...{ alerts: [], client_id: 'one', message_type: 'outgoing', content: 'Hello', position: 0, title: 'Hi' },
  message_ids: ['any'],
  ...{ account_sid: `AC${'1'.repeat(32)}`, auth_token: 'any', phone: '+15005550007' },
  start_time: '2026-11-23T15:00:00.000Z',
}

async function request(
  { method, path }: { method: string; path: string },
  authorization: string | null,
  {
    organizationId = GREEN,
    headers = {},
  }: { organizationId?: string; headers?: Record<string, string> } = {},
): Promise<{ status: number; text: string }> {
  const address = path.replace(':orgId', organizationId).replace(':leadId', 'any')
  const response = await server.fetchApi(address, {
    method,
    as: null,
    headers: {
      'Content-Type': 'application/json',
      ...(authorization === null ? {} : { Authorization: authorization }),
      ...(path.includes(':orgId') ? {} : { 'X-Organization-ID': organizationId }),
      ...headers,
    },
    ...(method === 'GET' ? {} : { body: JSON.stringify(BODY) }),
  })
  return { status: response.status, text: await response.text() }
}

describe.each(calls)('$method $path', (target) => {
  it.each(Object.entries(strangers))('refuses %s', async (_, authorization) => {
    const answer = await request(target, authorization)
    expect(answer.status).toBe(401)
    expect(JSON.parse(answer.text)).toEqual({ message: expect.stringMatching(/\S/) })
  })

  it('refuses a member of another organization and an unknown organization alike', async () => {
    const foreign = await request(target, `Bearer ${rival}`)
    const unknown = await request(target, `Bearer ${rival}`, { organizationId: 'org_nobody' })
    expect(foreign.status).toBe(403)
    expect(unknown).toEqual(foreign)
    expect(Object.keys(JSON.parse(foreign.text))).toEqual(['message'])
  })

  it('refuses an impossible organization id', async () => {
    const answer = await request(target, `Bearer ${owner}`, { organizationId: '%00' })
    expect(answer.status).toBe(403)
  })
})

it.each(calls.filter(({ path }) => path.includes(':orgId')))(
  '$method $path refuses another organization in the header',
  async (target) => {
    const headers = { 'X-Organization-ID': FRESH }
    expect((await request(target, `Bearer ${owner}`, { headers })).status).toBe(403)
  },
)

describe('token', () => {
  it('is refused if it has expired', async () => {
    const past = new Date(server.clock.now().getTime() - 70_000)
    const claim = { userId: 'user_owner', sessionId: 'sess_test', organizationId: GREEN }
    const token = await issueSessionToken({ ...server.deps, clock: () => past }, claim)
    for (const target of calls) {
      const answer = await request(target, `Bearer ${token}`)
      expect(answer.status, target.path).toBe(401)
      expect(JSON.parse(answer.text)).toEqual({ message: 'Your session has expired. Please sign in again' })
    }
  })

  it('is refused if it belongs to another site or issuer', async () => {
    const claim = { userId: 'user_owner', sessionId: 'sess_test', organizationId: GREEN }
    const elsewhere = await issueSessionToken(server.deps, { ...claim, azp: 'https://evil.example' })
    const config = { ...server.deps.config, tokenIssuer: 'https://evil.example' }
    const foreign = await issueSessionToken({ ...server.deps, config }, claim)
    for (const token of [elsewhere, foreign]) {
      const answer = await request({ method: 'GET', path: '/api/v1/organizations/:orgId' }, `Bearer ${token}`)
      expect(answer.status).toBe(401)
    }
  })
})

it("does not give access to another organization's leads by id", async () => {
  const lead = await server.deps.db
    .selectFrom('leads')
    .selectAll()
    .where('organization_id', '=', GREEN)
    .executeTakeFirstOrThrow()
  const leadCalls = calls.filter(({ path }) => path.includes(':leadId'))
  for (const target of leadCalls) {
    const path = target.path.replace(':leadId', lead.id)
    const answer = await request({ ...target, path: `${path}?status=lost` }, `Bearer ${rival}`, {
      organizationId: RIVAL,
    })
    expect(answer.status, target.path).toBe(404)
  }
  const after = await server.deps.db.selectFrom('leads').selectAll().where('id', '=', lead.id).execute()
  expect(after).toEqual([lead])
  expect(leadCalls).toHaveLength(12)
})

it("does not give access to another organization's tasks by id", async () => {
  const select = () =>
    server.deps.db.selectFrom('tasks').selectAll().where('organization_id', '=', GREEN).execute()
  const before = await select()
  const taskCalls = calls.filter(({ path }) => path.includes(':taskId'))
  for (const target of taskCalls) {
    const path = target.path.replace(':taskId', before[0]?.id ?? '')
    const answer = await request({ ...target, path }, `Bearer ${rival}`, { organizationId: RIVAL })
    expect(answer.status, target.path).toBe(404)
  }
  expect(await select()).toEqual(before)
  expect(taskCalls).toHaveLength(2)
})

it("does not give access to another organization's conversations by id", async () => {
  const select = (table: 'conversations' | 'messages') =>
    server.deps.db.selectFrom(table).selectAll().where('organization_id', '=', GREEN).orderBy('id').execute()
  const before = [await select('conversations'), await select('messages')]
  const conversationCalls = calls.filter(({ path }) => path.includes(':conversationId'))
  for (const target of conversationCalls) {
    const path = target.path.replace(':conversationId', before[0]?.[0]?.id ?? '')
    const answer = await request({ ...target, path }, `Bearer ${rival}`, { organizationId: RIVAL })
    expect(answer.status, target.path).toBe(404)
  }
  expect([await select('conversations'), await select('messages')]).toEqual(before)
  expect(conversationCalls).toHaveLength(13)
})

it("does not give access to another organization's notifications and devices by id", async () => {
  const { db } = server.deps
  const now = server.clock.now()
  await db
    .insertInto('notifications')
    .values({
      ...{ id: 'theirs', organization_id: GREEN, event: 'theirs', kind: 'new_lead', channel: 'email' },
      ...{ audience: 'owner', recipient_name: 'Ann', data: '{}', token: 'theirs', status: 'failed' },
      created_at: now,
    })
    .execute()
  await db
    .insertInto('push_devices')
    .values({
      ...{ id: 'theirs', organization_id: GREEN, user_id: 'user_owner', endpoint: 'https://push.test/1' },
      ...{ name: 'Phone', p256dh: 'p', auth: 'a', alerts: '["new_lead"]', created_at: now },
    })
    .execute()
  const select = (table: 'notifications' | 'push_devices') => db.selectFrom(table).selectAll().execute()
  const before = [await select('notifications'), await select('push_devices')]
  const theirCalls = calls.filter(({ path }) => /:(notification|device)Id/.test(path))
  for (const target of theirCalls) {
    const path = target.path.replace(/:(notification|device)Id/, 'theirs')
    const answer = await request({ ...target, path }, `Bearer ${rival}`, { organizationId: RIVAL })
    expect(answer.status, target.path).toBe(404)
  }
  expect([await select('notifications'), await select('push_devices')]).toEqual(before)
  expect(theirCalls).toHaveLength(5)
})
