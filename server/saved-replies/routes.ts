import type { Selectable } from 'kysely'
import {
  createSavedReply,
  deleteSavedReply,
  draftReply,
  listSavedReplies,
  MOST_SAVED_REPLIES,
  type SavedReply,
  updateSavedReply,
} from '../../src/contract/saved-replies.ts'
import { newId } from '../base/ids.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { createLimiter, spend } from '../http/rate-limit.ts'
import { requireUnchanged } from '../http/require-unchanged.ts'
import { draftFor } from './draft.ts'

/** The limit of drafts per user, because each draft can call a paid model. */
export const DRAFTS = { points: 30, duration: 60 }

const present = ({ id, title, text, updated_at }: Selectable<Database['saved_replies']>): SavedReply => ({
  id,
  title,
  text,
  updated_at: updated_at.toISOString(),
})

const unknownReply = () => new HttpError(404, 'The requested saved reply could not be found.')

/** Mounts the endpoints for the replies that members save, and for drafts of a reply. */
export function mountSavedReplies(api: Api): void {
  const { deps } = api
  const { db, clock } = deps

  const drafts = createLimiter(deps, 'draftsPerUser', DRAFTS)
  mount(api, draftReply, async ({ organizationId, params, userId }) => {
    await spend(drafts, userId, 'Too many drafts at once. Please wait a moment and try again')
    return { draft: await draftFor(deps, organizationId, params.conversationId) }
  })

  mount(api, listSavedReplies, async ({ organizationId }) => {
    const rows = await db
      .selectFrom('saved_replies')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .orderBy(({ fn }) => fn('lower', ['title']))
      .orderBy('id')
      .execute()
    return rows.map(present)
  })

  mount(api, createSavedReply, async ({ organizationId, body }) => {
    const { id = newId('reply'), title, text } = body
    const now = clock()
    return db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const { count } = await tx
        .selectFrom('saved_replies')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('organization_id', '=', organizationId)
        .where('id', '<>', id)
        .executeTakeFirstOrThrow()
      if (Number(count) >= MOST_SAVED_REPLIES)
        throw new HttpError(409, `There is room for ${MOST_SAVED_REPLIES} saved replies. Remove one first`)
      const row = {
        organization_id: organizationId,
        id,
        title: title.trim(),
        text,
        created_at: now,
        updated_at: now,
      }
      return present(
        await tx
          .insertInto('saved_replies')
          .values(row)
          .onConflict((same) =>
            same.columns(['organization_id', 'id']).doUpdateSet({ title: row.title, text, updated_at: now }),
          )
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
    })
  })

  mount(api, updateSavedReply, ({ organizationId, params, body: { title, text, read } }) =>
    db.transaction().execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      const row = await tx
        .selectFrom('saved_replies')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .where('id', '=', params.replyId)
        .executeTakeFirstOrThrow(unknownReply)
      requireUnchanged(present(row), read)
      const change = { title: title.trim(), text, updated_at: clock() }
      await tx
        .updateTable('saved_replies')
        .set(change)
        .where('organization_id', '=', organizationId)
        .where('id', '=', params.replyId)
        .execute()
      return present({ ...row, ...change })
    }),
  )

  mount(api, deleteSavedReply, async ({ organizationId, params }) => {
    const { numDeletedRows } = await db
      .deleteFrom('saved_replies')
      .where('organization_id', '=', organizationId)
      .where('id', '=', params.replyId)
      .executeTakeFirst()
    if (numDeletedRows === 0n) throw unknownReply()
  })
}
