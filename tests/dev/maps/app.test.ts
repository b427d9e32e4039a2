import { pino } from 'pino'
import { describe, expect, test } from 'vitest'
import { DEMO_ORGANIZATIONS } from '../../../dev/demo/organizations.ts'
import { ADDRESSES } from '../../../dev/maps/addresses.ts'
import { createMaps } from '../../../dev/maps/app.ts'

const maps = createMaps({ log: pino({ level: 'silent' }) })
const first = ADDRESSES[0]
if (!first) throw new Error('no sample addresses')
const line = `${first.number} ${first.street}`
const full = `${line}, ${first.city}, ${first.stateName} ${first.zip}, United States`

async function get(path: string, query: Record<string, string> = {}) {
  const search = new URLSearchParams({ access_token: 'pk.local', session_token: 'one', ...query })
  const response = await maps.request(`${path}?${search}`)
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function json(path: string, query: Record<string, string> = {}) {
  const { status, text } = await get(path, query)
  return { status, body: JSON.parse(text) }
}

describe('the sample addresses', () => {
  test('are a few hundred, each with a unique id and a location near its city', () => {
    expect(ADDRESSES.length).toBeGreaterThan(300)
    expect(new Set(ADDRESSES.map(({ id }) => id)).size).toBe(ADDRESSES.length)
    for (const { latitude, longitude, zip, id } of ADDRESSES) {
      expect(latitude).toBeGreaterThan(24)
      expect(latitude).toBeLessThan(50)
      expect(longitude).toBeGreaterThan(-125)
      expect(longitude).toBeLessThan(-66)
      expect(zip).toMatch(/^\d{5}$/)
      expect(id).toMatch(/^dXJuOm1ie/)
    }
  })
})

test('each demo address is the first suggestion for its own text', async () => {
  const demo = DEMO_ORGANIZATIONS.flatMap(({ profile }) => profile?.address_details ?? [])
  expect(demo).not.toHaveLength(0)
  for (const { full_address, coordinates } of demo) {
    const { body } = await json('/search/searchbox/v1/suggest', { q: full_address })
    expect(body.suggestions[0]?.full_address).toBe(full_address)
    const { mapbox_id } = body.suggestions[0]
    const found = await json(`/search/searchbox/v1/retrieve/${mapbox_id}`)
    expect(found.body.features[0].properties.coordinates).toMatchObject(coordinates ?? {})
  }
})

describe('the token', () => {
  test('is required and must be a public one', async () => {
    const none = await maps.request('/search/searchbox/v1/suggest?q=main&session_token=one')
    expect(none.status).toBe(401)
    expect(await none.json()).toEqual({ message: 'Not Authorized - No Token' })
    const secret = await json('/search/searchbox/v1/suggest', { q: 'main', access_token: 'sk.secret' })
    expect(secret).toEqual({ status: 401, body: { message: 'Not Authorized - Invalid Token' } })
  })

  test('any origin may call', async () => {
    const preflight = await maps.request('/v1/edit-suggestion/address', {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://console.example',
        'Access-Control-Request-Method': 'POST',
        'Access-Control-Request-Headers': 'content-type',
      },
    })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('content-type')
    const refused = await maps.request('/search/searchbox/v1/suggest', {
      headers: { Origin: 'https://a.example' },
    })
    expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  })
})

