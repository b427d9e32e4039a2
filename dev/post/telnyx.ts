import { createPrivateKey, createPublicKey, type KeyObject, randomBytes, randomUUID, sign } from 'node:crypto'
import type { Bytes } from '../../server/base/bucket.ts'
import { TELNYX_PATH } from '../../server/notifications/channels/paths.ts'
import { segmentsOf } from '../../server/notifications/compose/fit-text.ts'
import type { Faults } from '../lib/faults.ts'
import type { Shelf } from '../lib/shelf.ts'
import type { MediaFile, TextFault, TextOnPhone } from './phones.ts'

/** What precedes the 32 bytes of a private Ed25519 key in its DER form (RFC 8410). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')
/** Returns the key with which the stand-in signs the webhooks of an account. */
const signingKey = (seed: number): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, Buffer.alloc(32, seed)]),
    format: 'der',
    type: 'pkcs8',
  })
const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32).toString('base64')

const SIGNING_KEY = signingKey(7)
/** The key of the business's account. */
export const OWN_TELNYX_KEY = signingKey(8)

/** The operator's account at the stand-in. */
export const LOCAL_TELNYX = {
  apiKey: 'local-stand-in',
  publicKey: publicKeyOf(SIGNING_KEY),
  from: '+15005550016',
} as const

/** A business's account at the stand-in, with two numbers for texts, and one only for calls. */
export const OWN_TELNYX = {
  apiKey: 'local-own-telnyx',
  publicKey: publicKeyOf(OWN_TELNYX_KEY),
  numbers: ['+15005550017', '+15005550018', '+15005550019'],
  callsOnly: '+15005550019',
  profile: '3fa85f64-5717-4562-b3fc-2c963f66afa6',
} as const

/** A number of the business's account, as in Telnyx's API. */
export interface NumberAtTelnyx {
  id: string
  phone_number: string
  messaging_profile_id: string | null
  features: { sms: object | null; mms: object | null }
}

const newNumber = (phone: string, index: number): NumberAtTelnyx => {
  const sms = phone === OWN_TELNYX.callsOnly ? null : { domestic_two_way: true }
  return {
    id: `129338426107573149${index}`,
    phone_number: phone,
    messaging_profile_id: OWN_TELNYX.profile,
    features: { sms, mms: sms },
  }
}

const newProfile = () => ({
  id: OWN_TELNYX.profile,
  enabled: true,
  webhook_url: '',
  webhook_api_version: '2',
})

export const TELNYX_BASE = '/__local/telnyx'

/** Returns Telnyx's headers of a webhook with this body. */
export function signTelnyx(body: string, at: Date, key = SIGNING_KEY): Record<string, string> {
  const time = String(Math.floor(at.getTime() / 1_000))
  const signature = sign(null, Buffer.from(`${time}|${body}`), key).toString('base64')
  return { 'telnyx-timestamp': time, 'telnyx-signature-ed25519': signature }
}

/** The words that Telnyx answers itself, by what it reports that it has recognized. */
const WORDS: readonly [type: string, words: RegExp][] = [
  ['STOP', /^(stop|stop ?all|unsubscribe|cancel|end|quit)$/i],
  ['START', /^(start|unstop)$/i],
  ['HELP', /^help$/i],
]

/** Telnyx's answers to requests that it rejects, by Twilio's code of the fault. */
const REFUSALS: Partial<Record<TextFault, [status: number, code: string, title: string]>> = {
  '21211': [400, '40310', "Invalid 'to' address"],
  '21608': [403, '10039', 'Only pre-verified destinations are allowed at this account level'],
  '21610': [400, '40300', 'Blocked due to STOP message'],
  '21614': [400, '40001', 'Not routable'],
  '429': [429, '10011', 'Too many requests'],
  '500': [500, '10007', 'Unexpected error'],
}
/** The codes of messages that are accepted, but don't arrive. */
const LOST: ReadonlyMap<TextFault | null, string> = new Map([
  ['undelivered', '40008'],
  ['landline', '40001'],
])

const rejected = (status: number, code: string, title: string) => ({
  status,
  body: { errors: [{ code, title, detail: title }] } as Record<string, unknown>,
})

