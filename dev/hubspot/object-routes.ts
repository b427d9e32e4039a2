import type {
  BatchInputSimplePublicObjectBatchInputForCreate,
  BatchReadInputSimplePublicObjectId,
  PublicObjectSearchRequest,
  SimplePublicObjectInput,
  SimplePublicObjectInputForCreate,
  StandardError,
} from '@hubspot/api-client/lib/codegen/crm/contacts'
import { Hono } from 'hono'
import { defaultTypeId } from './associations.ts'
import { type Ctx, type Env, listIn, needs, type Play, propertiesIn, readJson, typeIn } from './context.ts'
import { HubSpotError, invalid } from './errors.ts'
import { search } from './search.ts'

const MOST_IN_A_BATCH = 100
const PAGE = 10

/** Returns the objects in a batch. Each has this field and occurs only once. */
function batchIn<Input extends object>(body: { inputs: Input[] }, field: keyof Input & string): Input[] {
  const { inputs } = body
  if (!inputs?.every((input) => input[field] !== undefined)) {
    throw invalid(`Invalid input JSON: inputs is required, each with ${field}`)
  }
  if (inputs.length > MOST_IN_A_BATCH) throw invalid(`The maximum number of inputs is ${MOST_IN_A_BATCH}`)
  const ids = inputs.map((input) => ('id' in input ? String(input.id) : '')).filter(Boolean)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (twice.length > 0) {
    throw invalid(`Duplicate IDs found in batch input: [${twice.join(', ')}]. IDs must be unique`)
  }
  return inputs
}

/** Returns the response for some objects of a batch; status 207 if others were not found. */
function sendBatch(c: Ctx, startedAt: Date, results: object[], status: 200 | 201, missing: string[] = []) {
  const errors: StandardError[] = missing.length
    ? [
        {
          status: 'error',
          category: 'OBJECT_NOT_FOUND',
          message: 'Could not get some objects, they may be deleted or not exist. Check that ids are valid.',
          context: { ids: missing },
          links: {},
          errors: [],
        },
      ]
    : []
  const times = { requestedAt: startedAt, startedAt, completedAt: new Date() }
  const problems = errors.length > 0 && { numErrors: errors.length, errors }
  return c.json({ status: 'COMPLETE', results, ...times, ...problems }, errors.length > 0 ? 207 : status)
}

/** Returns the CRM routes that the product uses: objects, their associations, and properties. */
export function objectRoutes({ faults, clock }: Pick<Play, 'faults' | 'clock'>): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/crm/v3/objects/:type/search', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const isBehind = faults.current('crm', 'search', String(account.portalId)) === 'unindexed'
    if (isBehind) faults.spend()
    const before = new Date(clock().getTime() - (isBehind ? faults.ms : 0))
    return c.json(search(account, type, await readJson<PublicObjectSearchRequest>(c), before))
  })

  app.post('/crm/v3/objects/:type/batch/read', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const body = await readJson<BatchReadInputSimplePublicObjectId>(c)
    const missing: string[] = []
    const found = batchIn(body, 'id').flatMap(({ id }) => {
      const record = account.find(type, String(id))
      if (record && !record.archivedAt) return [record]
      missing.push(String(id))
      return []
    })
    const view = { properties: body.properties, history: body.propertiesWithHistory }
    const results = [...new Set(found)].map((record) => account.present(record, view))
    return sendBatch(c, clock(), results, 200, missing)
  })

  // All or nothing, like HubSpot: a rejected batch changes nothing.
  app.post('/crm/v3/objects/:type/batch/create', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    const inputs = batchIn(await readJson<BatchInputSimplePublicObjectBatchInputForCreate>(c), 'properties')
    const emails = inputs.map(({ properties }) => account.check(type, propertiesIn(properties)))
    const twice = emails.find((email, index) => email && emails.indexOf(email) !== index)
    if (twice) throw new HubSpotError(409, 'CONFLICT', `The batch has more than one record with ${twice}`)
    const results = inputs.map(({ properties, associations }) => {
      const record = account.create(type, properties, associations ?? [], c.get('author'))
      return account.present(record, { properties: Object.keys(properties) })
    })
    return sendBatch(c, clock(), results, 201)
  })

  app.get('/crm/v3/objects/:type', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const results = account.list(type).slice(0, PAGE)
    return c.json({ results: results.map((record) => account.present(record)) })
  })

  app.post('/crm/v3/objects/:type', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const { properties, associations } = await readJson<SimplePublicObjectInputForCreate>(c)
    const account = c.get('account')
    const values = propertiesIn(properties)
    const record = account.create(type, values, associations ?? [], c.get('author'))
    return c.json(account.present(record, { properties: Object.keys(values) }), 201)
  })

  app.get('/crm/v3/objects/:type/:id', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const view = { properties: listIn(c, 'properties'), history: listIn(c, 'propertiesWithHistory') }
    return c.json(account.present(account.get(type, c.req.param('id')), view))
  })

  app.patch('/crm/v3/objects/:type/:id', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    const record = account.get(type, c.req.param('id'))
    const { properties } = await readJson<SimplePublicObjectInput>(c)
    const values = propertiesIn(properties)
    account.update(record, values, c.get('author'))
    return c.json(account.present(record, { properties: Object.keys(values) }))
  })

  app.get('/crm/v4/objects/:type/:id/associations/:to', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const to = typeIn(c, 'to')
    const account = c.get('account')
    const typeId = defaultTypeId(type, to)
    const category = 'HUBSPOT_DEFINED'
    const ids = account.associations.linked(account.get(type, c.req.param('id')), to)
    const results = ids.map((toObjectId) => ({ toObjectId, associationTypes: [{ category, typeId }] }))
    return c.json({ results })
  })

  app.get('/crm/v3/properties/:type', (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    return c.json({ results: c.get('account').properties.list(type) })
  })
  return app
}
