import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Hono } from 'hono'
import { HonoRequest } from 'hono/request'
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createApi } from '../../../server/app/api.ts'
import { createGuard } from '../../../server/http/auth.ts'
import type { Deps } from '../../../server/kernel/deps.ts'
import { GREEN } from '../../support/api.ts'
import { startTestServer, type TestServer } from '../../support/server.ts'

const ISSUER = 'https://clerk.example.test'

let server: TestServer
let provider: Server
let privateKey: CryptoKey
let keys: object[]
let api: Hono

beforeAll(async () => {
  server = await startTestServer()
  const pair = await generateKeyPair('RS256', { extractable: true })
  privateKey = pair.privateKey
  keys = [{ ...(await exportJWK(pair.publicKey)), kid: 'outside', alg: 'RS256' }]
  provider = createServer((_, response) => response.end(JSON.stringify({ keys })))
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  provider.close()
  await server.close()
})
beforeEach(() => {
  api = createApi(depsTrusting(jwksUrl()))
})

const jwksUrl = () => `http://127.0.0.1:${(provider.address() as AddressInfo).port}/.well-known/jwks.json`
const depsTrusting = (jwksUrl: string): Deps => ({
  ...server.deps,
  config: { ...server.deps.config, jwksUrl, tokenIssuer: ISSUER },
})

async function tokenOf(claims: object): Promise<string> {
  const now = Math.floor(server.clock.now().getTime() / 1000)
  return new SignJWT({ iss: ISSUER, sub: 'user_outside', exp: now + 60, ...claims })
    .setProtectedHeader({ alg: 'RS256', kid: 'outside' })
    .sign(privateKey)
}

async function disconnect(claims: object): Promise<Response> {
  const headers = { Authorization: `Bearer ${await tokenOf(claims)}`, 'X-Organization-ID': 'org_outside' }
  return api.request('/api/v1/integrations/hubspot', { method: 'DELETE', headers })
}

async function ask(organizationId: string, claims: object): Promise<{ status: number; body: object }> {
  const headers = { Authorization: `Bearer ${await tokenOf(claims)}` }
  const response = await api.request(`/api/v1/organizations/${organizationId}`, { headers })
  return { status: response.status, body: await response.json() }
}

describe('tokens of an external identity provider', () => {
  it('give access to the organization that they name, which starts on trial', async () => {
    const answer = await ask('org_outside', { o: { id: 'org_outside', slg: 'hill-top' } })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      id: 'org_outside',
      name: 'hill-top',
      subscription_status: 'trialing',
    })
    expect((await ask('org_outside', { o: { id: 'org_outside' } })).body).toEqual(answer.body)
  })

  it.each([{}, { o: { id: 'org_outside' } }, { sub: 'user_owner' }])(
    'give access to no other: %o',
    async (claims) => {
      expect((await ask(GREEN, claims)).status).toBe(403)
    },
  )

  it.each([
    { iss: 'https://elsewhere.test' },
    { azp: 'https://evil.example' },
    { exp: 1 },
    { exp: undefined },
    { sub: '' },
    { sub: 7 },
    { o: 'org_outside' },
    { nbf: 9_999_999_999 },
  ])('are refused with %o', async (claims) => {
    expect((await ask('org_outside', { o: { id: 'org_outside' }, ...claims })).status).toBe(401)
  })

  it.each([
    [{ o: { id: 'org_outside', rol: 'admin' } }, 204],
    [{ org_id: 'org_outside', org_slug: 'hill-top', org_role: 'org:admin' }, 204],
    [{ o: { id: 'org_outside', rol: 'member' } }, 403],
    [{ o: { id: 'org_outside' } }, 403],
    [{ org_id: 'org_outside', org_role: 'org:member' }, 403],
    [{ org_id: 'org_outside', org_role: 'org:estimator' }, 403],
    [{ org_id: 'org_elsewhere', org_role: 'org:admin' }, 403],
  ])('with %o disconnect HubSpot: %i', async (claims, status) => {
    expect((await disconnect(claims)).status).toBe(status)
  })

  it('are overridden by later webhooks', async () => {
    const { db, clock } = server.deps
    const admin = { o: { id: 'org_outside', rol: 'admin' }, iat: Math.floor(clock().getTime() / 1000) }
    expect((await disconnect(admin)).status).toBe(204)
    const member = {
      id: 'orgmem_1',
      organization_id: 'org_outside',
      user_id: 'user_outside',
      role: 'org:member',
    }
    const later = new Date(clock().getTime() + 1_000)
    await db
      .insertInto('members')
      .values({ ...member, changed_at: later, removed_at: null })
      .execute()
    expect((await disconnect(admin)).status).toBe(403)
    expect((await ask('org_outside', admin)).status).toBe(200)
    await db.updateTable('members').set({ removed_at: later }).execute()
    expect((await ask('org_outside', admin)).status).toBe(403)
    const renewed = { ...admin, iat: admin.iat + 2 }
    expect((await ask('org_outside', renewed)).status).toBe(200)
    await db.deleteFrom('members').execute()
  })

  it('keep the access of a member who has rejoined', async () => {
    const { db, clock } = server.deps
    const iat = Math.floor(clock().getTime() / 1000)
    const admit = async (issued: number) => {
      const token = await tokenOf({ o: { id: 'org_outside' }, iat: issued })
      const headers = { authorization: `Bearer ${token}` }
      return guard.admit(new HonoRequest(new Request('http://localhost', { headers })), 'org_outside')
    }
    const guard = createGuard(depsTrusting(jwksUrl()))
    const before = await admit(iat)
    await db
      .insertInto('members')
      .values({
        id: 'orgmem_1',
        organization_id: 'org_outside',
        user_id: 'user_outside',
        role: 'org:member',
        changed_at: new Date((iat + 1) * 1000),
        removed_at: new Date((iat + 1) * 1000),
      })
      .execute()
    const after = await admit(iat + 2)
    expect(await guard.isStillAdmitted(before)).toBe(false)
    expect(await guard.isStillAdmitted(after)).toBe(true)
    await db.deleteFrom('members').execute()
  })

  it('do not restore a deleted organization', async () => {
    const { db, clock } = server.deps
    const claims = { o: { id: 'org_gone', rol: 'admin' } }
    expect((await ask('org_gone', claims)).status).toBe(200)
    await db.deleteFrom('organizations').where('id', '=', 'org_gone').execute()
    await db.insertInto('deleted_organizations').values({ id: 'org_gone', deleted_at: clock() }).execute()
    expect((await ask('org_gone', claims)).status).toBe(403)
  })

  it('of the local identity are not accepted', async () => {
    const token = await server.tokenFor('owner@fieldhand.test', GREEN)
    const headers = { Authorization: `Bearer ${token}` }
    expect((await api.request(`/api/v1/organizations/${GREEN}`, { headers })).status).toBe(401)
  })

  it('cannot be verified while the provider is down, which signs nobody out', async () => {
    api = createApi(depsTrusting('http://127.0.0.1:1/jwks.json'))
    expect((await ask('org_outside', { o: { id: 'org_outside' } })).status).toBe(503)
  })
})
