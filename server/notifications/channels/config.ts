import { createECDH } from 'node:crypto'
import { readEmail } from '../../../src/contract/email-address.ts'
import type { Read } from '../../base/environment.ts'
import { StartupError } from '../../base/errors.ts'
import type { Mailbox } from '../senders.ts'

/** The outgoing mail server and the sender address. */
export interface MailConfig {
  /** An `smtp://` or `smtps://` URL that includes the credentials. */
  url: string
  from: Mailbox
}

export interface SmsConfig {
  accountSid: string
  authToken: string
  /** An E.164 number, a short code, or a messaging service (`MG…`). */
  from: string
  /** An alternative to Twilio's API URL, without a trailing slash. */
  apiUrl: string | null
  /** The secrets of the shared keys with which Twilio can sign webhooks instead of the account's token. */
  sharedKeys?: readonly string[]
}

export interface TelnyxConfig {
  apiKey: string
  /** The Ed25519 key with which Telnyx signs webhooks, 32 bytes in base64. */
  publicKey: string
  /** An E.164 number or a short code. */
  from: string
  /** An alternative to Telnyx's API URL, without a trailing slash. */
  apiUrl: string | null
}

/** The keys that identify this server to push services (RFC 8292), base64url. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}

/**
 * The configuration of each channel; null if a channel isn't set up. This server's number is at Twilio (`sms`) or at
 * Telnyx, not at both. Without `vapid`, the server generates its own keys.
 */
export interface ChannelsConfig {
  mail: MailConfig | null
  sms: SmsConfig | null
  telnyx: TelnyxConfig | null
  /** An alternative to Telnyx's API URL for businesses' own numbers, without a trailing slash. */
  telnyxApiUrl: string | null
  vapid: VapidKeys | null
  /** How many parts an organization's texts from this server's number may have within a day. */
  textParts: number
}

/** The default of `textParts`. */
export const DAILY_PARTS = 2_000

declare module '../../kernel/config.ts' {
  interface Config extends Partial<ChannelsConfig> {}
}

/** Returns the number from which this server texts; null if it sends no texts. */
export const sharedNumber = ({ sms, telnyx }: Partial<Pick<ChannelsConfig, 'sms' | 'telnyx'>>) =>
  sms?.from ?? telnyx?.from ?? null

/** Returns whether a text is exactly one email address. */
export const isAddress = (text: string) => readEmail(text) !== null

/**
 * Reads the channels' configuration from the environment variables. Throws StartupError, whose message doesn't include
 * values that might be secret.
 */
export function readChannels(read: Read): ChannelsConfig {
  return {
    mail: readMail(read),
    ...readNumber(read),
    telnyxApiUrl: readApiUrl(read, 'TELNYX_API_URL'),
    vapid: readVapid(read),
    textParts: readTextParts(read('TEXT_PARTS_PER_DAY')),
  }
}

function readTextParts(given: string | undefined): number {
  if (given === undefined) return DAILY_PARTS
  const parts = /^\d{1,7}$/.test(given) ? Number(given) : 0
  if (parts >= 1) return parts
  throw new StartupError(`TEXT_PARTS_PER_DAY must be a number from 1 to 9999999, not "${given}".`)
}

function readMail(read: Read): MailConfig | null {
  const url = read('SMTP_URL')
  const from = read('MAIL_FROM')
  if (!url && !from) return null
  if (!url || !from) throw new StartupError('SMTP_URL and MAIL_FROM belong together: set both, or neither.')
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^smtps?:$/.test(parsed.protocol) || parsed.hostname === '') {
    throw new StartupError('SMTP_URL must be an address such as smtp://user:password@mail.example.com:587.')
  }
  if (!isDecodable(parsed.username) || !isDecodable(parsed.password)) {
    throw new StartupError('The user name or password in SMTP_URL has a % that must be written as %25.')
  }
  return { url, from: readSender(from) }
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Parses `name@example.com` or `A Name <name@example.com>`. */
function readSender(given: string): Mailbox {
  const [, name = '', inBrackets] = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/.exec(given) ?? []
  const address = inBrackets ?? given
  if (isAddress(address)) return { name: name.trim(), address }
  throw new StartupError(
    `MAIL_FROM must be an email address, such as Fieldhand <post@example.com>, not "${given}".`,
  )
}

