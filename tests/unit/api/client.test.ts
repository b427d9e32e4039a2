import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { configure, onSessionExpired } from '../../../src/api/client.ts'
import {
  ApiError,
  BadResponseError,
  NetworkError,
  OrganizationError,
  TimeoutError,
} from '../../../src/api/errors.ts'
import { disconnectHubspot } from '../../../src/api/integrations.ts'
import { fetchFaqs, fetchQuestions, saveFaqs, saveQuestions } from '../../../src/api/knowledge.ts'
import {
  fetchLeadStats,
  fetchLeads,
  postLead,
  putLead,
  putLeadStatus,
  removeLead,
} from '../../../src/api/leads.ts'
import { saveProfile } from '../../../src/api/profile.ts'
import { faults, faultyFetch } from '../../support/faults.ts'
import { sharedServer } from '../../support/server.ts'

const GREEN = 'org_greenacres'
const OWNER = 'owner@fieldhand.test'

const server = await sharedServer()
let network: ReturnType<typeof faultyFetch>

beforeEach(() => {
  network = faultyFetch(async (request) => server.app.api.fetch(request))
  configure({
    baseUrl: 'http://localhost:3001',
    fetch: network.fetch,
    getToken: () => server.tokenFor(OWNER, GREEN),
  })
})
afterEach(() => configure())

const LEADS = `http://localhost:3001/api/v1/organizations/${GREEN}/leads`

const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

describe('a call to the server', () => {
  it('sends token, organization, and JSON', async () => {
    expect(await fetchLeads(GREEN, { status: 'new', search: 'a&b=ä' })).toBeInstanceOf(Array)
    const [request] = network.requests
    expect(request?.url).toBe(
      `http://localhost:3001/api/v1/organizations/${GREEN}/leads?status=new&search=a%26b%3D%C3%A4`,
    )
    expect(request?.headers.get('authorization')).toMatch(/^Bearer ey/)
    expect(request?.headers.get('x-organization-id')).toBe(GREEN)
    expect(request?.headers.get('content-type')).toBe('application/json')
  })

  it.each([200, 201])('reads the added lead from a response with %s', async (status) => {
    network.planFor('POST', async (request) => {
      const stored = await server.app.api.fetch(request)
      return new Response(await stored.text(), { status })
    })
    const added = await postLead(GREEN, { id: `added-${status}`, contact_name: 'Ada' })
    expect(added).toMatchObject({ id: `added-${status}`, contact_name: 'Ada' })
    await removeLead(GREEN, `added-${status}`)
  })

  it('omits query parameters that are not set', async () => {
    expect(await fetchLeads(GREEN, { search: undefined })).toHaveLength(60)
    expect(network.requests[0]?.url).toMatch(/\/leads$/)
  })

  it('sends a status update without a body and returns the lead', async () => {
    const [first] = await fetchLeads(GREEN, {})
    const lead = await putLeadStatus(GREEN, first?.id ?? '', { status: 'lost' })
    expect(lead).toMatchObject({ id: first?.id, status: 'lost' })
    const request = network.requests.at(-1)
    expect([request?.method, await request?.text()]).toEqual(['PUT', ''])
  })

  it('sends a body as JSON', async () => {
    expect(await saveProfile(GREEN, { agent_name: 'Ünï 🌱' })).toMatchObject({ agent_name: 'Ünï 🌱' })
  })

  it('accepts a response without a body', async () => {
    expect(await disconnectHubspot(GREEN)).toBeUndefined()
  })

  it.each([
    ['a status', () => putLeadStatus(GREEN, 'lead_1', { status: 'lost' })],
    ['a change', () => putLead(GREEN, 'lead_1', { budget: '5' })],
  ])('takes nothing of a lead from an answer to %s that is about something else', async (_, put) => {
    network.plan(faults.json({ id: 'req_1', status: 'ok' }), faults.json({ id: 'lead_1', status: 'ok' }))
    expect(await put()).toEqual({})
    expect(await put()).toEqual({ id: 'lead_1', status: 'ok' })
  })

  it('puts questions in order, whatever the order of the answer', async () => {
    const [first, second] = [
      { id: 'b', question: 'First?', answer: '1', order_index: 0 },
      { id: 'a', question: 'Second?', answer: '2', order_index: 1 },
    ]
    const [where, when] = [
      { question_text: 'Where?', order_index: 0 },
      { question_text: 'When?', order_index: 1 },
    ]
    network.plan(
      ...[
        [second, first],
        [second, first],
      ].map(faults.json),
    )
    expect(await fetchFaqs(GREEN)).toEqual([first, second])
    expect(await saveFaqs(GREEN, [])).toEqual([first, second])
    network.plan(
      ...[
        [when, where],
        [when, where],
      ].map(faults.json),
    )
    expect(await fetchQuestions(GREEN)).toEqual([where, when])
    expect(await saveQuestions(GREEN, [])).toEqual([where, when])
  })

  it('escapes ids in the path', async () => {
    const error = await failure(putLeadStatus(GREEN, '../../x?y#z', { status: 'lost' }))
    expect(network.requests[0]?.url).toMatch(/\/leads\/\.\.%2F\.\.%2Fx%3Fy%23z\/status\?/)
    expect(error).toMatchObject({ name: 'ApiError', status: 404 })
  })
})

