import type {
  CollectionResponseSimplePublicObjectWithAssociationsForwardPaging,
  PublicMergeInput,
  SimplePublicObjectInput,
  SimplePublicObjectInputForCreate,
} from '@hubspot/api-client/lib/codegen/crm/contacts'
import { Hono } from 'hono'
import type { View } from './account.ts'
import { type Ctx, type Env, listIn, needs, objectIn, type Play, readJson, typeIn } from './context.ts'
import { invalid, notFound } from './errors.ts'
import { type SearchBody, search } from './search.ts'
import { objectType } from './types.ts'

const MOST_A_PAGE = 100

function viewIn(c: Ctx): View {
  const associations = listIn(c, 'associations')?.map((name) => {
    const type = objectType(name)
    if (!type) throw invalid(`Unable to infer object type from: ${name}`)
    return type
  })
  return { properties: listIn(c, 'properties'), history: listIn(c, 'propertiesWithHistory'), associations }
}

/** `/crm/v3/objects`: single objects, lists, search, and merges. */
export function objectRoutes({
  search: index,
  faults,
  clock,
}: Pick<Play, 'search' | 'faults' | 'clock'>): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/crm/v3/objects/:type/search', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const isBehind = faults.current('crm', 'search', String(account.portalId)) === 'unindexed'
    if (isBehind) faults.spend()
    const delayMs = isBehind ? faults.ms : index.delayMs
    return c.json(search(account, type, await readJson<SearchBody>(c), { now: clock(), delayMs }))
  })

  app.post('/crm/v3/objects/:type/merge', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const { primaryObjectId, objectIdToMerge } = await readJson<PublicMergeInput>(c)
    const account = c.get('account')
    const survivor = account.merge(type, String(primaryObjectId), String(objectIdToMerge), c.get('author'))
    return c.json(account.present(survivor))
  })

  app.get('/crm/v3/objects/:type', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const limit = Number(c.req.query('limit') ?? 10)
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST_A_PAGE) {
      throw invalid(`limit must be between 1 and ${MOST_A_PAGE}`)
    }
    const from = Number(c.req.query('after') ?? 0)
    const all = account.list(type, c.req.query('archived') === 'true').filter(({ id }) => Number(id) >= from)
    const view = viewIn(c)
    const next = all[limit]
    const url = new URL(c.req.url)
    if (next) url.searchParams.set('after', next.id)
    const answer: CollectionResponseSimplePublicObjectWithAssociationsForwardPaging = {
      results: all.slice(0, limit).map((record) => account.present(record, view)),
      ...(next && { paging: { next: { after: next.id, link: url.href } } }),
    }
    return c.json(answer)
  })

  app.post('/crm/v3/objects/:type', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const { properties, associations } = await readJson<SimplePublicObjectInputForCreate>(c)
    const account = c.get('account')
    const values = objectIn(properties, 'properties')
    const record = account.create(type, values, associations ?? [], c.get('author'))
    return c.json(account.present(record, { properties: Object.keys(values) }), 201)
  })

  app.get('/crm/v3/objects/:type/:id', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const record = account.find(type, c.req.param('id'), c.req.query('idProperty'))
    const wantsArchived = c.req.query('archived') === 'true'
    if (!record || (record.archivedAt !== null) !== wantsArchived) throw notFound()
    return c.json(account.present(record, viewIn(c)))
  })

  app.patch('/crm/v3/objects/:type/:id', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    const record = account.get(type, c.req.param('id'), c.req.query('idProperty'))
    const { properties } = await readJson<SimplePublicObjectInput>(c)
    const values = objectIn(properties, 'properties')
    account.update(record, values, c.get('author'))
    return c.json(account.present(record, { properties: Object.keys(values) }))
  })

  app.delete('/crm/v3/objects/:type/:id', (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    const record = account.find(type, c.req.param('id'))
    if (record) account.archive(record, c.get('author'))
    return c.body(null, 204)
  })
  return app
}
