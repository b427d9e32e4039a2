import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '../../../server/app/config.ts'
import { WRITES_PER_MINUTE } from '../../../server/http/write-limit.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { FRESH, GREEN, RIVAL, send } from '../../support/api.ts'
import { sharedServer, startTestServer, type TestServer } from '../../support/server.ts'

const server = await sharedServer()

const PROFILE = `/api/v1/organizations/${FRESH}/profile`
const json = { 'Content-Type': 'application/json' }
const put = (body: BodyInit, headers: Record<string, string> = json) =>
  send(server, PROFILE, { method: 'PUT', headers, body })

describe('a body', () => {
  it.each(['', '{', '{"phone":}', 'undefined', '\ufeff{', '{"phone":"1"}x'])(
    '%j is refused',
    async (body) => {
      const answer = await put(body)
      expect([answer.status, answer.body]).toEqual([400, { message: 'The request body is not valid JSON' }])
    },
  )

  it('that is not UTF-8 is refused', async () => {
    const answer = await put(new Uint8Array([...Buffer.from('{"phone":"'), 0xff, 0xfe, ...Buffer.from('"}')]))
    expect(answer.status).toBe(400)
  })

  it.each([
    ['[]', 'The request is not valid'],
    ['null', 'The request is not valid'],
    ['{"service_area_radius":1e400}', 'The number is too large'],
    ['{"service_area_radius":1e300}', 'service_area_radius is not valid'],
    ['{"phone":"\\u0000"}', 'Text contains characters that cannot be stored'],
    ['{"phone":"\\ud800"}', 'Text contains characters that cannot be stored'],
    ['{"a\\u0000b":1}', 'A name contains characters that cannot be stored'],
    [`{"x":${'['.repeat(400_000)}${']'.repeat(400_000)}}`, 'The data is nested too deeply'],
  ])('that is JSON but no profile is refused with a readable message', async (body, message) => {
    const answer = await put(body)
    expect([answer.status, answer.body.message]).toEqual([400, message])
  })

  it('with prototype names uses only its own listed fields', async () => {
    const body = '{"__proto__":{"phone":"9"},"constructor":{"x":1},"toString":1,"phone":"1"}'
    const answer = await put(body)
    expect([answer.status, answer.body.phone]).toEqual([200, '1'])
    expect(({} as Record<string, unknown>).phone).toBeUndefined()
  })

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'of type %s is refused',
    async (type) => {
      const answer = await put('{"phone":"1"}', { 'Content-Type': type })
      expect([answer.status, answer.body]).toEqual([415, { message: 'The request body must be JSON' }])
    },
  )

  it('in a named charset is parsed', async () => {
    expect((await put('{"phone":"1"}', { 'Content-Type': 'Application/JSON; charset=utf-8' })).status).toBe(
      200,
    )
  })

  it('beyond the limit is refused, whatever length it claims', async () => {
    const large = `{"pricing_notes":"${'x'.repeat(LIMITS.body)}"}`
    const answer = await put(large)
    expect([answer.status, answer.body]).toEqual([413, { message: 'The request is too large' }])
    const stream = new Blob([large]).stream()
    const chunked = await send(server, PROFILE, {
      method: 'PUT',
      headers: json,
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(chunked.status).toBe(413)
  })
})

describe('a path', () => {
  it('that does not exist returns JSON', async () => {
    const answer = await send(server, '/api/v1/nothing', {})
    expect([answer.status, answer.body]).toEqual([404, { message: 'Not found' }])
  })

  it('requested with another method returns the allowed methods', async () => {
    const headers = { 'Accept-Encoding': 'gzip' }
    const answer = await send(server, PROFILE, { method: 'DELETE', headers })
    expect(answer.headers.get('content-encoding')).toBeNull()
    expect([answer.status, answer.body]).toEqual([405, { message: 'Method not allowed' }])
    expect(answer.headers.get('allow')).toContain('PUT')
  })

  it.each(['%00', 'a%00b'])('with an id of %s is refused', async (id) => {
    const answer = await send(server, `/api/v1/organizations/${FRESH}/leads/${id}/conversation`, {})
    expect(answer.status).toBe(400)
  })
})

describe('an internal error', () => {
  it('is returned without its cause', async () => {
    const { schema } = server.deps.db
    await schema.alterTable('faqs').renameTo('faqs_gone').execute()
    const answer = await send(server, `/api/v1/organizations/${GREEN}/faqs`, {})
    await schema.alterTable('faqs_gone').renameTo('faqs').execute()
    expect([answer.status, answer.body]).toEqual([
      500,
      { message: 'Something went wrong on our side. Please try again' },
    ])
  })
})

describe('another origin', () => {
  const preflight = (origin: string, path = PROFILE) =>
    send(server, path, {
      method: 'OPTIONS',
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PUT',
        'Access-Control-Request-Headers': 'authorization,content-type,x-organization-id',
      },
    })

  it('is allowed if it is the console, for two hours, without credentials', async () => {
    const origin = server.deps.config.origins.console
    const { status, headers } = await preflight(origin)
    expect(status).toBe(204)
    expect(headers.get('access-control-allow-origin')).toBe(origin)
    expect(headers.get('access-control-allow-methods')).toBe('GET,POST,PUT,DELETE')
    expect(headers.get('access-control-allow-headers')).toBe(
      'Authorization,Content-Type,If-None-Match,Last-Event-ID,X-Organization-ID',
    )
    expect(headers.get('access-control-max-age')).toBe('7200')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })

  it('can also read errors if it is the console', async () => {
    const origin = server.deps.config.origins.console
    const answer = await send(server, PROFILE, { headers: { Origin: origin, Authorization: 'Bearer x' } })
    expect(answer.status).toBe(401)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    expect(answer.headers.get('vary')?.toLowerCase()).toContain('origin')
  })

  it.each(['https://evil.example', 'null', 'http://localhost', 'https://console.evil.example'])(
    '%s is not allowed',
    async (origin) => {
      expect((await preflight(origin)).headers.get('access-control-allow-origin')).toBeNull()
      const answer = await send(server, PROFILE, { headers: { Origin: origin } })
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    },
  )

  it('may call the widget from anywhere, without credentials', async () => {
    const { headers } = await preflight('https://customer.example', `/api/v1/widget/${GREEN}/config`)
    expect(headers.get('access-control-allow-origin')).toBe('*')
    expect(headers.get('access-control-allow-credentials')).toBeNull()
  })
})

