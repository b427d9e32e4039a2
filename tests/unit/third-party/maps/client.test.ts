import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { AddressDetails } from '../../../../src/contract/profile.ts'
import { addressFromService } from '../../../../src/domain/common/address.ts'
import { createMapsClient } from '../../../../src/third-party/maps/client.ts'
import { MapsError } from '../../../../src/third-party/maps/errors.ts'
import { feedbackUrl } from '../../../../src/third-party/maps/settings.ts'
import { known, knownFull, knownLine, mapService, settings } from './service.ts'

const session = { sessionToken: 'one' }

function clientOf(fetch: typeof globalThis.fetch, timeout = settings.timeout) {
  return createMapsClient({ ...settings, fetch, timeout })
}

describe('on the service', () => {
  const service = mapService()
  const client = clientOf(service.fetch)

  test('suggest requests English street addresses near the IP address', async () => {
    const suggestions = await client.suggest(` ${knownLine} `, session)
    expect(suggestions).toContainEqual({
      id: known.id,
      name: knownLine,
      place: `${known.city}, ${known.stateName} ${known.zip}, United States`,
      fullAddress: knownFull,
    })
    expect(Object.fromEntries(service.sent[0]?.url.searchParams ?? [])).toEqual({
      q: knownLine,
      language: 'en',
      proximity: 'ip',
      types: 'address',
      session_token: 'one',
      access_token: 'pk.local',
    })
  })

  test('retrieve returns an address that the profile can store', async () => {
    const details = addressFromService(await client.retrieve(known.id, session))
    expect(details.full_address).toBe(knownFull)
    expect(details.coordinates).toEqual({ latitude: known.latitude, longitude: known.longitude })
    expect(details.context).toMatchObject({
      place: { name: known.city },
      region: { region_code: known.state },
    })
    expect(details.properties).toMatchObject({ mapbox_id: known.id, feature_type: 'address' })
    expect(v.parse(AddressDetails, details)).toEqual(details)
  })

  test('forward and reverse find the same address', async () => {
    const [forward] = await client.forward(knownFull)
    const [reverse] = await client.reverse({ latitude: known.latitude, longitude: known.longitude })
    expect(forward?.fullAddress).toBe(knownFull)
    expect(reverse).toEqual(forward)
  })

  test('validate returns the confidence, and the context by kind', async () => {
    const [found] = await client.validate(knownFull, session)
    expect(found?.confidence).toBe('exact')
    expect(found?.address.fullAddress).toBe(knownFull)
    expect(found?.address.context).toMatchObject({
      postcode: { name: known.zip },
      region: { name: known.stateName },
    })
    expect(await client.validate('nowhere at all', session)).toEqual([])
  })

  test('a static map is an image from the service', async () => {
    const at = { latitude: known.latitude, longitude: known.longitude }
    const url = client.staticMapUrl(at, { width: 5_000, height: 200, scale: 2 })
    expect(url).toContain('/640x200@2x?')
    const response = await service.fetch(url)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^image\//)
  })

  test('feedback and events are accepted', async () => {
    const at = { latitude: known.latitude, longitude: known.longitude }
    await client.feedback({ at, fullAddress: knownFull, changes: {}, labels: ['wrong location'] })
    await client.sendEvents(
      [{ event: 'search.start', created: 1, sessionIdentifier: 'one', queryString: 'main' }],
      true,
    )
    const [feedback, events] = service.sent.slice(-2)
    expect(JSON.parse(feedback?.body ?? '')).toMatchObject({ placeName: knownFull, location: at })
    expect(events).toMatchObject({ method: 'POST', keepalive: true })
  })

  test('text with slashes, question marks, and percent signs arrives unchanged', async () => {
    expect(await client.validate('1/2 Main? 100% #&=', session)).toEqual([])
    expect(service.sent.at(-1)?.url.pathname).toBe(
      '/autofill/v1/retrieve/1%2F2%20Main%3F%20100%25%20%23%26%3D',
    )
  })

  test('an error has the status and the message of the service', async () => {
    const refused = createMapsClient({ ...settings, token: 'sk.secret', fetch: service.fetch })
    await expect(refused.suggest('main', session)).rejects.toEqual(
      new MapsError('Not Authorized - Invalid Token', 401),
    )
    await expect(client.suggest('x'.repeat(257), session)).rejects.toMatchObject({ status: 422 })
  })
})

