import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { cors } from 'hono/cors'
import { HTTPException } from 'hono/http-exception'
import * as v from 'valibot'
import type { Deps } from '../../server/kernel/deps.ts'
import { addressById } from './addresses.ts'
import {
  ATTRIBUTION,
  autofillFeature,
  featureCollection,
  searchBoxFeature,
  searchBoxSuggestion,
} from './present.ts'
import { pointFrom, reject, requireSession, requireToken, searchText } from './query.ts'
import { findByPrefix, findNear, findWhole } from './search.ts'
import { drawStaticMap, readStaticMap } from './static-map.ts'

const Feedback = v.object({
  action: v.string(),
  location: v.object({
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
  }),
  placeName: v.string(),
  changes: v.record(v.string(), v.unknown()),
})

const Events = v.array(
  v.looseObject({
    event: v.picklist(['search.start', 'search.keystroke', 'search.select']),
    created: v.number(),
    sessionIdentifier: v.string(),
    queryString: v.pipe(v.string(), v.minLength(1)),
  }),
)

async function readJson<Schema extends v.GenericSchema>(
  c: Context,
  schema: Schema,
): Promise<v.InferOutput<Schema>> {
  const text = await c.req.text()
  try {
    return v.parse(schema, JSON.parse(text))
  } catch {
    return reject(422, 'Unprocessable Entity')
  }
}

function searchBox(): Hono {
  return new Hono()
    .get('/suggest', (c) => {
      const text = searchText(c.req.query('q'))
      requireSession(c)
      return c.json({ suggestions: findByPrefix(text).map(searchBoxSuggestion), attribution: ATTRIBUTION })
    })
    .get('/retrieve/:id', (c) => {
      requireSession(c)
      const address = addressById(c.req.param('id'))
      if (!address) return reject(404, 'Not Found')
      return c.json(featureCollection([searchBoxFeature(address)]))
    })
    .get('/forward', (c) => {
      const text = searchText(c.req.query('q'))
      return c.json(featureCollection(findByPrefix(text).map(searchBoxFeature)))
    })
    .get('/reverse', (c) => {
      const point = pointFrom(c.req.query('longitude'), c.req.query('latitude'))
      return c.json(featureCollection(findNear(point).map(searchBoxFeature)))
    })
}

/** Address Autofill. `retrieve` accepts complete text to validate. The provider's other endpoints are missing. */
function autofill(): Hono {
  return new Hono().get('/retrieve/:text', (c) => {
    const text = searchText(c.req.param('text'))
    requireSession(c)
    return c.json(featureCollection(findWhole(text).map(autofillFeature)))
  })
}

/**
 * Creates the stand-in for the provider of address search: the Search Box, Address Autofill, Static Images, feedback,
 * and events endpoints in the provider's format, with fictional addresses in the United States, for any `pk.` token
 * and any origin. Stores nothing. Section 7, third parties.
 */
export function createMaps({ log }: Pick<Deps, 'log'>): Hono {
  const maps = new Hono()
  maps.use(cors({ origin: '*', allowMethods: ['GET', 'POST'], maxAge: 86_400 }))
  maps.use(requireToken)
  maps.use(bodyLimit({ maxSize: 1_048_576, onError: (c) => c.json({ message: 'Payload Too Large' }, 413) }))
  maps.route('/search/searchbox/v1', searchBox())
  maps.route('/autofill/v1', autofill())
  maps.get('/styles/v1/mapbox/streets-v12/static/:request{.+}', (c) => {
    const svg = drawStaticMap(readStaticMap(c.req.param('request')))
    return c.body(svg, 200, {
      'Content-Type': 'image/svg+xml',
      'Content-Security-Policy': "default-src 'none'",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'cross-origin',
      'Cache-Control': 'public, max-age=43200',
    })
  })
  maps.post('/v1/edit-suggestion/address', async (c) => {
    const { action } = await readJson(c, Feedback)
    log.info({ action }, 'maps feedback')
    return c.json({ status: 'ok' }, 201)
  })
  maps.post('/events/v2', async (c) => {
    const events = await readJson(c, Events)
    log.debug({ events: events.length }, 'maps events')
    return c.body(null, 204)
  })
  maps.all('*', (c) => c.json({ message: 'Not Found' }, 404))
  maps.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ message: error.message }, error.status)
    log.error({ err: error }, 'maps')
    return c.json({ message: 'Internal Server Error' }, 500)
  })
  return maps
}