describe('private responses', () => {
  it('are never cached or interpreted as another type', async () => {
    const { headers } = await send(server, PROFILE, {})
    expect(headers.get('cache-control')).toBe('private, no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  it('have no headers that only documents need', async () => {
    const { headers } = await send(server, PROFILE, { headers: { Origin: 'http://localhost:3000' } })
    const known = [
      ...['access-control-allow-origin', 'access-control-expose-headers', 'cache-control', 'content-length'],
      ...['content-type', 'etag', 'vary', 'x-content-type-options', 'x-request-id'],
    ]
    expect([...headers.keys()].filter((name) => !known.includes(name))).toEqual([])
  })
})

it('an API whose URL begins with https:// lets browsers use only HTTPS', async () => {
  const origins = readConfig({ PUBLIC_API_URL: 'https://api.example.com' }).origins
  const secure = await startTestServer({ config: { origins } })
  onTestFinished(() => secure.close())
  const hstsOf = async (to: TestServer) =>
    (await send(to, PROFILE, {})).headers.get('strict-transport-security')
  expect(await hstsOf(secure)).toBe('max-age=31536000')
  expect(await hstsOf(server)).toBeNull()
})

describe('too many changes', () => {
  it('are delayed for that user only, and reads continue', async () => {
    const path = `/api/v1/organizations/${RIVAL}/profile`
    const init = { method: 'PUT', headers: json, body: '{}', as: 'rival' as const }
    // Few at a time, because a busy machine can't make room for all of them soon enough.
    const few = Array.from({ length: 20 }, () => init)
    for (let count = 0; count < WRITES_PER_MINUTE; count += few.length) {
      const sent = await Promise.all(few.map((each) => send(server, path, each)))
      expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([200]))
    }
    const refused = await send(server, path, init)
    expect(refused.status).toBe(429)
    expect(refused.body.message).toMatch(/wait/)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await send(server, path, { as: 'rival' })).status).toBe(200)
    expect((await put('{}')).status).toBe(200)
  })
})
