import {
  beginImport,
  checkImport,
  finishImport,
  IMPORT_LIMITS,
  importRows,
  type LeadImport,
  listImports,
  undoImport,
} from '../../src/contract/lead-imports.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { createSlots, NoSlot } from '../base/slots.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { importBatch, lockImport } from './import-rows.ts'
import { judge } from './judge.ts'
import { readImports, type StoredImport } from './stored-imports.ts'
import { undoSome } from './undo.ts'

/**
 * The number of organizations whose rows are judged, imported, or removed at the same time, with one batch each, and of
 * an organization's batches that wait.
 */
const BATCHES = { atOnce: 4, waiting: 10 }

/** Mounts the endpoints for imports of leads from files: judge, import in batches, and undo. */
export function mountLeadImports(api: Api): void {
  const { deps } = api
  const { db, clock } = deps
  const slots = createSlots(BATCHES)

  const inTurn = <Result>(organizationId: string, work: () => Promise<Result>): Promise<Result> =>
    slots.run(organizationId, work).catch((error: unknown) => {
      if (!(error instanceof NoSlot)) throw error
      throw new HttpError(429, 'Too many imports at once. Please wait a moment and try again', {
        headers: { 'Retry-After': '5' },
      })
    })

  async function named(organizationId: string, found: readonly StoredImport[]): Promise<LeadImport[]> {
    const names = await api.guard.namesOf(organizationId, [...new Set(found.map(({ userId }) => userId))])
    return found.map(({ userId, ...one }) => ({ ...one, created_by: names.get(userId) ?? null }))
  }

  async function oneImport(organizationId: string, id: string): Promise<LeadImport> {
    const [one] = await named(organizationId, await readImports(db, organizationId, { id }))
    if (!one) throw new HttpError(404, 'The requested import could not be found.')
    return one
  }

  mount(api, checkImport, async ({ organizationId, body: { file_hash: fileHash, ...batch } }) => {
    const judged = await inTurn(organizationId, () =>
      judge(db, { organizationId, fileHash, now: clock() }, batch),
    )
    return { rows: judged.map(({ verdict }) => verdict) }
  })

  mount(api, listImports, async ({ organizationId }) => {
    const since = new Date(clock().getTime() - IMPORT_LIMITS.undoDays * DAY_MS)
    return { imports: await named(organizationId, await readImports(db, organizationId, { since })) }
  })

  mount(api, beginImport, async ({ organizationId, userId, body }) => {
    const id = await db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const begun = await tx
        .selectFrom('lead_imports')
        .select('id')
        .where('organization_id', '=', organizationId)
        .where((lead) =>
          lead.or([
            lead('id', '=', body.id),
            lead.and([lead('file_hash', '=', body.file_hash), lead('finished_at', 'is', null)]),
          ]),
        )
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst()
      if (begun) return begun.id
      const row = { ...body, organization_id: organizationId, created_by: userId, created_at: clock() }
      await tx.insertInto('lead_imports').values(row).execute()
      return body.id
    })
    return oneImport(organizationId, id)
  })

  mount(api, importRows, async ({ organizationId, userId, params, body }) => ({
    rows: await inTurn(organizationId, () =>
      importBatch(deps, { organizationId, userId }, params.importId, body),
    ),
  }))

  mount(api, finishImport, async ({ organizationId, params: { importId } }) => {
    await db.transaction().execute(async (tx) => {
      const { finished_at } = await lockImport(tx, organizationId, importId)
      await tx
        .updateTable('lead_imports')
        .set({ finished_at: finished_at ?? clock() })
        .where('organization_id', '=', organizationId)
        .where('id', '=', importId)
        .execute()
    })
    return oneImport(organizationId, importId)
  })

  mount(api, undoImport, async ({ organizationId, params: { importId } }) => {
    await inTurn(organizationId, () => undoSome(deps, organizationId, importId))
    return oneImport(organizationId, importId)
  })
}
