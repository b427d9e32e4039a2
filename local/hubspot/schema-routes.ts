import type {
  CollectionResponsePropertyNoPaging,
  PropertyCreate,
  PropertyGroup,
} from '@hubspot/api-client/lib/codegen/crm/properties'
import { Hono } from 'hono'
import { type Env, inputsIn, needs, type Play, readJson, typeIn } from './context.ts'
import { notFound } from './errors.ts'

/** Returns the routes for properties, pipelines, owners, the account, and uninstalling the app. */
export function schemaRoutes({ tokens }: Pick<Play, 'tokens'>): Hono<Env> {
  const app = new Hono<Env>()

  app.get('/crm/v3/properties/:type', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read', 'schemas')
    const results = c.get('account').properties.list(type, c.req.query('archived') === 'true')
    const answer: CollectionResponsePropertyNoPaging = { results }
    return c.json(answer)
  })
  app.post('/crm/v3/properties/:type', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write', 'schemas')
    return c.json(c.get('account').properties.create(type, await readJson<PropertyCreate>(c)), 201)
  })
  app.post('/crm/v3/properties/:type/batch/create', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write', 'schemas')
    const inputs = inputsIn(await readJson<{ inputs: PropertyCreate[] }>(c), 'name')
    const results = inputs.map((input) => c.get('account').properties.create(type, input))
    const now = new Date()
    return c.json({ status: 'COMPLETE', results, startedAt: now, completedAt: now }, 201)
  })
  app.post('/crm/v3/properties/:type/batch/read', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'read', 'schemas')
    const inputs = inputsIn(await readJson<{ inputs: { name: string }[] }>(c), 'name')
    const results = inputs.flatMap(({ name }) => c.get('account').properties.find(type, name) ?? [])
    const now = new Date()
    const status = results.length < inputs.length ? 207 : 200
    return c.json({ status: 'COMPLETE', results, startedAt: now, completedAt: now }, status)
  })
  app.get('/crm/v3/properties/:type/groups', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read', 'schemas')
    const names = new Set(
      c
        .get('account')
        .properties.list(type)
        .map(({ groupName }) => groupName),
    )
    const results = [...names].map(
      (name, displayOrder): PropertyGroup => ({ name, label: name, displayOrder, archived: false }),
    )
    return c.json({ results })
  })
  app.get('/crm/v3/properties/:type/:name', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read', 'schemas')
    const property = c.get('account').properties.find(type, c.req.param('name'))
    if (!property) throw notFound(`Property ${c.req.param('name')} does not exist`)
    return c.json(property)
  })
  app.patch('/crm/v3/properties/:type/:name', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write', 'schemas')
    const changes = await readJson<Partial<PropertyCreate>>(c)
    const property = c.get('account').properties.update(type, c.req.param('name'), changes)
    if (!property) throw notFound(`Property ${c.req.param('name')} does not exist`)
    return c.json(property)
  })
  app.delete('/crm/v3/properties/:type/:name', (c) => {
    const type = typeIn(c)
    needs(c, type, 'write', 'schemas')
    c.get('account').properties.archive(type, c.req.param('name'))
    return c.body(null, 204)
  })

  app.get('/crm/v3/pipelines/:type', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    return c.json({ results: type === 'deals' ? c.get('account').pipelines : [] })
  })
  app.get('/crm/v3/pipelines/:type/:id/stages', (c) => {
    needs(c, typeIn(c), 'read')
    const pipeline = c.get('account').pipelines.find(({ id }) => id === c.req.param('id'))
    if (!pipeline) throw notFound()
    return c.json({ results: pipeline.stages })
  })
  app.get('/crm/v3/pipelines/:type/:id', (c) => {
    needs(c, typeIn(c), 'read')
    const pipeline = c.get('account').pipelines.find(({ id }) => id === c.req.param('id'))
    if (!pipeline) throw notFound()
    return c.json(pipeline)
  })

  app.get('/crm/v3/owners', (c) => {
    const { user } = c.get('account')
    const now = new Date()
    const owner = { ...user, id: String(user.id), userId: user.id, type: 'PERSON', archived: false }
    return c.json({ results: [{ ...owner, createdAt: now, updatedAt: now }] })
  })

  app.get('/account-info/v3/details', (c) => {
    const { portalId } = c.get('account')
    return c.json({
      portalId,
      accountType: 'STANDARD',
      timeZone: 'US/Eastern',
      companyCurrency: 'USD',
      additionalCurrencies: [],
      utcOffset: '-05:00',
      utcOffsetMilliseconds: -18_000_000,
      uiDomain: new URL(c.req.url).host,
      dataHostingLocation: 'na1',
    })
  })

  app.delete('/appinstalls/v3/external-install', (c) => {
    tokens.uninstall(c.get('account').portalId)
    return c.body(null, 204)
  })
  return app
}
