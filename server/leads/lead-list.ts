import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { LeadChanges, type LeadQuery, listLeads, USUAL_LIMITED } from '../../src/contract/leads.ts'
import { isKeyId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { sendJson, sendPieces } from '../http/json.ts'
import { type Api, jsonArray, mount } from '../http/mount.ts'
import { changesSince, cursorAt, cursorNow, haveChanged, type Known, readCursor } from './changes-feed.ts'
import { type LeadFilter, selectLeads, selectPart } from './lead-query.ts'
import { readLookUp } from './look-up.ts'

/**
 * Mounts the endpoint for the list of leads (section 7): complete, in parts, or only the changes. Its ETag contains the
 * cursor.
 */
export function mountLeadList(api: Api): void {
  const { db } = api.deps
  mount(api, listLeads, async ({ organizationId, userId, query }, c) => {
    const list = readList(organizationId, userId, query)
    const { filter, limit } = list
    const now = await cursorNow(db)
    c.header('ETag', `W/"${now}"`)
    const known = readCursor(query.since || cursorIn(c), now)
    const wantsChanges = query.since !== undefined
    const next = wantsChanges ? await partSince(db, list, known) : null
    if (next) return send(c, next)
    if (known && !(await haveChanged(db, organizationId, known.xid))) return c.body(null, 304)
    if (!wantsChanges && limit === undefined) return selectLeads(db, organizationId, filter)
    if (limit === undefined) {
      const head = { kind: 'all', cursor: now, removed: [] }
      return sendPieces(c, wholeList(head, selectLeads(db, organizationId, filter)))
    }
    const { total, leads, end } = await selectPart(db, organizationId, filter, Number(limit))
    const cursor = end && (list.isForKey || !list.isFiltered) ? cursorAt(now, end) : now
    return send(c, { kind: end ? 'first' : 'all', cursor, total, removed: [], leads })
  })
}

/** The list that a request asks for. Without a limit, it is complete. */
interface List {
  organizationId: string
  isForKey: boolean
  filter: LeadFilter
  isFiltered: boolean
  limit: string | undefined
}

function readList(organizationId: string, userId: string, query: LeadQuery): List {
  const isForKey = isKeyId(userId)
  const { since: _, limit = isForKey ? String(USUAL_LIMITED) : undefined, phone, email, ...given } = query
  const filter = { ...given, ...readLookUp({ phone, email }) }
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return { organizationId, isForKey, filter, isFiltered, limit }
}

/** Returns what follows a cursor. Null if the cursor is unknown, so that the list starts again. */
async function partSince(db: Kysely<Database>, list: List, known: Known | null): Promise<LeadChanges | null> {
  if (!list.isFiltered) return known && partAfter(db, list.organizationId, known, list.limit)
  if (!list.isForKey || !known?.place) throw new HttpError(400, 'since cannot be combined with a filter')
  return filteredPartAfter(db, list, known)
}

/** Returns the next part of a list. The last part also contains the changes since the first one. */
async function partAfter(
  db: Kysely<Database>,
  organizationId: string,
  known: Known,
  limit: string | undefined,
): Promise<LeadChanges> {
  const { state, place } = known
  if (place && limit !== undefined) {
    const { total, leads, end } = await selectPart(db, organizationId, {}, Number(limit), place)
    if (end) return { kind: 'more', cursor: cursorAt(state, end), total, removed: [], leads }
  }
  return { kind: 'changes', ...(await changesSince(db, organizationId, known)) }
}

/** Returns the next part of a filtered list. The last part is `changes`, after which nothing follows. */
async function filteredPartAfter(
  db: Kysely<Database>,
  { organizationId, filter, limit }: List,
  { state, place }: Known,
): Promise<LeadChanges> {
  const { total, leads, end } = await selectPart(db, organizationId, filter, Number(limit), place)
  const cursor = end ? cursorAt(state, end) : state
  return { kind: end ? 'more' : 'changes', cursor, total, removed: [], leads }
}

const send = (c: Context, changes: LeadChanges) => sendJson(c, JSON.stringify(v.parse(LeadChanges, changes)))

/** Returns the cursor in the client's ETag. */
const cursorIn = (c: Context) => /(?:^|,)\s*(?:W\/)?"([^"]+)"/.exec(c.req.header('If-None-Match') ?? '')?.[1]

/** Yields every lead, as pieces of one {@link LeadChanges}. */
async function* wholeList(
  head: object,
  batches: ReturnType<typeof selectLeads>,
): AsyncGenerator<string, void> {
  let total = 0
  const counted = (async function* () {
    for await (const batch of batches) {
      total += batch.length
      yield batch
    }
  })()
  let opening = `${JSON.stringify(head).slice(0, -1)},"leads":`
  for await (const piece of jsonArray(LeadChanges.entries.leads, counted)) {
    yield opening + piece
    opening = ''
  }
  yield `,"total":${total}}`
}