describe('Search Box', () => {
  test('suggest finds word prefixes, without coordinates', async () => {
    const { status, body } = await json('/search/searchbox/v1/suggest', { q: `${first.number} mai` })
    expect(status).toBe(200)
    expect(body.attribution).toEqual(expect.any(String))
    const suggestion = body.suggestions.find((entry: { mapbox_id: string }) => entry.mapbox_id === first.id)
    expect(suggestion).toMatchObject({
      name: line,
      feature_type: 'address',
      full_address: full,
      place_formatted: `${first.city}, ${first.stateName} ${first.zip}, United States`,
      context: { region: { name: first.stateName, region_code: first.state }, postcode: { name: first.zip } },
      language: 'en',
    })
    expect(suggestion).not.toHaveProperty('geometry')
    expect(suggestion).not.toHaveProperty('coordinates')
  })

  test('retrieve returns the GeoJSON feature of a suggestion', async () => {
    const { body } = await json(`/search/searchbox/v1/retrieve/${first.id}`)
    expect(body).toMatchObject({
      type: 'FeatureCollection',
      features: [
        {
          type: 'Feature',
          geometry: { type: 'Point', coordinates: [first.longitude, first.latitude] },
          properties: {
            full_address: full,
            coordinates: { latitude: first.latitude, longitude: first.longitude, accuracy: 'rooftop' },
          },
        },
      ],
    })
    expect((await get('/search/searchbox/v1/retrieve/unknown')).status).toBe(404)
  })

  test('abbreviations, state codes, accents, case, and apartments are understood', async () => {
    for (const q of [
      `${first.number} MAIN St. ${first.city} ${first.state}`,
      `${line} apt 4, ${first.city}`,
      `${line} #12 Çolumbus`,
    ]) {
      const { body } = await json('/search/searchbox/v1/suggest', { q })
      expect(body.suggestions[0]?.mapbox_id, q).toBe(first.id)
    }
    const saint = await json('/search/searchbox/v1/suggest', { q: 'main street st louis' })
    expect(saint.body.suggestions[0].context.place.name).toBe('Saint Louis')
  })

  test('forward and reverse return features', async () => {
    const forward = await json('/search/searchbox/v1/forward', { q: full.replaceAll(',', '') })
    expect(forward.body.features[0].properties.mapbox_id).toBe(first.id)
    const point = { latitude: String(first.latitude), longitude: String(first.longitude) }
    const reverse = await json('/search/searchbox/v1/reverse', point)
    expect(reverse.body.features).toHaveLength(1)
    expect(reverse.body.features[0].properties.mapbox_id).toBe(first.id)
    const sea = await json('/search/searchbox/v1/reverse', { latitude: '0', longitude: '0' })
    expect(sea.body.features).toEqual([])
  })

  test('at most 10 addresses are found', async () => {
    const ask = async (q: string) =>
      (await json('/search/searchbox/v1/suggest', { q })).body.suggestions.length
    expect(await ask('street')).toBe(10)
    expect(await ask('zzzz')).toBe(0)
  })

  test.each([
    [{ q: '' }, 400],
    [{ q: 'x'.repeat(257) }, 422],
    [{ q: 'a;b' }, 422],
    [{ q: 'main', session_token: '' }, 400],
  ])('%o is refused with %i and a message', async (query: Record<string, string>, expected) => {
    const { status, body } = await json('/search/searchbox/v1/suggest', query)
    expect(status).toBe(expected)
    expect(body).toEqual({ message: expect.any(String) })
  })

  test('256 characters are accepted', async () => {
    expect((await get('/search/searchbox/v1/suggest', { q: 'x'.repeat(256) })).status).toBe(200)
  })

  test.each([
    [{ latitude: '91', longitude: '0' }],
    [{ latitude: '0', longitude: '-181' }],
    [{ latitude: '', longitude: '0' }],
    [{}],
  ])('reverse refuses %o', async (query: Record<string, string>) => {
    expect((await get('/search/searchbox/v1/reverse', query)).status).toBe(422)
  })
})

