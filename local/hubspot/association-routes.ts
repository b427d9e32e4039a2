import type {
  AssociationSpec,
  BatchInputPublicAssociationMultiArchive,
  BatchInputPublicFetchAssociationsBatchRequest,
  BatchResponsePublicDefaultAssociation,
  CollectionResponseMultiAssociatedObjectWithLabelForwardPaging,
  LabelsBetweenObjectPair,
  PublicAssociationMultiWithLabel,
  PublicDefaultAssociation,
} from '@hubspot/api-client/lib/codegen/crm/associations/v4'
import { Hono } from 'hono'
import type { HubRecord } from './account.ts'
import { defaultTypeId, labelled, targetType, withLabel } from './associations.ts'
import { type Ctx, type Env, inputsIn, needs, readJson, typeIn } from './context.ts'
import { invalid } from './errors.ts'
import { type ObjectType, TYPE_NAMES } from './types.ts'

const MOST_A_PAGE = 500

/** The client renames `from` to `_from`, because it is a reserved word in some languages. */
type From<T> = Omit<T, '_from'> & { from: { id: string } }

interface Pair {
  from: { id: string }
  to: { id: string }
}

const complete = () => {
  const now = new Date()
  const status = 'COMPLETE' as BatchResponsePublicDefaultAssociation['status']
  return { status, requestedAt: now, startedAt: now, completedAt: now }
}

function link(from: HubRecord, to: HubRecord): LabelsBetweenObjectPair {
  return {
    fromObjectTypeId: TYPE_NAMES[from.type].id,
    fromObjectId: from.id,
    toObjectTypeId: TYPE_NAMES[to.type].id,
    toObjectId: to.id,
    labels: [],
  }
}

/** Associations, version 4. */
export function associationRoutes(): Hono<Env> {
  const app = new Hono<Env>()
  const ONE = '/crm/v4/objects/:from/:fromId/associations'
  const MANY = '/crm/v4/associations/:from/:to'

  /** Returns the two types in a path if the token has access to the first. */
  const typesIn = (c: Ctx, access: 'read' | 'write') => {
    const from = typeIn(c, 'from')
    needs(c, from, access)
    return { from, to: typeIn(c, 'to') }
  }
  const recordsIn = (c: Ctx) => {
    const { from, to } = typesIn(c, 'write')
    const account = c.get('account')
    return [
      account.get(from, c.req.param('fromId') ?? ''),
      account.get(to, c.req.param('toId') ?? ''),
    ] as const
  }
  const linkByDefault = (c: Ctx, from: HubRecord, to: HubRecord): From<PublicDefaultAssociation>[] => {
    c.get('account').associations.link(from, to)
    const spec = (a: ObjectType, b: ObjectType) => ({
      associationCategory: 'HUBSPOT_DEFINED' as AssociationSpec['associationCategory'],
      associationTypeId: defaultTypeId(a, b) ?? 0,
    })
    return [
      { from: { id: from.id }, to: { id: to.id }, associationSpec: spec(from.type, to.type) },
      { from: { id: to.id }, to: { id: from.id }, associationSpec: spec(to.type, from.type) },
    ]
  }

  app.put(`${ONE}/default/:to/:toId`, (c) => {
    const results = linkByDefault(c, ...recordsIn(c))
    return c.json({ ...complete(), results })
  })
  app.put(`${ONE}/:to/:toId`, async (c) => {
    const [from, to] = recordsIn(c)
    targetType(from.type, await readJson<AssociationSpec[]>(c), to.type)
    c.get('account').associations.link(from, to)
    return c.json(link(from, to), 201)
  })
  app.delete(`${ONE}/:to/:toId`, (c) => {
    const { from, to } = typesIn(c, 'write')
    const ends = [
      { type: from, id: c.req.param('fromId') },
      { type: to, id: c.req.param('toId') },
    ] as const
    c.get('account').associations.unlink(...ends)
    return c.body(null, 204)
  })
  app.get(`${ONE}/:to`, (c) => {
    const { from, to } = typesIn(c, 'read')
    const account = c.get('account')
    const record = account.get(from, c.req.param('fromId'))
    const limit = Number(c.req.query('limit') ?? MOST_A_PAGE)
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST_A_PAGE) {
      throw invalid(`limit must be between 1 and ${MOST_A_PAGE}`)
    }
    const after = Number(c.req.query('after') ?? 0)
    const ids = account.associations.linked(record, to)
    const end = after + limit
    const answer: CollectionResponseMultiAssociatedObjectWithLabelForwardPaging = {
      results: labelled(from, to, ids.slice(after, end)),
      ...(ids.length > end && { paging: { next: { after: String(end) } } }),
    }
    return c.json(answer)
  })

  app.get(`${MANY}/labels`, (c) => {
    const { from, to } = typesIn(c, 'read')
    const typeId = defaultTypeId(from, to)
    return c.json({ results: typeId === undefined ? [] : [withLabel(typeId)] })
  })
  app.post(`${MANY}/batch/read`, async (c) => {
    const { from, to } = typesIn(c, 'read')
    const account = c.get('account')
    const inputs = inputsIn(await readJson<BatchInputPublicFetchAssociationsBatchRequest>(c), 'id')
    const results = inputs.flatMap(({ id }): From<PublicAssociationMultiWithLabel>[] => {
      const record = account.find(from, String(id))
      const ids = record ? account.associations.linked(record, to) : []
      return ids.length > 0 ? [{ from: { id: String(id) }, to: labelled(from, to, ids) }] : []
    })
    return c.json({ ...complete(), results })
  })
  app.post(`${MANY}/batch/associate/default`, async (c) => {
    const { from, to } = typesIn(c, 'write')
    const account = c.get('account')
    const pairs = inputsIn(await readJson<{ inputs: Pair[] }>(c), 'from', 'to').map(
      (input) => [account.get(from, input.from.id), account.get(to, input.to.id)] as const,
    )
    return c.json({ ...complete(), results: pairs.flatMap((pair) => linkByDefault(c, ...pair)) })
  })
  app.post(`${MANY}/batch/create`, async (c) => {
    const { from, to } = typesIn(c, 'write')
    const account = c.get('account')
    const inputs = inputsIn(
      await readJson<{ inputs: (Pair & { types: AssociationSpec[] })[] }>(c),
      'from',
      'to',
      'types',
    )
    const pairs = inputs.map((input) => {
      targetType(from, input.types, to)
      return [account.get(from, input.from.id), account.get(to, input.to.id)] as const
    })
    for (const [a, b] of pairs) account.associations.link(a, b)
    return c.json({ ...complete(), results: pairs.map(([a, b]) => link(a, b)) }, 201)
  })
  app.post(`${MANY}/batch/archive`, async (c) => {
    const types = typesIn(c, 'write')
    const body = await readJson<BatchInputPublicAssociationMultiArchive>(c)
    const inputs = inputsIn(body as unknown as { inputs: Pair[] }, 'from', 'to')
    for (const { from, to } of inputs) {
      for (const { id } of [to].flat()) {
        c.get('account').associations.unlink({ type: types.from, id: from.id }, { type: types.to, id })
      }
    }
    return c.body(null, 204)
  })
  return app
}