describe('an error response', () => {
  it("provides the server's message, status, and details", async () => {
    const error = await failure(fetchLeads(GREEN, { date_from: 'soon' }))
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ status: 400, details: { details: expect.anything() } })
  })

  it('is raised for a non-member', async () => {
    expect(await failure(fetchLeadStats('org_rivalmowing'))).toMatchObject({ name: 'ApiError', status: 403 })
  })

  it.each([
    ['without a body', faults.serverError, 'HTTP 500: Internal Server Error', 500],
    ['with a web page', faults.badGateway, 'HTTP 502: ', 502],
    ['with a message', faults.tooManyRequests, 'Slow down', 429],
  ])('%s is not retried', async (_, fault, message, status) => {
    network.plan(fault)
    expect(await failure(fetchLeadStats(GREEN))).toMatchObject({ name: 'ApiError', message, status })
    expect(network.requests).toHaveLength(1)
  })
})

describe('without an organization', () => {
  it.each([null, undefined, '', '  '])('%j sends nothing', async (organizationId) => {
    const error = await failure(fetchLeadStats(organizationId as string))
    expect(error).toBeInstanceOf(OrganizationError)
    expect(error).toMatchObject({ message: 'Organization ID is required' })
    expect(network.requests).toHaveLength(0)
  })
})

describe('a bad connection', () => {
  it.each([
    ['is down', faults.drop],
    ['breaks in the middle', faults.broken],
  ])('that %s throws NetworkError', async (_, fault) => {
    network.plan(fault)
    const error = await failure(putLeadStatus(GREEN, 'lead', { status: 'lost' }))
    expect(error).toBeInstanceOf(NetworkError)
    expect(network.requests).toHaveLength(1)
  })

  it.each([
    ['never begins', faults.never],
    ['never ends', faults.stalled],
  ])('whose response %s throws TimeoutError', async (_, fault) => {
    configure({ timeout: 10 })
    network.plan(fault)
    expect(await failure(fetchLeads(GREEN, {}))).toBeInstanceOf(TimeoutError)
  })

  it.each([
    ['a web page', faults.webPage],
    ['nothing', faults.text('')],
    ['another form', faults.json({ leads: 'none' })],
  ])('that returns %s throws BadResponseError', async (_, fault) => {
    network.plan(fault)
    expect(await failure(fetchLeads(GREEN, {}))).toBeInstanceOf(BadResponseError)
  })

  it('rejects a web page where an empty response is expected', async () => {
    network.plan(faults.webPage)
    expect(await failure(disconnectHubspot(GREEN))).toBeInstanceOf(BadResponseError)
  })
})

describe('an aborted call', () => {
  it('rejects with the abort reason, before and during the request', async () => {
    const reason = new Error('left the page')
    const early = AbortSignal.abort(reason)
    expect(await failure(fetchLeadStats(GREEN, early))).toBe(reason)
    const controller = new AbortController()
    network.plan((request) => {
      controller.abort(reason)
      request.signal.throwIfAborted()
      return faults.never()
    })
    expect(await failure(fetchLeadStats(GREEN, controller.signal))).toBe(reason)
  })
})