describe('Address Autofill', () => {
  test('retrieve has its own format', async () => {
    const { body } = await json(`/autofill/v1/retrieve/${encodeURIComponent(full)}`)
    expect(body.features[0].properties).toMatchObject({
      full_address: full,
      address_line1: line,
      address_level1: first.state,
      address_level2: first.city,
      postcode: first.zip,
      place_type: ['address'],
    })
    expect(body.features[0].geometry.coordinates).toEqual([first.longitude, first.latitude])
  })

  const confidenceOf = async (text: string) => {
    const { body } = await json(`/autofill/v1/retrieve/${encodeURIComponent(text)}`)
    return body.features[0]?.properties.match_code.confidence ?? null
  }

  test('complete text is validated, with a confidence for each degree of match', async () => {
    expect(await confidenceOf(full)).toBe('exact')
    expect(await confidenceOf(`${first.number} main st, ${first.city}, ${first.state}`)).toBe('exact')
    expect(await confidenceOf(`${line}, ${first.zip}`)).toBe('high')
    expect(await confidenceOf(`${line}, ${first.city}, ${first.state} 99999`)).toBe('high')
    expect(await confidenceOf(`${line}, Gotham, ${first.state} 99999`)).toBe('medium')
    expect(await confidenceOf(`${line}, ${first.city}, ${first.state}, north gate`)).toBe('high')
    expect(await confidenceOf(line)).toBe('medium')
    expect(await confidenceOf(`${line}, ${first.state}`)).toBe('medium')
    expect(await confidenceOf(`${line}, ${first.city}, Texas`)).toBe('low')
    expect(await confidenceOf(`99999 ${first.street}, ${first.city}`)).toBeNull()
    expect(await confidenceOf('nonsense')).toBeNull()
  })
})

describe('static images', () => {
  const map = (request: string) => get(`/styles/v1/mapbox/streets-v12/static/${request}`)

  test('a map with a pin is an image of the requested size', async () => {
    const { status, headers, text } = await map('pin-l+e64a19(-82.99,39.96)/-82.99,39.96,16,0/640x200@2x')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('image/svg+xml')
    expect(text).toContain('width="1280" height="400" viewBox="0 0 640 200"')
    expect(text).toContain('fill="#e64a19"')
    expect(text).toContain('translate(320 100)')
    expect((await map('pin-l+e64a19(-82.99,39.96)/-82.99,39.96,16,0/640x200@2x')).text).toBe(text)
  })

  test.each([
    ['-82.99,39.96', '16,0/1281x200', 422],
    ['-82.99,39.96', '16,0/200x0', 422],
    ['-82.99,86', '16,0/200x200', 422],
    ['-181,39.96', '16,0/200x200', 422],
    ['-82.99,39.96', '23,0/200x200', 422],
    ['-82.99,39.96', 'rubbish', 404],
  ])('%s with %s is refused with %i', async (place, rest, expected) => {
    expect((await map(`pin-l+e64a19(${place})/${place},${rest}`)).status).toBe(expected)
  })
})

describe('analytics', () => {
  const post = (path: string, body: string, token = 'pk.local') =>
    maps.request(`${path}?access_token=${token}`, { method: 'POST', body })

  test('feedback is accepted; invalid or too large feedback is refused', async () => {
    const feedback = {
      version: '1.18',
      action: 'update',
      reason: 'incorrect_data',
      location: { latitude: 39.96, longitude: -82.99 },
      placeName: full,
      changes: {},
    }
    expect((await post('/v1/edit-suggestion/address', JSON.stringify(feedback))).status).toBe(201)
    const far = JSON.stringify({ ...feedback, location: { latitude: 99, longitude: 0 } })
    expect((await post('/v1/edit-suggestion/address', far)).status).toBe(422)
    expect((await post('/v1/edit-suggestion/address', '<html>')).status).toBe(422)
    expect((await post('/v1/edit-suggestion/address', 'x'.repeat(1_048_577))).status).toBe(413)
    expect((await post('/v1/edit-suggestion/address', JSON.stringify(feedback), '')).status).toBe(401)
  })

  test('events are accepted as a list', async () => {
    const event = { event: 'search.start', created: 1, sessionIdentifier: 'one', queryString: 'main' }
    expect((await post('/events/v2', JSON.stringify([event]))).status).toBe(204)
    expect((await post('/events/v2', JSON.stringify(event))).status).toBe(422)
    expect((await post('/events/v2', JSON.stringify([{ ...event, event: 'other' }]))).status).toBe(422)
  })

  test('unknown paths return 404 in the same format', async () => {
    expect(await json('/nowhere')).toEqual({ status: 404, body: { message: 'Not Found' } })
  })
})
