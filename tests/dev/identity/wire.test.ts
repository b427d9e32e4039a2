import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { decodeProtectedHeader } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkPassword, hashPassword, hashPublicPassword } from '../../../dev/identity/passwords.ts'
import { issueSessionToken, publicJwks } from '../../../dev/identity/tokens.ts'
import { errorCode, ORIGIN, openIdentity, type TestIdentity } from './support.ts'

const require = createRequire(import.meta.url)
const entry = require.resolve('@clerk/clerk-js')
const version: string = JSON.parse(readFileSync(join(entry, '..', '..', 'package.json'), 'utf8')).version
const BUNDLE = `/npm/@clerk/clerk-js@${version}/dist/clerk.browser.js`

let identity: TestIdentity
beforeAll(async () => {
  identity = await openIdentity()
})
afterAll(() => identity.close())

const urlencoded = { 'Content-Type': 'application/x-www-form-urlencoded' }
const send = (path: string, init: RequestInit) => identity.browser().send(path, init)

describe("errors have Clerk's format", () => {
  test.each<[string, string, RequestInit, number]>([
    ['an unknown route', '/nonsense', { method: 'GET' }, 404],
    ['an unknown method', '/client/sign_ins', { method: 'PUT' }, 404],
    ['a method override of a GET', '/me?_method=DELETE', { method: 'GET' }, 401],
    ['an invalid method override', '/me?_method=CONNECT', { method: 'POST' }, 404],
    [
      'a body of 100 kB',
      '/client/sign_ins',
      { method: 'POST', body: 'x'.repeat(100_000), headers: urlencoded },
      413,
    ],
    [
      'a JSON body',
      '/client/sign_ins',
      { method: 'POST', body: '{}', headers: { 'Content-Type': 'application/json' } },
      415,
    ],
    [
      'a picture',
      '/organizations/org_x/logo?_method=PUT',
      { method: 'POST', body: '…', headers: { 'Content-Type': 'multipart/form-data; boundary=x' } },
      415,
    ],
    [
      'bytes that are not text',
      '/client/sign_ins',
      { method: 'POST', body: new Uint8Array([255, 254, 0]), headers: urlencoded },
      422,
    ],
    [
      'NUL in a field',
      '/client/sign_ins',
      { method: 'POST', body: 'identifier=a%00b', headers: urlencoded },
      422,
    ],
    ['NUL in the URL', '/client/sign_ins/a%00b', { method: 'GET' }, 422],
    ['a broken escape in the URL', '/client/sign_ins/%E0%A4%A', { method: 'GET' }, 404],
    ['an unknown attempt', '/client/sign_ins/sia_unknown', { method: 'GET' }, 404],
    [
      'a sign-in by code',
      '/client/sign_ins',
      { method: 'POST', body: 'strategy=email_code', headers: urlencoded },
      404,
    ],
    [
      'another site',
      '/client/sessions?_method=DELETE',
      { method: 'POST', headers: { Origin: 'http://localhost:5173' } },
      403,
    ],
    [
      'a sandboxed page',
      '/client/sessions?_method=DELETE',
      { method: 'POST', headers: { Origin: 'null' } },
      403,
    ],
  ])('%s', async (_, path, init, status) => {
    const answer = await send(path, init)
    errorCode(answer)
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toMatch(/ at |\.ts:/)
  })

  test('a database error does not reveal its message', async () => {
    const broken = await openIdentity()
    await broken.browser().signUp('broken@example.com')
    await broken.db.destroy()
    const browser = broken.browser()
    browser.jar.set('__client', 'any')
    const answer = await browser.get('/client')
    expect([answer.status, errorCode(answer)]).toEqual([503, 'request_failed'])
    expect(answer.body.errors[0].message).toBe('The database is not available right now. Please try again')
  })

  test("the console's own origin may call", async () => {
    const headers = { Origin: ORIGIN }
    expect((await send('/client/sessions?_method=DELETE', { method: 'POST', headers })).status).toBe(200)
  })

  test('also outside the API', async () => {
    const response = await identity.fetch('/nonsense')
    expect(response.status).toBe(404)
    expect((await response.json()).errors[0].code).toBe('resource_not_found')
  })
})