export interface Telnyx {
  /** The numbers of the business's account, and their messaging profile, which its owner can change. */
  numbers: NumberAtTelnyx[]
  profile: ReturnType<typeof newProfile>
  /** Returns whether a key is the one of an account; `isOwn`: of the business's account. */
  accepts(apiKey: string, isOwn?: boolean): boolean
  /** Replaces the API key of the business's account, as its owner can. */
  changeKey(apiKey: string): void
  clear(): void
  /** Returns Telnyx's response to a request with an accepted key to send a message. */
  send(
    apiKey: string,
    given: Readonly<Record<string, unknown>>,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  /**
   * Sends a text from a phone to the product, by default to the operator's number. Returns the status of the product's
   * response; 404 if the number doesn't point to it.
   */
  reply(phone: string, text: string, files?: readonly string[], to?: string): Promise<number>
  /** Keeps a file that a phone sends. Returns its address. */
  attach(type: string, bytes: Bytes): string
}

interface Phones {
  texts: Shelf<TextOnPhone>
  faults: Faults<TextFault>
  stopped: Set<string>
  files: Map<string, MediaFile>
  clock: () => Date
}

/** Simulates Telnyx for the same phones. Like Telnyx, doesn't send to a number that has sent STOP. */
export function createTelnyx(origin: string, { texts, faults, stopped, files, clock }: Phones): Telnyx {
  const numbers = OWN_TELNYX.numbers.map(newNumber)
  const profile = newProfile()
  let ownKey: string = OWN_TELNYX.apiKey
  const isOwn = (number: string) => numbers.some(({ phone_number }) => phone_number === number)

  async function post(
    number: string,
    url: string,
    type: string,
    payload: Record<string, unknown>,
  ): Promise<number> {
    const data = {
      record_type: 'event',
      id: randomUUID(),
      event_type: type,
      occurred_at: clock().toISOString(),
      payload: { record_type: 'message', ...payload },
    }
    const body = JSON.stringify({ data, meta: { attempt: 1, delivered_to: url } })
    const headers = {
      'Content-Type': 'application/json',
      ...signTelnyx(body, clock(), isOwn(number) ? OWN_TELNYX_KEY : SIGNING_KEY),
    }
    return (await fetch(url, { method: 'POST', headers, body })).status
  }

  async function report(text: TextOnPhone, url: string, fault: TextFault | null): Promise<void> {
    const code = LOST.get(fault)
    const last = code ? 'delivery_failed' : 'delivered'
    text.status = last
    const events = [
      ['message.sent', 'sent', []],
      ['message.finalized', last, code ? [{ code, title: 'Undeliverable' }] : []],
    ] as const
    const ordered = fault === 'reordered' ? events.toReversed() : events
    for (const [type, status, errors] of fault === 'doubled'
      ? ordered.flatMap((each) => [each, each])
      : ordered) {
      const to = [{ phone_number: text.phone, status, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' }]
      const payload = { direction: 'outbound', id: text.sid, from: { phone_number: text.number }, to, errors }
      await post(text.number, url, type, { ...payload, parts: segmentsOf(text.text) }).catch(() => {})
    }
  }

  return {
    numbers,
    profile,
    accepts: (apiKey, mustOwn = false) => apiKey === ownKey || (!mustOwn && apiKey === LOCAL_TELNYX.apiKey),
    changeKey(apiKey) {
      ownKey = apiKey
    },
    clear() {
      numbers.splice(0, numbers.length, ...OWN_TELNYX.numbers.map(newNumber))
      Object.assign(profile, newProfile())
      ownKey = OWN_TELNYX.apiKey
    },
    async send(apiKey, { to = '', text = '', from: sender, webhook_url: url }) {
      const phone = String(to)
      const from = String(sender)
      const fault = faults.current(phone)
      if (fault) faults.spend()
      if (fault === 'slow') await new Promise((wake) => setTimeout(wake, faults.ms))
      const isKnown = apiKey === ownKey ? isOwn(from) : from === LOCAL_TELNYX.from
      if (!isKnown) return rejected(400, '40305', "Invalid 'from' address")
      if (!/^\+[1-9]\d{6,14}$/.test(phone)) return rejected(400, '40310', "Invalid 'to' address")
      const reason = stopped.has(`${from} ${phone}`) ? '21610' : fault
      const refusal = reason && REFUSALS[reason]
      if (refusal) return rejected(...refusal)
      const sid = randomUUID()
      const kept = texts.add({
        phone,
        number: from,
        isReply: false,
        text: String(text),
        sid,
        status: 'queued',
      })
      if (typeof url === 'string') setImmediate(() => void report(kept, url, fault))
      if (fault === 'lost') return { status: 502, body: {} }
      const sent = { record_type: 'message', direction: 'outbound', id: sid, type: 'SMS', text }
      const recipients = [{ phone_number: phone, status: 'queued' }]
      const body = {
        data: { ...sent, from: { phone_number: from }, to: recipients, parts: segmentsOf(kept.text) },
      }
      return { status: 200, body }
    },
    async reply(phone, text, urls = [], to = LOCAL_TELNYX.from) {
      const sid = randomUUID()
      texts.add({ phone, number: to, isReply: true, text, sid, status: 'received', files: urls.length })
      const recognized = WORDS.find(([, words]) => words.test(text.trim()))?.[0] ?? null
      if (recognized === 'STOP') stopped.add(`${to} ${phone}`)
      if (recognized === 'START') stopped.delete(`${to} ${phone}`)
      const url = isOwn(to) ? profile.webhook_url : `${origin}${TELNYX_PATH}`
      if (!url.startsWith(origin)) return 404
      return post(to, url, 'message.received', {
        direction: 'inbound',
        id: sid,
        type: urls.length > 0 ? 'MMS' : 'SMS',
        from: { phone_number: phone, carrier: 'T-MOBILE USA, INC.', line_type: 'Wireless' },
        to: [{ phone_number: to, status: 'webhook_delivered' }],
        cc: [],
        text,
        autoresponse_type: recognized,
        media: urls.map((url) => ({ url, content_type: files.get(new URL(url).pathname)?.type, size: null })),
        parts: segmentsOf(text),
        errors: [],
      })
    },
    attach(type, bytes) {
      const path = `${TELNYX_BASE}/media/${randomBytes(16).toString('hex')}`
      files.set(path, { type, bytes })
      return `${origin}${path}`
    },
  }
}
