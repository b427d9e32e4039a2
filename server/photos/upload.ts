import type { Context } from 'hono'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { readProfile } from '../profiles/stored-profile.ts'
import { rejectTooMany, type StoredPhoto, storePhoto, uploadedPhoto } from './photos.ts'
import { readPicture } from './picture.ts'
import { readFile } from './read-file.ts'
import { UPLOAD_LIMITS, type UploadLimits } from './upload-limits.ts'

interface Visitor {
  id: string
  organizationId: string
  address: string
}

/**
 * Creates the handler for visitors' photos, which reads, checks, re-encodes, and stores each photo. An upload counts
 * with the memory for the bytes that have arrived, and occupies the decoder only when all have.
 */
export function createUploads(
  deps: Deps,
  limits: UploadLimits = UPLOAD_LIMITS,
): (c: Context, visitor: Visitor, clientId: string) => Promise<StoredPhoto> {
  const { db } = deps
  const addresses = createShares(limits.perAddress)
  const memoryByOrganization = createShares(limits.bytesPerOrganization)
  const memory = createShares(limits.bytes)

  async function receive(c: Context, visitor: Visitor, clientId: string, hold: (bytes: number) => void) {
    const { id, organizationId } = visitor
    const known = await uploadedPhoto(db, id, clientId)
    if (known) return known
    if (!(await readProfile(db, organizationId)).enable_file_upload) {
      throw new HttpError(403, 'Photos cannot be sent in this chat')
    }
    await rejectTooMany(db, id, clientId)
    const file = await readFile(c.req.raw, limits, hold)
    const picture = await readPicture(organizationId, file)
    return storePhoto(deps, { conversationId: id, organizationId, clientId }, picture)
  }

  return async (c, visitor, clientId) => {
    const releases: (() => void)[] = []
    const take = (shares: Shares, owner: string, amount: number) => {
      releases.push(shares.take(owner, amount))
    }
    try {
      take(addresses, visitor.address, 1)
      return await receive(c, visitor, clientId, (bytes) => {
        take(memoryByOrganization, visitor.organizationId, bytes)
        take(memory, 'all', bytes)
      })
    } finally {
      for (const release of releases) release()
    }
  }
}

interface Shares {
  /** Takes an amount of the owner's share and returns the function that releases it. Throws a 429 HttpError if less is left. */
  take(owner: string, amount: number): () => void
}

/** Counts what each owner uses, up to the same share for each. */
function createShares(share: number): Shares {
  const used = new Map<string, number>()
  const add = (owner: string, amount: number) => {
    const sum = (used.get(owner) ?? 0) + amount
    if (sum === 0) used.delete(owner)
    else used.set(owner, sum)
  }
  return {
    take(owner, amount) {
      if ((used.get(owner) ?? 0) + amount > share) {
        throw new HttpError(429, 'Too many photos at once. Please wait a moment and try again', {
          headers: { 'Retry-After': '2' },
        })
      }
      add(owner, amount)
      return () => add(owner, -amount)
    },
  }
}