function readNumber(read: Read): Pick<ChannelsConfig, 'sms' | 'telnyx'> {
  const telnyx = readTelnyx(read)
  if (telnyx === null) return { sms: readSms(read), telnyx }
  if (read('TWILIO_ACCOUNT_SID') || read('TWILIO_AUTH_TOKEN')) {
    throw new StartupError(
      'Set the variables of Twilio or those of Telnyx: this server texts from one number.',
    )
  }
  return { sms: null, telnyx }
}

function readTelnyx(read: Read): TelnyxConfig | null {
  const apiKey = read('TELNYX_API_KEY')
  const publicKey = read('TELNYX_PUBLIC_KEY')
  const from = read('SMS_FROM')
  if (!apiKey && !publicKey) return null
  if (!apiKey || !publicKey || !from) {
    throw new StartupError('TELNYX_API_KEY, TELNYX_PUBLIC_KEY and SMS_FROM belong together.')
  }
  if (!/^[A-Za-z0-9+/]{43}=?$/.test(publicKey)) {
    throw new StartupError('TELNYX_PUBLIC_KEY is not a public key of Telnyx: 32 bytes in base64.')
  }
  if (!/^(\+[1-9]\d{6,14}|\d{4,8})$/.test(from)) {
    throw new StartupError(`SMS_FROM must be a number such as +16145550100, not "${from}".`)
  }
  return { apiKey, publicKey, from, apiUrl: readApiUrl(read, 'TELNYX_API_URL') }
}

function readSms(read: Read): SmsConfig | null {
  const accountSid = read('TWILIO_ACCOUNT_SID')
  const authToken = read('TWILIO_AUTH_TOKEN')
  const from = read('SMS_FROM')
  const sharedKeys = read('TWILIO_SHARED_KEYS')
  if (sharedKeys && !accountSid) {
    throw new StartupError('TWILIO_SHARED_KEYS belongs to TWILIO_ACCOUNT_SID: set both, or neither.')
  }
  if (!accountSid && !authToken && !from) return null
  if (!accountSid || !authToken || !from) {
    throw new StartupError('TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and SMS_FROM belong together.')
  }
  if (!/^AC[0-9a-f]{32}$/i.test(accountSid)) {
    throw new StartupError('TWILIO_ACCOUNT_SID is not the SID of a Twilio account (AC…).')
  }
  if (!/^(\+[1-9]\d{6,14}|\d{4,8}|MG[0-9a-f]{32})$/i.test(from)) {
    throw new StartupError(
      `SMS_FROM must be a number such as +16145550100, or a messaging service (MG…), not "${from}".`,
    )
  }
  const keys = sharedKeys?.split(',').map((key) => key.trim())
  if (keys?.includes('')) {
    throw new StartupError('TWILIO_SHARED_KEYS must be the secrets of shared keys, separated by commas.')
  }
  const apiUrl = readApiUrl(read, 'TWILIO_API_URL')
  return { accountSid, authToken, from, apiUrl, ...(keys && { sharedKeys: keys }) }
}

function readApiUrl(read: Read, name: 'TWILIO_API_URL' | 'TELNYX_API_URL'): string | null {
  const given = read(name)
  if (given === undefined) return null
  const url = URL.canParse(given) ? new URL(given) : null
  if (url && /^https?:$/.test(url.protocol)) return url.href.replace(/\/+$/, '')
  throw new StartupError(`${name} must be an address that begins with http:// or https://.`)
}

function readVapid(read: Read): VapidKeys | null {
  const publicKey = read('VAPID_PUBLIC_KEY')
  const privateKey = read('VAPID_PRIVATE_KEY')
  if (!publicKey && !privateKey) return null
  if (!publicKey || !privateKey) {
    throw new StartupError('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY belong together: set both, or neither.')
  }
  if (publicKeyOf(privateKey) !== publicKey.replace(/=+$/, '')) {
    throw new StartupError('VAPID_PUBLIC_KEY is not the public key of VAPID_PRIVATE_KEY.')
  }
  return { publicKey: publicKey.replace(/=+$/, ''), privateKey: privateKey.replace(/=+$/, '') }
}

/** Returns the public key of a private key, both in base64url, or null if it isn't a P-256 key. */
function publicKeyOf(privateKey: string): string | null {
  try {
    const curve = createECDH('prime256v1')
    curve.setPrivateKey(privateKey, 'base64url')
    return curve.getPublicKey('base64url')
  } catch {
    return null
  }
}
