import { LIMITS } from '../../src/contract/limits.ts'
import { HttpError } from '../http/http-error.ts'
import type { Deps } from '../kernel/deps.ts'
import type { SmsConfig } from '../notifications/channels/config.ts'
import { accountOf, ownNumberOf } from '../notifications/channels/own-number.ts'
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
  /** Twilio's ID of the text. */
  sid: string
  /** Whether it was sent to the business's own number. */
  isOwn: boolean
}

/**
 * Stores the pictures of a text as photos of its conversation, and removes all its files at Twilio. Returns the photos'
 * IDs. Leaves out files that aren't pictures, are too large, or come from anywhere but Twilio. Rejects if Twilio can't be
 * reached.
 */
export async function receiveMedia(deps: Deps, place: Place, urls: readonly string[]): Promise<string[]> {
  const account = await accountFor(deps, place)
  if (account === null) return []
  const own = urls.filter((url) => isIn(account, url)).slice(0, MOST_FILES)
  const ids: string[] = []
  for (const [index, url] of own.entries()) {
    const id = await receiveOne(deps, account, { ...place, clientId: `${place.sid}-${index}` }, url)
    if (id) ids.push(id)
    await request(account, url, 'DELETE').catch((error: unknown) =>
      deps.log.warn({ err: error }, 'a file of a text could not be removed at Twilio'),
    )
  }
  return ids
}

async function receiveOne(
  deps: Deps,
  account: SmsConfig,
  place: Place & { clientId: string },
  url: string,
): Promise<string | null> {
  const { id: conversationId, organizationId, clientId } = place
  const known = await uploadedPhoto(deps.db, conversationId, clientId)
  if (known) return known.id
  const response = await request(account, url, 'GET')
  if (response.status >= 500 || response.status === 429)
    throw new Error(`Twilio returned HTTP ${response.status}.`)
  if (!response.ok) return null
  try {
    const picture = await readPicture(organizationId, await readBytes(response))
    const photo = await storePhoto(deps, { conversationId, organizationId, clientId }, picture)
    return photo.id
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return null
    throw error
  }
}

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

/** Returns the account that has the files of a text; null if it is no longer connected. */
async function accountFor(deps: Deps, { organizationId, isOwn }: Place): Promise<SmsConfig | null> {
  if (!isOwn) return deps.config.sms ?? null
  const own = await ownNumberOf(deps.db, organizationId)
  return own && accountOf(deps, own)
}

/**
 * Returns whether an address is one of an account at Twilio's API. No other server may get its credentials, and a
 * business, which can sign webhooks of its own account, may name no file of another one.
 */
function isIn({ accountSid, apiUrl }: SmsConfig, url: string): boolean {
  if (!URL.canParse(url)) return false
  const { href } = new URL(url)
  return href.startsWith(`${apiUrl ?? TWILIO_API}/2010-04-01/Accounts/${accountSid}/`)
}

async function request({ accountSid, authToken }: SmsConfig, url: string, method: string): Promise<Response> {
  const authorization = `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`
  return fetch(url, { method, headers: { authorization }, signal: AbortSignal.timeout(FILE_MS) })
}
