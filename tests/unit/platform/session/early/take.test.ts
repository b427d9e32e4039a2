import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Early } from '../../../../../src/platform/session/early/start.ts'
import {
  discardEarly,
  earlyToken,
  keepEarlyOf,
  presumedOwner,
  takeEarly,
} from '../../../../../src/platform/session/early/take.ts'

const NOW = Date.UTC(2026, 4, 4, 12)
const URL_ = 'https://api.example/leads'
const OTHER = 'https://api.example/profile'
const A = { userId: 'user_1', organizationId: 'org_a' }
const OWNER = { sessionId: 'sess_1', ...A }
const TOKEN = { value: 'token', expiresAt: NOW + 60_000 }
const asA = () => A

function start(changes: Partial<Early> = {}, response: Promise<Response | null> = ok()) {
  window.fieldhandEarly = {
    owner: OWNER,
    token: Promise.resolve(TOKEN),
    calls: new Map([
      [URL_, { startedAt: NOW, response }],
      [OTHER, { startedAt: NOW, response: ok() }],
    ]),
    ...changes,
  }
}
const ok = () => Promise.resolve(Response.json(['data']))
const status = (code: number) => Promise.resolve(Response.json({}, { status: code }))

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  vi.stubGlobal('window', {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('a response under way', () => {
  it('is taken by its owner, once', async () => {
    start()
    expect(await (await takeEarly(URL_, asA))?.json()).toEqual(['data'])
    expect(await takeEarly(URL_, asA)).toBeNull()
  })

  it.each([
    ['another user', { ...A, userId: 'user_2' }],
    ['another organization', { ...A, organizationId: 'org_b' }],
    ['nobody', { userId: undefined, organizationId: undefined }],
  ])('is not for %s', async (_, owner) => {
    start()
    expect(await takeEarly(URL_, () => owner)).toBeNull()
    expect(await earlyToken(() => owner)).toBeNull()
  })

  it('is not used if the owner changes while it is under way', async () => {
    const arriving = Promise.withResolvers<Response>()
    start({}, arriving.promise)
    let owner = A
    const taken = takeEarly(URL_, () => owner)
    owner = { ...A, organizationId: 'org_b' }
    arriving.resolve(Response.json(['data']))
    expect(await taken).toBeNull()
  })

  it('is not used if it is discarded while it is under way', async () => {
    const arriving = Promise.withResolvers<Response>()
    start({}, arriving.promise)
    const taken = takeEarly(URL_, asA)
    discardEarly()
    arriving.resolve(Response.json(['data']))
    expect(await taken).toBeNull()
  })

  it('is used for 20 s', async () => {
    start()
    vi.setSystemTime(NOW + 20_000)
    expect(await takeEarly(URL_, asA)).not.toBeNull()
    vi.setSystemTime(NOW + 20_001)
    expect(await takeEarly(OTHER, asA)).toBeNull()
  })

  it('counts as the call if it failed, and the others are used', async () => {
    start({}, Promise.reject(new TypeError('offline')))
    await expect(takeEarly(URL_, asA)).rejects.toThrow('offline')
    start({}, status(500))
    expect((await takeEarly(URL_, asA))?.status).toBe(500)
    expect(await takeEarly(OTHER, asA)).not.toBeNull()
  })

  it('is made by the page if nothing was sent', async () => {
    start({}, Promise.resolve(null))
    expect(await takeEarly(URL_, asA)).toBeNull()
  })

  it.each([401, 403])('that refuses with %i lets Clerk confirm the session', async (code) => {
    window.loadSession = vi.fn()
    start({}, status(code))
    expect((await takeEarly(URL_, asA))?.status).toBe(code)
    expect(window.loadSession).toHaveBeenCalledOnce()
    expect(await takeEarly(OTHER, asA)).not.toBeNull()
  })

  it('does not exist on a page without the script', async () => {
    expect(await takeEarly(URL_, asA)).toBeNull()
    expect(await earlyToken(asA)).toBeNull()
    expect(await presumedOwner()).toBeNull()
  })
})

describe('the token', () => {
  it('serves its owner until it expires', async () => {
    start()
    expect(await earlyToken(asA)).toBe('token')
    vi.setSystemTime(TOKEN.expiresAt)
    expect(await earlyToken(asA)).toBeNull()
  })

  it('presumes its owner, unless Clerk refused it', async () => {
    start()
    expect(await presumedOwner()).toEqual(OWNER)
    start({ token: Promise.resolve(null) })
    expect(await presumedOwner()).toBeNull()
  })
})

it('everything is kept for its owner and discarded for others', async () => {
  start()
  keepEarlyOf(A)
  expect(await presumedOwner()).toEqual(OWNER)
  keepEarlyOf({ ...A, userId: undefined })
  expect(await presumedOwner()).toBeNull()
})
