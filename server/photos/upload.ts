import type { Context } from 'hono'
import { LIMITS } from '../../src/contract/limits.ts'
import { MINUTE_MS } from '../../src/domain/time/durations.ts'
import { HttpError } from '../api/http-error.ts'
import { readProfile } from '../api/settings/stored-profile.ts'
import type { Deps } from '../deps.ts'
import { rejectTooMany, type StoredPhoto, storePhoto, uploadedPhoto } from './photos.ts'
import { kindOf, readPicture, SIGNATURE_BYTES } from './picture.ts'
import type { Bytes } from './storage.ts'

/** The maximum number of simultaneous uploads to this companion. Each one needs memory for its file. */
const MOST_UPLOADS = 12
const MOST_UPLOADS_PER_ADDRESS = 4
const LONGEST_UPLOAD_MS = 2 * MINUTE_MS

interface Visitor {
  id: string
  organizationId: string
  address: string
}

/** Creates the handler for visitors' photos, which reads, checks, re-encodes, and stores each photo. */
export function createUploads(
  deps: Deps,
): (c: Context, visitor: Visitor, clientId: string) => Promise<StoredPhoto> {
  const { db } = deps
  const open = new Map<string, number>()
  let count = 0

  async function receive(c: Context, { id, organizationId }: Visitor, clientId: string) {
    const known = await uploadedPhoto(db, id, clientId)
    if (known) return known
    if (!(await readProfile(db, organizationId)).enable_file_upload) {
      throw new HttpError(403, 'Photos cannot be sent in this chat')
    }
    await rejectTooMany(db, id, clientId)
    const picture = await readPicture(await readFile(c.req.raw))
    return storePhoto(deps, { conversationId: id, organizationId, clientId }, picture)
  }

  return async (c, visitor, clientId) => {
    const { address } = visitor
    const own = open.get(address) ?? 0
    if (count >= MOST_UPLOADS || own >= MOST_UPLOADS_PER_ADDRESS) {
      throw new HttpError(429, 'Too many photos at once. Please wait a moment and try again', {
        headers: { 'Retry-After': '2' },
      })
    }
    count += 1
    open.set(address, own + 1)
    try {
      return await receive(c, visitor, clientId)
    } finally {
      count -= 1
      const left = (open.get(address) ?? 1) - 1
      if (left > 0) open.set(address, left)
      else open.delete(address)
    }
  }
}

const tooLarge = () =>
  new HttpError(413, `A photo can have ${LIMITS.photo / 1_048_576} MB. Please choose a smaller one`)

/**
 * Reads a request's body. Throws a 413 HttpError for files over the limit, without buffering more than the limit; a 400
 * HttpError for files that don't start like a picture, as soon as their first bytes arrive; and a 408 HttpError for uploads
 * that take longer than two minutes.
 */
async function readFile({ headers, body }: Request): Promise<Bytes> {
  if (Number(headers.get('content-length')) > LIMITS.photo) throw tooLarge()
  const reader = body?.getReader()
  const chunks: Uint8Array[] = []
  let size = 0
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    void reader?.cancel().catch(() => undefined)
  }, LONGEST_UPLOAD_MS)
  try {
    for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
      const isStart = size < SIGNATURE_BYTES
      chunks.push(part.value)
      size += part.value.byteLength
      if (size > LIMITS.photo) throw tooLarge()
      if (isStart && size >= SIGNATURE_BYTES) kindOf(Buffer.concat(chunks))
    }
  } catch (error) {
    await reader?.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
  }
  if (isLate) throw new HttpError(408, 'The upload took too long. Please try again')
  return Buffer.concat(chunks)
}
