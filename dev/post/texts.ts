import { createHmac, randomBytes } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Bytes } from '../../server/base/bucket.ts'
import { CALL_PATH, SMS_INBOUND_PATH } from '../../server/notifications/channels/paths.ts'
import { createFaults, type Faults } from '../lib/faults.ts'
import { createShelf, type Shelf } from '../lib/shelf.ts'
import type { MediaFile, TextFault, TextOnPhone } from './phones.ts'
import { createTelnyx, type Telnyx } from './telnyx.ts'

/** The operator's account at the stand-in. */
export const LOCAL_TWILIO = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'local-stand-in',
  sharedKeys: ['local-shared-key'],
  from: '+15005550006',
} as const

/** A business's account at the stand-in, with two numbers for texts, and one only for calls. */
export const OWN_TWILIO = {
  accountSid: `AC${'1'.repeat(32)}`,
  authToken: 'local-own-account',
  numbers: ['+15005550007', '+15005550008', '+15005550009'],
  callsOnly: '+15005550009',
} as const

/** The path of an account in Twilio's API. */
const accountPath = (accountSid: string) => `/__local/twilio/2010-04-01/Accounts/${accountSid}`

/** A number of the business's account, as in Twilio's API. */
export interface NumberAtTwilio {
  sid: string
  phone_number: string
  capabilities: { sms: boolean; mms: boolean; voice: boolean }
  sms_url: string
  sms_method: string
  sms_application_sid: string
  voice_url: string
  voice_method: string
  voice_application_sid: string
  trunk_sid: string | null
}

function newNumber(phone: string, index: number): NumberAtTwilio {
  const hasTexts = phone !== OWN_TWILIO.callsOnly
  return {
    sid: `PN${String(index + 1).repeat(32)}`,
    phone_number: phone,
    capabilities: { sms: hasTexts, mms: hasTexts, voice: true },
    ...{ sms_url: '', sms_method: 'POST', sms_application_sid: '' },
    ...{
      voice_url: 'https://demo.twilio.com/welcome/voice/',
      voice_method: 'POST',
      voice_application_sid: '',
    },
    trunk_sid: null,
  }
}

type Form = Readonly<Record<string, string | readonly string[]>>
/** What signs the webhooks: the account's token, or a shared key of Twilio's Webhooks configuration. */
export type Signing = 'token' | 'shared key'

export interface TextInbox {
  texts: Shelf<TextOnPhone>
  faults: Faults<TextFault>
  /** Returns Twilio's response to a request of an account to send a message. */
  send(
    accountSid: string,
    form: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: Record<string, unknown> }>
  /**
   * Sends a text from a phone to the product, with `more` fields; `To` is by default the operator's number. Returns the
   * status of the product's response; 404 if the number doesn't point to it.
   */
  reply(phone: string, text: string, more?: Form): Promise<number>
  /**
   * Calls a business's number, which forwards the call to the product because nobody answers it, with `more` fields; `To`
   * is by default the operator's number. Without a business, calls that number. Returns the product's TwiML.
   */
  call(phone: string, business: string | null, more?: Form): Promise<{ status: number; twiml: string }>
  /** Posts a webhook, signed by the account that it names. */
  report(url: string, form: Form): Promise<Response>
  /** Keeps a file that a phone sends to a number. Returns its address. */
  attach(type: string, bytes: Bytes, to?: string): string
  files: Map<string, MediaFile>
  /** The same phones' other carrier. */
  telnyx: Telnyx
  /** The numbers of the business's account. */
  numbers: NumberAtTwilio[]
  /** Returns the token of an account; null if there is no such account. */
  tokenOf(accountSid: string): string | null
  /** Replaces the token of the business's account, as its owner can. */
  changeToken(token: string): void
  /** Changes what signs the webhooks; at first, the account's token does. */
  signWith(signing: Signing): void
  /** Waits for the responses to all delivery reports. */
  reported(): Promise<unknown>
  clear(): void
}

