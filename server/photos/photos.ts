import type { ExpressionBuilder, Kysely } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { LIMITS } from '../../src/contract/limits.ts'
import type { Photo } from '../../src/contract/photos.ts'
import { newId } from '../base/ids.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import type { Picture } from './picture.ts'
import { filesOf } from './storage.ts'

const COLUMNS = ['id', 'width', 'height'] as const

/** A photo as stored with a message. */
export type StoredPhoto = Pick<Photo, (typeof COLUMNS)[number]>

/** Returns a photo with its links on the widget host. The links are private because the ID is random. */
export const photoLinks = (widgetOrigin: string, { id, width, height }: StoredPhoto): Photo => {
  const { large, small } = filesOf(`${widgetOrigin}/photos/${id}`)
  return { id, url: large, thumbnail_url: small, width, height }
}

/** Selects the photos of each message, in upload order. */
export const photosOfMessage = (messages: ExpressionBuilder<Database, 'messages'>) =>
  jsonArrayFrom(
    messages
      .selectFrom('photos')
      .select(COLUMNS)
      .whereRef('photos.message_id', '=', 'messages.id')
      .orderBy('photos.created_at')
      .orderBy('photos.id'),
  )

/**
 * Assigns uploaded photos of a conversation to a message. Returns them in the form of `photosOfMessage`. Throws a 400
 * HttpError if a photo is unknown or already sent.
 */
export async function claimPhotos(
  db: Kysely<Database>,
  conversationId: string,
  messageId: string,
  ids: readonly string[],
): Promise<StoredPhoto[]> {
  const asked = [...new Set(ids)]
  if (asked.length === 0) return []
  const claimed = await db
    .updateTable('photos')
    .set({ message_id: messageId })
    .where('id', 'in', asked)
    .where('conversation_id', '=', conversationId)
    .where('message_id', 'is', null)
    .where('stored_at', 'is not', null)
    .executeTakeFirst()
  if (claimed.numUpdatedRows < asked.length) {
    throw new HttpError(400, 'A photo is no longer available. Please attach it again')
  }
  return db
    .selectFrom('photos')
    .select(COLUMNS)
    .where('message_id', '=', messageId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function uploadedPhoto(
  db: Kysely<Database>,
  conversationId: string,
  clientId: string,
): Promise<StoredPhoto | null> {
  const photo = await db
    .selectFrom('photos')
    .select(COLUMNS)
    .where('conversation_id', '=', conversationId)
    .where('client_id', '=', clientId)
    .where('stored_at', 'is not', null)
    .executeTakeFirst()
  return photo ?? null
}

/** Throws a 409 HttpError if a conversation already has the maximum number of photos, not counting this upload. */
export async function rejectTooMany(
  db: Kysely<Database>,
  conversationId: string,
  clientId: string,
): Promise<void> {
  const others = await db
    .selectFrom('photos')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .where('client_id', '<>', clientId)
    .limit(LIMITS.photos)
    .execute()
  if (others.length >= LIMITS.photos) {
    throw new HttpError(409, `A conversation can hold ${LIMITS.photos} photos`)
  }
}

interface Upload {
  conversationId: string
  organizationId: string
  clientId: string
}

/**
 * Stores an uploaded picture. Inserts its row first, so that a crash can leave a row without files, which the daily job
 * removes, but never a file without a row. Repeated uploads with the same client ID store one photo. Throws a 404
 * HttpError if the conversation is erased in the meantime, and removes the files in that case.
 */
export async function storePhoto(
  { db, clock, photos, log }: Deps,
  upload: Upload,
  { large, small, width, height }: Picture,
): Promise<StoredPhoto> {
  const { conversationId, clientId } = upload
  const size = { width, height, bytes: large.byteLength + small.byteLength }
  const row = await db.transaction().execute(async (tx) => {
    const conversation = await tx
      .selectFrom('conversations')
      .select('id')
      .where('id', '=', conversationId)
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (!conversation) throw gone()
    await rejectTooMany(tx, conversationId, clientId)
    return tx
      .insertInto('photos')
      .values({
        id: newId('photo'),
        organization_id: upload.organizationId,
        conversation_id: conversationId,
        client_id: clientId,
        file: newId('file'),
        ...size,
        created_at: clock(),
      })
      .onConflict((both) => both.constraint('photos_once').doUpdateSet({ client_id: clientId }))
      .returning([...COLUMNS, 'file', 'stored_at'])
      .executeTakeFirstOrThrow()
  })
  if (row.stored_at !== null) return row
  const files = filesOf(row.file)
  try {
    await photos.put(files.large, large)
    await photos.put(files.small, small)
  } catch (error) {
    log.error({ err: error }, 'a photo could not be stored')
    throw new HttpError(503, 'The photo could not be stored. Please try again', {
      headers: { 'Retry-After': '5' },
    })
  }
  const stored = await db
    .updateTable('photos')
    .set({ ...size, stored_at: clock() })
    .where('id', '=', row.id)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (stored) return stored
  await Promise.all([photos.remove(files.large), photos.remove(files.small)])
  throw gone()
}

const gone = () => new HttpError(404, 'This conversation could not be found')
