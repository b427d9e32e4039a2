import { createDecipheriv, createECDH, createHmac, type ECDH, randomBytes } from 'node:crypto'
import { importJWK, jwtVerify } from 'jose'
import { createFaults, type Faults } from '../lib/faults.ts'
import { createShelf, type Shelf } from '../lib/shelf.ts'

const DAY_SECONDS = 86_400
const MOST_SUBSCRIPTIONS = 1_000

export const PUSH_FAULTS = ['400', '404', '410', '413', '429', '500', 'slow'] as const
export type PushFault = (typeof PUSH_FAULTS)[number]

export interface ReceivedPush {
  id: string
  at: Date
  /** The subscription's ID. */
  to: string
  /** Decrypted. */
  payload: string
  ttl: number
  urgency: string | null
}

export interface PushSubscription {
  id: string
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export interface PushSink {
  messages: Shelf<ReceivedPush>
  /** `slow` delays the response by `ms`; the others are the status of the response. `to` is a subscription's ID. */
  faults: Faults<PushFault>
  subscribe(): PushSubscription
  /** Receives a message for a subscription. Returns the status and text of the response. */
  take(id: string, headers: Headers, body: Buffer): Promise<{ status: number; text: string }>
  clear(): void
}

interface Keys {
  curve: ECDH
  auth: Buffer
}

/** Creates a push service and its browsers, which decrypt the messages that they receive. */
export function createPushSink(origin: string): PushSink {
  const messages = createShelf<ReceivedPush>('push')
  const faults = createFaults<PushFault>()
  const subscriptions = new Map<string, Keys>()

  const refused = (status: number, text: string) => ({ status, text })
  return {
    messages,
    faults,
    subscribe() {
      const id = randomBytes(12).toString('base64url')
      const curve = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = curve.generateKeys('base64url')
      subscriptions.set(id, { curve, auth })
      const [oldest] = subscriptions.keys()
      if (subscriptions.size > MOST_SUBSCRIPTIONS && oldest) subscriptions.delete(oldest)
      return {
        id,
        endpoint: `${origin}/__local/push/send/${id}`,
        keys: { p256dh, auth: auth.toString('base64url') },
      }
    },
    async take(id, headers, body) {
      const fault = faults.current(id)
      if (fault) faults.spend()
      if (fault === 'slow') await new Promise((wake) => setTimeout(wake, faults.ms))
      else if (fault) return refused(Number(fault), `Told to answer ${fault}`)
      const keys = subscriptions.get(id)
      if (!keys) return refused(404, 'There is no such subscription')
      const complaint = await complaintAbout(headers.get('authorization'), origin)
      if (complaint) return refused(401, complaint)
      const ttl = Number(headers.get('ttl') ?? Number.NaN)
      if (!Number.isInteger(ttl)) return refused(400, 'TTL is missing')
      if (headers.get('content-encoding') !== 'aes128gcm') return refused(400, 'Expected aes128gcm')
      if (body.length > 4_096) return refused(413, 'The message is too large')
      const payload = decrypt(body, keys)
      if (payload === null) return refused(400, 'The message cannot be decrypted')
      messages.add({ to: id, payload, ttl, urgency: headers.get('urgency') })
      return { status: 201, text: '' }
    },
    clear() {
      messages.clear()
      subscriptions.clear()
    },
  }
}

/** Returns what is wrong with a VAPID header (RFC 8292), or null. */
async function complaintAbout(header: string | null, audience: string): Promise<string | null> {
  const [, token, key] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/i.exec(header ?? '') ?? []
  if (!token || !key) return 'The VAPID header is missing'
  const point = Buffer.from(key, 'base64url')
  if (point.length !== 65) return 'The VAPID key is not a point of P-256'
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  try {
    const publicKey = await importJWK({ kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, 'ES256')
    const { payload } = await jwtVerify(token, publicKey, { audience, algorithms: ['ES256'] })
    if ((payload.exp ?? 0) > Date.now() / 1000 + DAY_SECONDS) return 'The VAPID token lasts more than a day'
    if (!/^(mailto:|https:)/.test(payload.sub ?? '')) return 'The VAPID token names nobody to ask'
    return null
  } catch {
    return 'The VAPID token is not valid'
  }
}

const hmac = (key: Buffer, ...parts: (Buffer | string)[]) => {
  const hash = createHmac('sha256', key)
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Returns the text of a single-record message (RFC 8188, RFC 8291); null if it isn't for these keys. */
function decrypt(body: Buffer, { curve, auth }: Keys): string | null {
  try {
    const salt = body.subarray(0, 16)
    const senderKey = body.subarray(21, 21 + body.readUInt8(20))
    const sealed = body.subarray(21 + senderKey.length)
    const shared = hmac(auth, curve.computeSecret(senderKey))
    const secret = hmac(shared, 'WebPush: info\0', curve.getPublicKey(), senderKey, '\x01')
    const extracted = hmac(salt, secret)
    const key = hmac(extracted, 'Content-Encoding: aes128gcm\0\x01').subarray(0, 16)
    const nonce = hmac(extracted, 'Content-Encoding: nonce\0\x01').subarray(0, 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(sealed.subarray(-16))
    const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
  } catch {
    return null
  }
}