const STOP = /^(stop|stopall|unsubscribe|cancel|end|quit)$/i
const START = /^(start|yes|unstop)$/i
const REASONS: Record<string, string> = {
  '21211': "Invalid 'To' Phone Number",
  '21408': 'Permission to send an SMS has not been enabled for the region',
  '21608': 'The number is unverified. Trial accounts cannot send messages to unverified numbers',
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

/** Simulates Twilio and the phones. Like Twilio, doesn't send from a number to one that has sent STOP to it. */
export function createTextInbox(origin: string, clock = () => new Date()): TextInbox {
  const texts = createShelf<TextOnPhone>('text')
  const faults = createFaults<TextFault>()
  const stopped = new Set<string>()
  const reports = new Set<Promise<void>>()
  const files = new Map<string, MediaFile>()
  const numbers = OWN_TWILIO.numbers.map(newNumber)
  let ownToken: string = OWN_TWILIO.authToken
  let signing: Signing = 'token'

  const numberAt = (phone: string) => numbers.find(({ phone_number }) => phone_number === phone)
  const accountOf = (phone: string) => (numberAt(phone) ? OWN_TWILIO.accountSid : LOCAL_TWILIO.accountSid)

  function tokenOf(accountSid: string): string | null {
    if (accountSid === OWN_TWILIO.accountSid) return ownToken
    return accountSid === LOCAL_TWILIO.accountSid ? LOCAL_TWILIO.authToken : null
  }

  /** Returns the headers with which Twilio signs a webhook. */
  function signatureHeaders(url: string, form: Form): Record<string, string> {
    const token = tokenOf(String(form.AccountSid)) ?? ''
    if (signing === 'token') return { 'X-Twilio-Signature': signTwilio(url, form, token) }
    return {
      'X-Twilio-Signature': signTwilio(url, form, LOCAL_TWILIO.sharedKeys[0], 'sha256'),
      'X-Twilio-Webhooks-Signature-Settings': 'key=webhooks_sharedkey_local,algorithm=HMAC_SHA256',
    }
  }

  const post = (url: string, form: Form) =>
    fetch(url, { method: 'POST', headers: signatureHeaders(url, form), body: encodeForm(form) })

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
      const form = {
        AccountSid: accountOf(text.number),
        MessageSid: text.sid,
        MessageStatus: status,
        From: text.number,
        To: text.phone,
      }
      await post(callback, code && status === 'undelivered' ? { ...form, ErrorCode: code } : form).catch(
        () => {},
      )
    }
  }

  const telnyx = createTelnyx(origin, { texts, faults, stopped, files, clock })

  return {
    texts,
    faults,
    files,
    telnyx,
    numbers,
    tokenOf,
    report: post,
    changeToken(token) {
      ownToken = token
    },
    attach(type, bytes, to = LOCAL_TWILIO.from) {
      const path = `${accountPath(accountOf(to))}/Messages/MM0/Media/ME${randomBytes(16).toString('hex')}`
      files.set(path, { type, bytes })
      return `${origin}${path}`
    },
    async send(accountSid, { To = '', Body = '', From = LOCAL_TWILIO.from, StatusCallback }) {
      const fault = faults.current(To)
      if (fault) faults.spend()
      if (fault === 'slow') await new Promise((wake) => setTimeout(wake, faults.ms))
      if (accountOf(From) !== accountSid) {
        const message = `${From} is not a number of this account`
        return { status: 400, body: { status: 400, code: 21606, message } }
      }
      const refused = refusal(stopped.has(`${From} ${To}`), To, fault)
      if (refused) return refused
      const sid = `SM${randomBytes(16).toString('hex')}`
      const kept = texts.add({ phone: To, number: From, isReply: false, text: Body, sid, status: 'queued' })
      if (StatusCallback) {
        const reported = nextTurn()
          .then(() => report(kept, StatusCallback, LOST.get(fault) ?? null, fault))
          .finally(() => reports.delete(reported))
        reports.add(reported)
      }
      if (fault === 'lost') return { status: 502, body: {} }
      return { status: 201, body: { sid, status: 'queued', to: To, from: From, body: Body } }
    },
    async reply(phone, text, more = {}) {
      const sid = `SM${randomBytes(16).toString('hex')}`
      const to = String(more.To ?? LOCAL_TWILIO.from)
      const isReply = true
      const count = Number(more.NumMedia ?? 0)
      texts.add({ phone, number: to, isReply, text, sid, status: 'received', files: count })
      if (STOP.test(text.trim())) stopped.add(`${to} ${phone}`)
      if (START.test(text.trim())) stopped.delete(`${to} ${phone}`)
      const url = numberAt(to)?.sms_url ?? `${origin}${SMS_INBOUND_PATH}`
      if (!url.startsWith(origin)) return 404
      const form = { AccountSid: accountOf(to), MessageSid: sid, From: phone, To: to, Body: text }
      const answer = await post(url, { ...form, ...more })
      for (const said of messagesOf(await answer.text())) {
        texts.add({
          ...{ phone, number: to, isReply: false, text: said, sid: `${sid}-answer`, status: 'delivered' },
        })
      }
      return answer.status
    },
    async call(phone, business, more = {}) {
      const to = String(more.To ?? LOCAL_TWILIO.from)
      const url = numberAt(to)?.voice_url ?? `${origin}${CALL_PATH}`
      if (!url.startsWith(origin)) return { status: 404, twiml: '' }
      const answer = await post(url, {
        AccountSid: accountOf(to),
        CallSid: `CA${randomBytes(16).toString('hex')}`,
        From: phone,
        To: to,
        ...(business !== null && { ForwardedFrom: business }),
        CallStatus: 'ringing',
        Direction: 'inbound',
        ...more,
      })
      return { status: answer.status, twiml: await answer.text() }
    },
    signWith(chosen) {
      signing = chosen
    },
    reported: () => Promise.all(reports),
    clear() {
      texts.clear()
      files.clear()
      stopped.clear()
      numbers.splice(0, numbers.length, ...OWN_TWILIO.numbers.map(newNumber))
      ownToken = OWN_TWILIO.authToken
      signing = 'token'
      telnyx.clear()
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
