import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createAddressSearch } from '../../../../src/third-party/maps/address-search.ts'
import { EVENTS } from '../../../../src/third-party/maps/events.ts'
import { known, knownFull, knownLine, mapService, settings } from './service.ts'

const EVENTS_PATH = '/events/v2'

function setUp() {
  const service = mapService()
  const page = new EventTarget()
  const search = createAddressSearch({ ...settings, fetch: service.fetch, clock: () => new Date(), page })
  const batches = () =>
    service.sent
      .filter(({ url }) => url.pathname === EVENTS_PATH)
      .map(({ body, keepalive }) => ({ keepalive, events: JSON.parse(body) }))
  const searches = () => service.sent.filter(({ url }) => url.pathname !== EVENTS_PATH)
  return { search, service, page, batches, searches }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe('a search', () => {
  test('that is superseded is aborted and never returns', async () => {
    const { search, service, searches } = setUp()
    const answer = service.hold()
    const first = search.suggest('123').then(
      () => 'answered',
      (error: Error) => error.name,
    )
    const second = search.suggest(knownLine)
    expect(await first).toBe('AbortError')
    expect(searches()[0]?.signal?.aborted).toBe(true)
    expect(searches()[1]?.signal?.aborted).toBe(false)
    answer()
    expect((await second).map(({ id }) => id)).toContain(known.id)
  })

  test("that its caller aborts rejects with the caller's reason", async () => {
    const { search, service } = setUp()
    service.hold()
    const controller = new AbortController()
    const asked = search.suggest('main street', controller.signal)
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })

  test('is one session until an address is chosen, then another', async () => {
    const { search, searches } = setUp()
    const [suggestion] = await search.suggest(knownLine)
    await search.suggest(`${knownLine} `)
    if (!suggestion) throw new Error('expected a suggestion')
    await search.retrieve(suggestion)
    await search.suggest('other')
    const tokens = searches().map(({ url }) => url.searchParams.get('session_token'))
    expect(tokens[0]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Set(tokens.slice(0, 3)).size).toBe(1)
    expect(tokens[3]).not.toBe(tokens[0])
  })

  test('starts a new session after 50 suggestions or an hour', async () => {
    const { search, searches } = setUp()
    for (let count = 0; count < 51; count += 1) await search.suggest(`main ${count}`)
    vi.setSystemTime(Date.now() + 61 * 60_000)
    await search.suggest('main')
    const tokens = searches().map(({ url }) => url.searchParams.get('session_token'))
    expect(new Set(tokens.slice(0, 50)).size).toBe(1)
    expect(tokens[50]).not.toBe(tokens[49])
    expect(tokens[51]).not.toBe(tokens[50])
  })

  test('returns coordinates for a chosen suggestion', async () => {
    const { search } = setUp()
    const suggestion = (await search.suggest(knownLine)).find(({ id }) => id === known.id)
    if (!suggestion) throw new Error('expected the known address')
    expect(await search.retrieve(suggestion)).toMatchObject({
      full_address: knownFull,
      coordinates: { latitude: known.latitude, longitude: known.longitude },
    })
  })

  test('verifies typed text only if the service is sure of it', async () => {
    const { search } = setUp()
    expect(await search.validate(`${knownLine}, ${known.city}, ${known.state}`)).toMatchObject({
      full_address: knownFull,
    })
    expect(await search.validate(knownLine)).toBeNull()
    expect(await search.validate('9 Nowhere Road')).toBeNull()
  })

  test('reports a wrong place with its address', async () => {
    const { search, searches } = setUp()
    const address = await search.validate(knownFull)
    if (!address) throw new Error('expected the known address')
    await search.reportWrongPlace(address)
    expect(searches().at(-1)).toMatchObject({ method: 'POST' })
    expect(JSON.parse(searches().at(-1)?.body ?? '')).toMatchObject({
      placeName: knownFull,
      labels: ['wrong location'],
    })
    const before = searches().length
    await search.reportWrongPlace({ ...address, coordinates: null })
    expect(searches()).toHaveLength(before)
  })
})

describe('search events', () => {
  test('are sent together, 1 s after the first of them', async () => {
    const { search, batches } = setUp()
    await search.suggest('mai')
    await vi.advanceTimersByTimeAsync(600)
    await search.suggest('main')
    await vi.advanceTimersByTimeAsync(399)
    expect(batches()).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(batches()).toHaveLength(1)
    const [batch] = batches()
    expect(batch?.keepalive).toBe(false)
    expect(batch?.events.map(({ event }: { event: string }) => event)).toEqual([
      'search.start',
      'search.keystroke',
      'search.keystroke',
    ])
    expect(batch?.events[2]).toMatchObject({
      queryString: 'main',
      lastAction: 'n',
      created: Date.now() - 400,
    })
    await vi.advanceTimersByTimeAsync(10_000)
    expect(batches()).toHaveLength(1)
  })

  test('are sent immediately when 100 are queued', async () => {
    const { search, batches } = setUp()
    for (let count = 0; batches().length === 0 && count < 200; count += 1)
      await search.suggest(`main ${count}`)
    expect(batches()[0]?.events).toHaveLength(EVENTS.most)
    expect(EVENTS).toEqual({ interval: 1_000, most: 100 })
  })

  test('report the chosen suggestion', async () => {
    const { search, batches } = setUp()
    const suggestions = await search.suggest(knownLine)
    const [chosen] = suggestions
    if (!chosen) throw new Error('expected a suggestion')
    await search.retrieve(chosen)
    await vi.advanceTimersByTimeAsync(EVENTS.interval)
    expect(batches()[0]?.events.at(-1)).toMatchObject({
      event: 'search.select',
      queryString: knownLine,
      resultIndex: 0,
      resultId: chosen.id,
      resultPlaceName: chosen.fullAddress,
      suggestionIds: suggestions.map(({ id }) => id),
    })
  })

  test('are sent when the page is left, with a keepalive request', async () => {
    const { search, page, batches } = setUp()
    await search.suggest('main')
    page.dispatchEvent(new Event('pagehide'))
    expect(batches()).toHaveLength(1)
    expect(batches()[0]?.keepalive).toBe(true)
    page.dispatchEvent(new Event('pagehide'))
    await vi.advanceTimersByTimeAsync(5_000)
    expect(batches()).toHaveLength(1)
  })

  test('that cannot be sent are dropped silently, and the search continues', async () => {
    const service = mapService()
    const fetch: typeof globalThis.fetch = (input, init) =>
      String(input).includes(EVENTS_PATH)
        ? Promise.reject(new TypeError('blocked'))
        : service.fetch(input, init)
    const search = createAddressSearch({ ...settings, fetch })
    await search.suggest('main')
    await vi.advanceTimersByTimeAsync(EVENTS.interval)
    expect(await search.suggest(knownLine)).not.toEqual([])
  })
})

test('the provider itself is used if no other URL is set', () => {
  const at = { latitude: 1, longitude: 2 }
  const size = { width: 10, height: 10, scale: 1 } as const
  const own = createAddressSearch({ baseUrl: '', token: 'pk.x' })
  expect(own.staticMapUrl(at, size)).toMatch(/^https:\/\/api\.mapbox\.com\/styles\/v1\/mapbox\//)
  const local = createAddressSearch({ baseUrl: 'http://localhost:3001/maps/', token: 'pk.x' })
  expect(local.staticMapUrl(at, size)).toMatch(/^http:\/\/localhost:3001\/maps\/styles\//)
})

describe("this device's address", () => {
  const at = (device: () => Promise<{ latitude: number; longitude: number }>) => {
    const service = mapService()
    return { service, search: createAddressSearch({ ...settings, fetch: service.fetch, device }) }
  }
  const here = async () => ({ latitude: known.latitude, longitude: known.longitude })

  test('is the nearest one', async () => {
    expect(await at(here).search.locate()).toMatchObject({
      full_address: knownFull,
      coordinates: await here(),
    })
  })

  test.each([
    ['the user denies it', { code: 1 }, 'This page may not use your location.'],
    ['the device does not know it', { code: 2 }, 'Your device could not find its location.'],
    ['the device takes too long', { code: 3 }, 'Your device could not find its location.'],
    ['the browser has no locations', new TypeError(), 'Your device could not find its location.'],
  ])('is missing with a reason if %s', async (_, error, message) => {
    const { search, service } = at(() => Promise.reject(error))
    await expect(search.locate()).rejects.toThrow(message)
    expect(service.sent).toEqual([])
  })

  test('is missing with a reason if no address is there', async () => {
    const { search } = at(async () => ({ latitude: 0, longitude: 0 }))
    await expect(search.locate()).rejects.toThrow('There is no known address at your location.')
  })

  test.each([
    ['is down', () => Promise.reject(new TypeError('fetch failed'))],
    ['has no such call', async () => new Response('<!doctype html>', { status: 404 })],
  ])('is missing with a reason if the service %s', async (_, fetch) => {
    const search = createAddressSearch({ ...settings, fetch, device: here })
    await expect(search.locate()).rejects.toThrow('Your location could not be looked up.')
  })
})

test('the address most like a typed one is found', async () => {
  const { search } = setUp()
  expect(await search.find(knownLine)).toMatchObject({ full_address: knownFull })
  expect(await search.find('no such street 99999')).toBeNull()
})