describe('before any request', () => {
  test("blank text throws 'searchText is required'", async () => {
    const { fetch, sent } = mapService()
    const client = clientOf(fetch)
    await expect(client.suggest('  ', session)).rejects.toThrow('searchText is required')
    await expect(client.forward('')).rejects.toThrow('searchText is required')
    await expect(client.validate('\t', session)).rejects.toThrow('searchText is required')
    expect(sent).toEqual([])
  })

  test('impossible coordinates throw range errors', async () => {
    const { fetch, sent } = mapService()
    const client = clientOf(fetch)
    const impossible = fc
      .record({ latitude: fc.double(), longitude: fc.double() })
      .filter(({ latitude, longitude }) => !(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180))
    await fc.assert(
      fc.asyncProperty(impossible, async (at) => {
        await expect(client.reverse(at)).rejects.toThrow(RangeError)
        expect(() => client.staticMapUrl(at, { width: 1, height: 1, scale: 1 })).toThrow(RangeError)
      }),
    )
    expect(sent).toEqual([])
  })
})

describe('when the service fails', () => {
  const answering = (body: string, init?: ResponseInit) => clientOf(async () => new Response(body, init))

  test('down: unreachable', async () => {
    const client = clientOf(async () => {
      throw new TypeError('Failed to fetch')
    })
    await expect(client.suggest('main', session)).rejects.toEqual(
      new MapsError('The map service is unreachable', null),
    )
  })

  test('slow: aborted after the timeout', async () => {
    const service = mapService()
    service.hold()
    await expect(clientOf(service.fetch, 10).suggest('main', session)).rejects.toEqual(
      new MapsError('The map service took too long', null),
    )
  })

  test('aborted: rejects with the abort reason', async () => {
    const service = mapService()
    service.hold()
    const controller = new AbortController()
    const asked = clientOf(service.fetch).suggest('main', { ...session, signal: controller.signal })
    controller.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
  })

  test.each([
    ['an HTML page', '<!doctype html><title>Sign in</title>'],
    ['nothing', ''],
    ['null', 'null'],
    ['another shape', '{"features":{}}'],
    ['invalid features', '{"features":[1]}'],
    ['a feature without coordinates', '{"features":[{"geometry":null,"properties":{"full_address":"a"}}]}'],
  ])('%s is unreadable', async (_, body) => {
    const unreadable = new MapsError('The map service sent an unreadable response', null)
    await expect(answering(body).suggest('main', session)).rejects.toEqual(unreadable)
    await expect(answering(body).retrieve('x', session)).rejects.toEqual(unreadable)
    await expect(answering(body).validate('main', session)).rejects.toEqual(unreadable)
  })

  test('an error page is reported by its status', async () => {
    const client = answering('<h1>Bad Gateway</h1>', { status: 502, statusText: 'Bad Gateway' })
    await expect(client.suggest('main', session)).rejects.toEqual(new MapsError('HTTP 502: Bad Gateway', 502))
  })

  test('one invalid suggestion does not affect the others', async () => {
    const suggestions = [
      null,
      7,
      { name: 'no id' },
      { mapbox_id: 'a', name: 'One' },
      { mapbox_id: 'b', name: '' },
    ]
    expect(await answering(JSON.stringify({ suggestions })).suggest('main', session)).toEqual([
      { id: 'a', name: 'One', place: '', fullAddress: 'One' },
    ])
  })

  test('a feature adds only plain, short fields to the profile', async () => {
    const properties = {
      full_address: 'One',
      context: { region: { name: 'Ohio', deep: { er: 1 } }, odd: 3 },
      name: 'One',
      huge: 'x'.repeat(10_000),
      nested: { a: 1 },
    }
    const body = JSON.stringify({ features: [{ geometry: { coordinates: [1, 2] }, properties }] })
    expect(await answering(body).retrieve('x', session)).toEqual({
      fullAddress: 'One',
      coordinates: { latitude: 2, longitude: 1 },
      context: { region: { name: 'Ohio' } },
      properties: { full_address: 'One', name: 'One' },
    })
  })
})

test("feedback is sent to the provider's feedback host, or to the stand-in", () => {
  expect(feedbackUrl('https://api.mapbox.com')).toBe('https://contribute-api.mapbox.com')
  expect(feedbackUrl('http://localhost:3001/maps')).toBe('http://localhost:3001/maps')
})
