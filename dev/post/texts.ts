import { createHmac, randomBytes } from 'node:crypto'
import type { Bytes } from '../../server/base/bucket.ts'
import { SMS_INBOUND_PATH } from '../../server/notifications/incoming-texts.ts'
import { CALL_PATH } from '../../server/texting/voice.ts'
import { createFaults, type Faults } from '../lib/faults.ts'
import { createShelf, type Shelf } from '../lib/shelf.ts'

/** The account of the stand-in. */
export const LOCAL_TWILIO = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'local-stand-in',
  sharedKeys: ['local-shared-key'],
  from: '+15005550006',
} as const

/**
 * Twilio's error codes, `undelivered` and `landline` for a delayed report, statuses of a failing service, `lost` for a
 * text that is sent although the response says that the service failed, and `doubled` and `reordered` for reports that
 * arrive twice or the last one first.
 */
export const TEXT_FAULTS = [
  ...(['21211', '21408', '21610', '21614', '429', '500', 'undelivered', 'landline', 'slow', 'lost'] as const),
  ...(['doubled', 'reordered'] as const),
] as const
export type TextFault = (typeof TEXT_FAULTS)[number]

export interface TextOnPhone {
  id: string
  at: Date
  /** The phone's number. */
  phone: string
  /** Whether the phone sent it. */
  isReply: boolean
  text: string
  sid: string
  status: string
  /** The number of its files. */
  files?: number
}

/** A file of a text, as the phone has sent it. */
export interface MediaFile {
  type: string
  bytes: Bytes
}

/** Where Twilio keeps the files of messages. */
export const MEDIA_FOLDER = `/__local/twilio/2010-04-01/Accounts/${LOCAL_TWILIO.accountSid}/Messages/MM0/Media`

type Form = Readonly<Record<string, string | readonly string[]>>
/** What signs the webhooks: the account's token, or a shared key of Twilio's Webhooks configuration. */
export type Signing = 'token' | 'shared key'

export interface TextInbox {
  texts: Shelf<TextOnPhone>
  faults: Faults<TextFault>
  /** Returns Twilio's response to a request to send a message. */
  send(form: Readonly<Record<string, string>>): Promise<{ status: number; body: Record<string, unknown> }>
  /**
   * Sends a text from a phone to the product, with `more` fields. Returns the status of the product's response.
   */
  reply(phone: string, text: string, more?: Form): Promise<number>
  /**
   * Calls a business's number, which forwards the call to the product because nobody answers it, with `more` fields.
   * Returns the product's TwiML.
   */
  call(phone: string, business: string, more?: Form): Promise<{ status: number; twiml: string }>
  /** Keeps a file that a phone sends. Returns its address. */
  attach(type: string, bytes: Bytes): string
  files: Map<string, MediaFile>
  /** Changes what signs the webhooks; at first, the account's token does. */
  signWith(signing: Signing): void
  clear(): void
}

const STOP = /^(stop|stopall|unsubscribe|cancel|end|quit)$/i
const START = /^(start|yes|unstop)$/i
const REASONS: Record<string, string> = {
  '21211': "Invalid 'To' Phone Number",
  '21408': 'Permission to send an SMS has not been enabled for the region',
  '21610': 'Attempt to send to unsubscribed recipient',
  '21614': "'To' number is not a valid mobile number",
}

/** The codes of messages that are accepted, but don't arrive. */
const LOST: ReadonlyMap<TextFault | null, string> = new Map([
  ['undelivered', '30003'],
  ['landline', '30006'],
])

/** Returns Twilio's response to a request that it rejects, or null. */
function refusal(isStopped: boolean, to: string, fault: TextFault | null) {
  const invalid = /^\+[1-9]\d{6,14}$/.test(to) ? fault : '21211'
  const code = isStopped ? '21610' : invalid
  if (code && REASONS[code])
    return { status: 400, body: { status: 400, code: Number(code), message: REASONS[code] } }
  if (fault !== '429' && fault !== '500') return null
  return { status: Number(fault), body: { status: Number(fault), code: 20429, message: 'Try again' } }
}

/**
 * Returns Twilio's signature of a webhook: the URL and the sorted names with their distinct sorted values, keyed with
 * the account's token or a shared key.
 */
export function signTwilio(
  url: string,
  form: Form,
  key: string = LOCAL_TWILIO.authToken,
  hash: 'sha1' | 'sha256' = 'sha1',
): string {
  const signed = createHmac(hash, key).update(url)
  for (const name of Object.keys(form).sort()) {
    for (const value of new Set([form[name] ?? ''].flat().sort())) signed.update(name + value)
  }
  return signed.digest('base64')
}

