import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import * as v from 'valibot'
import { LeadChanges, listLeads } from '../../src/contract/leads.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { sendJson, sendPieces } from '../http/json.ts'
import { type Api, jsonArray, mount } from '../http/mount.ts'
import { changesSince, cursorAt, cursorNow, haveChanged, type Known, readCursor } from './changes-feed.ts'
import { selectLeads, selectPart } from './lead-query.ts'

/**
 * Mounts the endpoint for the list of leads (section 7): complete, in parts, or only the changes. Its ETag contains the
 * cursor.
 */
export function mountLeadList(api: Api): void {
  const { db } = api.deps
  mount(api, listLeads, async ({ organizationId, query }, c) => {
    const { since, limit, ...filter } = query
    const isFiltered = Object.values(filter).some((value) => value !== undefined)
    const now = await cursorNow(db)
    c.header('ETag', `W/"${now}"`)
    const known = readCursor(since || cursorIn(c), now)
    const wantsChanges = since !== undefined
    if (wantsChanges && isFiltered) throw new HttpError(400, 'since cannot be combined with a filter')
    if (wantsChanges && known) return send(c, await partAfter(db, organizationId, known, limit))
    if (known && !(await haveChanged(db, organizationId, known.xid))) return c.body(null, 304)
    if (!wantsChanges && limit === undefined) return selectLeads(db, organizationId, filter)
    if (limit === undefined) {
      const head = { kind: 'all', cursor: now, removed: [] }
      return sendPieces(c, wholeList(head, selectLeads(db, organizationId, filter)))
    }
    const { total, leads, end } = await selectPart(db, organizationId, filter, Number(limit))
    const cursor = end && !isFiltered ? cursorAt(now, end) : now
    return send(c, { kind: end ? 'first' : 'all', cursor, total, removed: [], leads })
  })
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