describe('bundles', () => {
  const get = (path: string, encoding?: string) =>
    identity.fetch(path, encoding === undefined ? {} : { headers: { 'Accept-Encoding': encoding } })

  test.each([
    ['br, gzip', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    [undefined, null, (bytes: Buffer) => bytes],
  ] as const)('Accept-Encoding %s gets %s', async (asked, encoding, unpack) => {
    const response = await get(BUNDLE, asked)
    expect(response.headers.get('Content-Encoding')).toBe(encoding)
    expect(response.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('Vary')).toBe('Accept-Encoding')
    const bytes = unpack(Buffer.from(await response.arrayBuffer()))
    const original = readFileSync(join(entry, '..', 'clerk.browser.js'))
    expect(bytes.equals(original)).toBe(true)
  })

  test('a version prefix is served but not immutable', async () => {
    const response = await get(BUNDLE.replace(version, version.split('.')[0] ?? ''))
    expect([response.status, response.headers.get('Cache-Control')]).toEqual([200, 'no-cache'])
  })

  test.each([
    BUNDLE.replace(version, '1.2.3'),
    BUNDLE.replace('clerk.browser', 'unknown'),
    BUNDLE.replace('clerk.browser.js', '..%2Fpackage.json'),
    BUNDLE.replace('clerk.browser.js', '..%2F..%2F..%2F@clerk%2Fui%2Fdist%2Fui.browser.js'),
    BUNDLE.replace('clerk-js', 'backend'),
    BUNDLE.replace('clerk.browser.js', 'types'),
  ])('%s is not found', async (path) => {
    expect((await get(path)).status).toBe(404)
  })
})

describe('keys', () => {
  // Each Kysely instance plays another server.
  const server = (now: Date) => ({ ...identity.deps, db: identity.db.withTables(), clock: () => now })
  const start = new Date('2030-01-01T00:00:00Z')
  const later = (hours: number) => new Date(start.getTime() + hours * 3_600_000)
  const request = { userId: 'user_owner', sessionId: 'sess_1' }
  const keyIdOf = (token: string) => decodeProtectedHeader(token).kid
  const publishedIds = async (deps: ReturnType<typeof server>) =>
    (await publicJwks(deps)).keys.map(({ kid }) => kid)

  test('of all servers are published, and their private parts are stored nowhere', async () => {
    const servers = [1, 2, 3].map(() => server(start))
    const tokens = await Promise.all(servers.map((deps) => issueSessionToken(deps, request)))
    expect(new Set(tokens.map(keyIdOf)).size).toBe(3)
    for (const deps of servers) {
      expect(await publishedIds(deps)).toEqual(expect.arrayContaining(tokens.map(keyIdOf)))
    }
    const stored = await identity.db.selectFrom('identity_keys').selectAll().execute()
    for (const { public_jwk, ...rest } of stored) {
      expect(Object.keys(public_jwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use'])
      expect(Object.keys(rest).sort()).toEqual(['created_at', 'id'])
    }
  })

  test('rotate every day, and tokens of the last one stay valid for a while', async () => {
    const deps = server(start)
    const at = (hours: number) => ({ ...deps, clock: () => later(hours) })
    const first = keyIdOf(await issueSessionToken(deps, request))
    expect(keyIdOf(await issueSessionToken(at(23), request))).toBe(first)
    const second = keyIdOf(await issueSessionToken(at(24), request))
    expect(second).not.toBe(first)
    expect(await publishedIds(at(24))).toEqual(expect.arrayContaining([first, second]))
    expect(await publishedIds(at(26))).not.toContain(first)
  })
})

describe('password hashes', () => {
  test('match only their password, and two hashes of one password differ', async () => {
    const [one, two] = await Promise.all([hashPassword('pässwörd 🌱'), hashPassword('pässwörd 🌱')])
    expect(one).not.toBe(two)
    expect(await checkPassword('pässwörd 🌱'.normalize('NFD'), one)).toBe(true)
    expect(await checkPassword('password', one)).toBe(false)
  })

  test('of a password that everybody knows match only it', async () => {
    const known = await hashPublicPassword('greener-pastures')
    expect(await checkPassword('greener-pastures', known)).toBe(true)
    expect(await checkPassword('password', known)).toBe(false)
    expect(await checkPassword('greener-pastures', known.replace(':public', ''))).toBe(false)
  })

  test.each([null, '', 'plain', 'scrypt:', 'scrypt:00:zz'])('a stored %j matches nothing', async (stored) => {
    expect(await checkPassword('', stored)).toBe(false)
  })
})
