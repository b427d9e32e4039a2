import { LIMITS } from '../../src/contract/limits.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import { openPublic, readStart } from '../net/open-public.ts'
import type { SmsConfig, TelnyxConfig } from '../notifications/channels/config.ts'
import { accountOf, ownNumberOf, telnyxAccountOf } from '../notifications/channels/own-number.ts'
import { TWILIO_API } from '../notifications/channels/sms.ts'
import { storePhoto, uploadedPhoto } from '../photos/photos.ts'
import { readPicture } from '../photos/picture.ts'

/** The time limit for a file, in milliseconds. */
const FILE_MS = 30_000
/** The most files of a text (https://www.twilio.com/docs/messaging/guides/accepted-mime-types). */
const MOST_FILES = 10

interface Place {
  /** The conversation's ID. */
  id: string
  organizationId: string
  /** The carrier's ID of the text. */
  sid: string
  /** Whether it was sent to the business's own number. */
  isOwn: boolean
}

/** A carrier's files of texts to one number. */
interface Files {
  /** Returns whether an address is one of a file that may be read. */
  has(url: string): boolean
  /** Returns a file; null if it is gone. Rejects with a HttpError if it is larger than a photo, and if it may come later. */
  read(url: string): Promise<Uint8Array<ArrayBuffer> | null>
  remove(url: string): Promise<unknown>
}

/**
 * Stores the pictures of a text as photos of its conversation, and removes all its files at the carrier if that is
 * possible. Returns the photos' IDs. Leaves out files that aren't pictures, are too large, or come from anywhere but the
 * carrier. Rejects if the carrier can't be reached.
 */
export async function receiveMedia(deps: Deps, place: Place, urls: readonly string[]): Promise<string[]> {
  const files = await filesFor(deps, place)
  if (files === null) return []
  const own = urls.filter((url) => files.has(url)).slice(0, MOST_FILES)
  const ids: string[] = []
  for (const [index, url] of own.entries()) {
    const id = await receiveOne(deps, files, { ...place, clientId: `${place.sid}-${index}` }, url)
    if (id) ids.push(id)
    await files
      .remove(url)
      .catch((error: unknown) =>
        deps.log.warn({ err: error }, 'a file of a text could not be removed at its carrier'),
      )
  }
  return ids
}

async function receiveOne(
  deps: Deps,
  files: Files,
  place: Place & { clientId: string },
  url: string,
): Promise<string | null> {
  const { id: conversationId, organizationId, clientId } = place
  const known = await uploadedPhoto(deps.db, conversationId, clientId)
  if (known) return known.id
  try {
    const file = await files.read(url)
    if (file === null) return null
    const picture = await readPicture(organizationId, file)
    const photo = await storePhoto(deps, { conversationId, organizationId, clientId }, picture)
    return photo.id
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return null
    throw error
  }
}

/** Returns the files of a text; null if its account is no longer connected. */
async function filesFor(deps: Deps, { organizationId, isOwn }: Place): Promise<Files | null> {
  const { sms, telnyx } = deps.config
  if (isOwn) {
    const own = await ownNumberOf(deps.db, organizationId)
    if (own?.carrier === 'telnyx') return filesAtTelnyx(telnyxAccountOf(deps, own))
    return own && filesAtTwilio(accountOf(deps, own))
  }
  if (telnyx) return filesAtTelnyx(telnyx)
  return sms ? filesAtTwilio(sms) : null
}

/**
 * Only addresses of the account at Twilio's API are its files. No other server may get its credentials, and a business,
 * which can sign webhooks of its own account, may name no file of another one.
 */
function filesAtTwilio({ accountSid, authToken, apiUrl }: SmsConfig): Files {
  const start = `${apiUrl ?? TWILIO_API}/2010-04-01/Accounts/${accountSid}/`
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  const request = (url: string, method: string) =>
    fetch(url, { method, headers: { authorization }, signal: AbortSignal.timeout(FILE_MS) })
  return {
    has: (url) => URL.canParse(url) && new URL(url).href.startsWith(start),
    async read(url) {
      const response = await request(url, 'GET')
      if (mayComeLater(response.status)) throw new Error(`Twilio returned HTTP ${response.status}.`)
      return response.ok ? readBytes(response) : null
    },
    remove: (url) => request(url, 'DELETE'),
  }
}

/** Telnyx keeps files at public addresses of other services for some days, and can't remove them earlier. */
function filesAtTelnyx({ apiUrl }: TelnyxConfig): Files {
  const isAtApi = (url: string) => apiUrl !== null && url.startsWith(`${apiUrl}/`)
  return {
    has: (url) => URL.canParse(url) && (new URL(url).protocol === 'https:' || isAtApi(url)),
    async read(url) {
      const response = await openPublic(new URL(url), {
        method: 'GET',
        headers: {},
        signal: AbortSignal.timeout(FILE_MS),
        ...(isAtApi(url) && { isPrivate: () => false }),
      })
      const { statusCode: status = 0 } = response
      if (mayComeLater(status)) throw new Error(`Telnyx’s files returned HTTP ${status}.`)
      const bytes = await readStart(response, LIMITS.photo + 1, new URL(url))
      if (bytes.byteLength > LIMITS.photo) throw new HttpError(413, 'This file is too large')
      return status === 200 ? new Uint8Array(bytes) : null
    },
    remove: async () => undefined,
  }
}

const mayComeLater = (status: number) => status >= 500 || status === 429

/** Reads a file of at most the size of a photo. */
async function readBytes(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength
    if (size > LIMITS.photo) throw new HttpError(413, 'This file is too large')
    chunks.push(chunk)
  }
  return new Uint8Array(Buffer.concat(chunks))
}
