import { createHmac, randomBytes } from 'node:crypto'
import { SMS_INBOUND_PATH } from '../../server/notifications/incoming-texts.ts'
import { createFaults, type Faults } from './faults.ts'
import { createShelf, type Shelf } from './shelf.ts'

/** The account of the stand-in. */
export const LOCAL_TWILIO = {
  accountSid: `AC${'0'.repeat(32)}`,
  authToken: 'local-stand-in',
  from: '+15005550006',
} as const

/**
 * Twilio's error codes, `undelivered` for a delayed report, statuses of a failing service, and `lost` for a text that is
 * sent although the response says that the service failed.
 */
export const TEXT_FAULTS = [
  ...(['21211', '21408', '21610', '21614', '429', '500', 'undelivered', 'slow', 'lost'] as const),
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
}

type Form = Readonly<Record<string, string>>

export interface TextInbox {
  texts: Shelf<TextOnPhone>
  faults: Faults<TextFault>
  /** Returns Twilio's response to a request to send a message. */
  send(form: Form): Promise<{ status: number; body: Record<string, unknown> }>
  /** Sends a text from a phone to the product. Returns the status of the product's response. */
  reply(phone: string, text: string): Promise<number>
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

/** Returns Twilio's signature of a webhook: the URL and the sorted names and values, keyed with the account's token. */
export function signTwilio(url: string, form: Form, authToken: string = LOCAL_TWILIO.authToken): string {
  const signed = Object.keys(form)
    .sort()
    .reduce((text, name) => text + name + form[name], url)
  return createHmac('sha1', authToken).update(signed).digest('base64')
}

/** Simulates Twilio and the phones. Like Twilio, doesn't send to a number that has sent STOP. */
export function createTextInbox(origin: string): TextInbox {
  const texts = createShelf<TextOnPhone>('text')
  const faults = createFaults<TextFault>()
  const stopped = new Set<string>()

  const call = (url: string, form: Form) =>
    fetch(url, {
      method: 'POST',
      headers: { 'X-Twilio-Signature': signTwilio(url, form) },
      body: new URLSearchParams(form),
    })

  async function report(text: TextOnPhone, callback: string, statuses: readonly string[]): Promise<void> {
    for (const status of statuses) {
      text.status = status
      const form = { AccountSid: LOCAL_TWILIO.accountSid, MessageSid: text.sid, MessageStatus: status }
      await call(callback, status === 'undelivered' ? { ...form, ErrorCode: '30003' } : form).catch(() => {})
    }
  }

  return {
    texts,
    faults,
    async send({ To = '', Body = '', StatusCallback }) {
      const fault = faults.current(To)
      if (fault) faults.spend()
      if (fault === 'slow') await new Promise((wake) => setTimeout(wake, faults.ms))
      const code = stopped.has(To) ? '21610' : /^\+[1-9]\d{6,14}$/.test(To) ? fault : '21211'
      if (code && REASONS[code]) {
        return { status: 400, body: { status: 400, code: Number(code), message: REASONS[code] } }
      }
      if (fault === '429' || fault === '500') {
        return { status: Number(fault), body: { status: Number(fault), code: 20429, message: 'Try again' } }
      }
      const sid = `SM${randomBytes(16).toString('hex')}`
      const kept = texts.add({ phone: To, isReply: false, text: Body, sid, status: 'queued' })
      const ends = fault === 'undelivered' ? ['sent', 'undelivered'] : ['sent', 'delivered']
      if (StatusCallback) setImmediate(() => void report(kept, StatusCallback, ends))
      if (fault === 'lost') return { status: 502, body: {} }
      return { status: 201, body: { sid, status: 'queued', to: To, body: Body } }
    },
    async reply(phone, text) {
      const sid = `SM${randomBytes(16).toString('hex')}`
      texts.add({ phone, isReply: true, text, sid, status: 'received' })
      if (STOP.test(text.trim())) stopped.add(phone)
      if (START.test(text.trim())) stopped.delete(phone)
      const answer = await call(`${origin}${SMS_INBOUND_PATH}`, {
        AccountSid: LOCAL_TWILIO.accountSid,
        MessageSid: sid,
        From: phone,
        To: LOCAL_TWILIO.from,
        Body: text,
      })
      for (const said of messagesOf(await answer.text())) {
        texts.add({ phone, isReply: false, text: said, sid: `${sid}-answer`, status: 'delivered' })
      }
      return answer.status
    },
    clear() {
      texts.clear()
      stopped.clear()
    },
  }
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Extracts the messages from TwiML. */
function messagesOf(twiml: string): string[] {
  return Array.from(twiml.matchAll(/<Message>([^<]*)<\/Message>/g), ([, said = '']) =>
    said.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole),
  )
}