describe('an expired token', () => {
  const expired = async () => {
    const old = await server.tokenFor(OWNER, GREEN)
    server.clock.advance(120_000)
    return old
  }

  it('is replaced by a new one, once', async () => {
    const old = await expired()
    const getToken = vi.fn(async (options?: { fresh?: boolean }) =>
      options?.fresh ? server.tokenFor(OWNER, GREEN) : old,
    )
    configure({ getToken })
    expect(await fetchLeadStats(GREEN)).toMatchObject({ total: 60 })
    expect(getToken.mock.calls).toEqual([[{ reading: true }], [{ fresh: true }]])
    expect(network.requests).toHaveLength(2)
  })

  it('is replaced once for concurrent calls', async () => {
    const old = await expired()
    const getToken = vi.fn(async (options?: { fresh?: boolean }) =>
      options?.fresh ? server.tokenFor(OWNER, GREEN) : old,
    )
    configure({ getToken })
    network.plan(faults.unauthorized, faults.unauthorized, faults.unauthorized)
    await Promise.all([fetchLeadStats(GREEN), fetchLeadStats(GREEN), fetchLeadStats(GREEN)])
    expect(getToken.mock.calls.filter(([options]) => options?.fresh)).toHaveLength(1)
    expect(network.requests).toHaveLength(6)
  })

  it('ends the session if the new token is refused too', async () => {
    const ended = vi.fn()
    const undo = onSessionExpired(ended)
    network.plan(faults.unauthorized, faults.unauthorized)
    expect(await failure(fetchLeadStats(GREEN))).toMatchObject({ status: 401, message: 'Sign in first' })
    expect(ended).toHaveBeenCalledTimes(1)
    undo()
    network.plan(faults.unauthorized, faults.unauthorized)
    await failure(fetchLeadStats(GREEN))
    expect(ended).toHaveBeenCalledTimes(1)
    expect(network.requests).toHaveLength(4)
  })

  it('that cannot be renewed ends the session without a request', async () => {
    const ended = vi.fn()
    const undo = onSessionExpired(ended)
    configure({ getToken: async () => null })
    expect(await failure(fetchLeadStats(GREEN))).toMatchObject({ name: 'ApiError', status: 401 })
    expect(ended).toHaveBeenCalledTimes(1)
    expect(network.requests).toHaveLength(0)
    undo()
  })

  it('that is unavailable throws NetworkError', async () => {
    configure({ getToken: () => Promise.reject(new Error('offline')) })
    expect(await failure(fetchLeadStats(GREEN))).toBeInstanceOf(NetworkError)
  })
})

describe('a response under way', () => {
  it('is used instead of a call, by its URL with its query', async () => {
    const early = vi.fn(async (_url: string) => Response.json([]))
    configure({ early })
    expect(await fetchLeads(GREEN, { status: 'new' })).toEqual([])
    expect(early.mock.calls).toEqual([[`${LEADS}?status=new`]])
    expect(network.requests).toEqual([])
  })

  it('is replaced by a call if there is none', async () => {
    configure({ early: async () => null })
    expect(await fetchLeads(GREEN, {})).toHaveLength(60)
    expect(network.requests).toHaveLength(1)
  })

  it.each([403, 404, 429, 500])('with status %i is not requested again', async (status) => {
    configure({ early: async () => Response.json({ message: 'Not here' }, { status }) })
    expect(await failure(fetchLeads(GREEN, {}))).toMatchObject({ status })
    expect(network.requests).toEqual([])
  })

  it('that was lost is not requested again', async () => {
    configure({ early: () => Promise.reject(new TypeError('Failed to fetch')) })
    expect(await failure(fetchLeads(GREEN, {}))).toBeInstanceOf(NetworkError)
    expect(network.requests).toEqual([])
  })

  it('with status 401 is requested again with a new token', async () => {
    configure({ early: async () => Response.json({}, { status: 401 }) })
    expect(await fetchLeads(GREEN, {})).toHaveLength(60)
    expect(network.requests).toHaveLength(1)
  })

  it('is not for writes', async () => {
    const early = vi.fn(async () => Response.json({}))
    configure({ early })
    await saveFaqs(GREEN, [])
    expect(early).not.toHaveBeenCalled()
    expect(network.requests).toHaveLength(1)
  })

  it('is not waited for longer than a call', async () => {
    configure({ early: () => new Promise(() => {}), timeout: 10 })
    expect(await failure(fetchLeads(GREEN, {}))).toBeInstanceOf(TimeoutError)
  })

  it('is left when the reader aborts', async () => {
    configure({ early: () => new Promise(() => {}) })
    const reader = new AbortController()
    const read = failure(fetchLeads(GREEN, {}, reader.signal))
    reader.abort('left')
    expect(await read).toBe('left')
  })
})