/** Returns the headers with which Twilio signs a webhook. */
function signatureHeaders(url: string, form: Form, signing: Signing): Record<string, string> {
  if (signing === 'token') return { 'X-Twilio-Signature': signTwilio(url, form) }
  return {
    'X-Twilio-Signature': signTwilio(url, form, LOCAL_TWILIO.sharedKeys[0], 'sha256'),
    'X-Twilio-Webhooks-Signature-Settings': 'key=webhooks_sharedkey_local,algorithm=HMAC_SHA256',
  }
}

/** Simulates Twilio and the phones. Like Twilio, doesn't send to a number that has sent STOP. */
export function createTextInbox(origin: string): TextInbox {
  const texts = createShelf<TextOnPhone>('text')
  const faults = createFaults<TextFault>()
  const stopped = new Set<string>()
  const files = new Map<string, MediaFile>()
  let signing: Signing = 'token'

  const call = (url: string, form: Form) =>
    fetch(url, { method: 'POST', headers: signatureHeaders(url, form, signing), body: encodeForm(form) })

  async function report(
    text: TextOnPhone,
    callback: string,
    code: string | null,
    fault: TextFault | null,
  ): Promise<void> {
    const last = code ? 'undelivered' : 'delivered'
    const statuses = fault === 'reordered' ? [last, 'sent', 'queued'] : ['sent', last]
    for (const status of fault === 'doubled' ? statuses.flatMap((each) => [each, each]) : statuses) {
      text.status = last
      const form = { AccountSid: LOCAL_TWILIO.accountSid, MessageSid: text.sid, MessageStatus: status }
      await call(callback, code && status === 'undelivered' ? { ...form, ErrorCode: code } : form).catch(
        () => {},
      )
    }
  }

  return {
    texts,
    faults,
    files,
    attach(type, bytes) {
      const path = `${MEDIA_FOLDER}/ME${randomBytes(16).toString('hex')}`
      files.set(path, { type, bytes })
      return `${origin}${path}`
    },
    async send({ To = '', Body = '', StatusCallback }) {
      const fault = faults.current(To)
      if (fault) faults.spend()
      if (fault === 'slow') await new Promise((wake) => setTimeout(wake, faults.ms))
      const refused = refusal(stopped.has(To), To, fault)
      if (refused) return refused
      const sid = `SM${randomBytes(16).toString('hex')}`
      const kept = texts.add({ phone: To, isReply: false, text: Body, sid, status: 'queued' })
      if (StatusCallback)
        setImmediate(() => void report(kept, StatusCallback, LOST.get(fault) ?? null, fault))
      if (fault === 'lost') return { status: 502, body: {} }
      return { status: 201, body: { sid, status: 'queued', to: To, body: Body } }
    },
    async reply(phone, text, more = {}) {
      const sid = `SM${randomBytes(16).toString('hex')}`
      texts.add({ phone, isReply: true, text, sid, status: 'received', files: Number(more.NumMedia ?? 0) })
      if (STOP.test(text.trim())) stopped.add(phone)
      if (START.test(text.trim())) stopped.delete(phone)
      const answer = await call(`${origin}${SMS_INBOUND_PATH}`, {
        AccountSid: LOCAL_TWILIO.accountSid,
        MessageSid: sid,
        From: phone,
        To: LOCAL_TWILIO.from,
        Body: text,
        ...more,
      })
      for (const said of messagesOf(await answer.text())) {
        texts.add({ phone, isReply: false, text: said, sid: `${sid}-answer`, status: 'delivered' })
      }
      return answer.status
    },
    async call(phone, business, more = {}) {
      const answer = await call(`${origin}${CALL_PATH}`, {
        AccountSid: LOCAL_TWILIO.accountSid,
        CallSid: `CA${randomBytes(16).toString('hex')}`,
        From: phone,
        To: LOCAL_TWILIO.from,
        ForwardedFrom: business,
        CallStatus: 'ringing',
        Direction: 'inbound',
        ...more,
      })
      return { status: answer.status, twiml: await answer.text() }
    },
    signWith(chosen) {
      signing = chosen
    },
    clear() {
      texts.clear()
      files.clear()
      stopped.clear()
      signing = 'token'
    },
  }
}

/** Encodes a form; a field with several values occurs several times. */
export const encodeForm = (form: Form): URLSearchParams =>
  new URLSearchParams(
    Object.entries(form).flatMap(([name, values]) => [values].flat().map((value) => [name, String(value)])),
  )

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Extracts the messages from TwiML. */
function messagesOf(twiml: string): string[] {
  return Array.from(twiml.matchAll(/<Message>([^<]*)<\/Message>/g), ([, said = '']) =>
    said.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole),
  )
}
