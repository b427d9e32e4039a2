import type {
  BatchInputSimplePublicObjectBatchInput,
  BatchInputSimplePublicObjectBatchInputForCreate,
  BatchInputSimplePublicObjectBatchInputUpsert,
  BatchInputSimplePublicObjectId,
  BatchReadInputSimplePublicObjectId,
  BatchResponseSimplePublicObjectWithErrors,
  SimplePublicUpsertObject,
  StandardError,
} from '@hubspot/api-client/lib/codegen/crm/contacts'
import { Hono } from 'hono'
import { type Ctx, type Env, inputsIn, needs, objectIn, readJson, typeIn } from './context.ts'
import { HubSpotError, invalid } from './errors.ts'
import { TYPE_NAMES } from './types.ts'

const MOST = 100

type Status = BatchResponseSimplePublicObjectWithErrors['status']

/** Returns the objects in a batch. Each has these fields and occurs only once. */
function objectsIn<Input extends object>(
  body: { inputs: Input[] },
  ...fields: (keyof Input & string)[]
): Input[] {
  const inputs = inputsIn(body, ...fields)
  if (inputs.length > MOST) throw invalid(`The maximum number of inputs is ${MOST}`)
  const ids = inputs.map((input) => ('id' in input ? String(input.id) : '')).filter(Boolean)
  const twice = ids.filter((id, index) => ids.indexOf(id) !== index)
  if (twice.length > 0) {
    throw invalid(`Duplicate IDs found in batch input: [${twice.join(', ')}]. IDs must be unique`)
  }
  return inputs
}

/** Rejects a batch that gives two records the same unique value. */
function rejectTwice(keys: readonly string[]): void {
  const twice = keys.find((key, index) => keys.indexOf(key) !== index)
  if (twice) throw new HubSpotError(409, 'CONFLICT', `The batch has more than one record with ${twice}`)
}

/** Returns the response for some objects of a batch; status 207 if others were not found. */
function answer<Result>(
  c: Ctx,
  startedAt: Date,
  results: Result[],
  status: 200 | 201,
  missing: string[] = [],
) {
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
  const complete = 'COMPLETE' as Status
  return c.json(
    {
      status: complete,
      results,
      requestedAt: startedAt,
      startedAt,
      completedAt: new Date(),
      ...(errors.length > 0 && { numErrors: errors.length, errors }),
    },
    errors.length > 0 ? 207 : status,
  )
}

/** `/crm/v3/objects/{type}/batch`. */
export function batchRoutes(clock: () => Date): Hono<Env> {
  const app = new Hono<Env>()

  app.post('/crm/v3/objects/:type/batch/read', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'read')
    const account = c.get('account')
    const body = await readJson<BatchReadInputSimplePublicObjectId>(c)
    const missing: string[] = []
    const isArchived = c.req.query('archived') === 'true'
    const found = objectsIn(body, 'id').flatMap(({ id }) => {
      const record = account.find(type, String(id), body.idProperty)
      if (record && (record.archivedAt !== null) === isArchived) return [record]
      missing.push(String(id))
      return []
    })
    const view = { properties: body.properties, history: body.propertiesWithHistory }
    const results = [...new Set(found)].map((record) => account.present(record, view))
    return answer(c, clock(), results, 200, missing)
  })

  // All or nothing, like HubSpot: a rejected batch changes nothing.
  app.post('/crm/v3/objects/:type/batch/create', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    const inputs = objectsIn(await readJson<BatchInputSimplePublicObjectBatchInputForCreate>(c), 'properties')
    rejectTwice(inputs.flatMap(({ properties }) => account.check(type, objectIn(properties, 'properties'))))
    const results = inputs.map(({ properties, associations }) => {
      const record = account.create(type, properties, associations ?? [], c.get('author'))
      return account.present(record, { properties: Object.keys(properties) })
    })
    return answer(c, clock(), results, 201)
  })

  app.post('/crm/v3/objects/:type/batch/update', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    const inputs = objectsIn(await readJson<BatchInputSimplePublicObjectBatchInput>(c), 'id')
    const missing: string[] = []
    const found = inputs.flatMap(({ id, idProperty, properties }) => {
      const record = account.find(type, String(id), idProperty)
      if (record && !record.archivedAt) return [{ record, properties: objectIn(properties, 'properties') }]
      missing.push(String(id))
      return []
    })
    rejectTwice(found.flatMap(({ record, properties }) => account.check(type, properties, record)))
    const results = found.map(({ record, properties }) => {
      account.update(record, properties, c.get('author'))
      return account.present(record, { properties: Object.keys(properties) })
    })
    return answer(c, clock(), results, 200, missing)
  })

  app.post('/crm/v3/objects/:type/batch/upsert', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    const inputs = objectsIn(await readJson<BatchInputSimplePublicObjectBatchInputUpsert>(c), 'id')
    const wanted = inputs.map(({ id, idProperty, properties }) => {
      if (!idProperty) throw invalid(`idProperty is required to upsert ${TYPE_NAMES[type].singular} objects`)
      const record = account.find(type, String(id), idProperty)
      const given = objectIn(properties, 'properties')
      const values: Record<string, unknown> = record ? given : { [idProperty]: id, ...given }
      return { id: String(id), idProperty, values, keys: account.check(type, values, record) }
    })
    rejectTwice(wanted.flatMap(({ keys }) => keys))
    const results = wanted.map(({ id, idProperty, values }) => {
      const before = account.find(type, id, idProperty)
      const record = before
        ? account.update(before, values, c.get('author'))
        : account.create(type, values, [], c.get('author'))
      const shown = account.present(record, { properties: Object.keys(values) })
      return { ...shown, new: !before } as Omit<SimplePublicUpsertObject, '_new' | 'properties'> & {
        new: SimplePublicUpsertObject['_new']
      }
    })
    return answer(c, clock(), results, 200)
  })

  app.post('/crm/v3/objects/:type/batch/archive', async (c) => {
    const type = typeIn(c)
    needs(c, type, 'write')
    const account = c.get('account')
    for (const { id } of objectsIn(await readJson<BatchInputSimplePublicObjectId>(c), 'id')) {
      const record = account.find(type, String(id))
      if (record) account.archive(record, c.get('author'))
    }
    return c.body(null, 204)
  })
  return app
}
