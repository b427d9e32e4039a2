import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import { validateRequest } from 'twilio/lib/webhooks/webhooks.js'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../http/http-error.ts'
import { unfit } from '../http/input.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Deps } from '../kernel/deps.ts'
import { type SmsConfig, sharedNumber } from './channels/config.ts'
import { accountOf, type OwnNumber } from './channels/own-number.ts'

/** The header of a webhook that Twilio signs with a shared key: `key=ID,algorithm=HMAC_SHA256`. */
const SIGNATURE_SETTINGS = 'x-twilio-webhooks-signature-settings'

const REFUSED = 'webhook refused: if Twilio called it, PUBLIC_API_URL is not what Twilio calls'
const REFUSED_SHARED_KEY =
  'webhook refused: if Twilio called it, PUBLIC_API_URL is not what Twilio calls, or TWILIO_SHARED_KEYS lacks its key'
const REFUSED_OWN =
  'webhook refused: if Twilio called it, PUBLIC_API_URL is not what Twilio calls, or the auth token of the business’s number has changed'

/** The fields of a form; a field can occur several times. */
type Fields = Readonly<Record<string, readonly string[]>>

interface Signed {
  /** The URL as Twilio calls it. */
  url: URL
  fields: Fields
}

/** A webhook with Twilio's signature. */
export interface SignedForm {
  /** The fields; of a field that occurs several times, the first value. */
  form: Record<string, string>
  /** The number of a business that it is about, whose account has signed it; null for this server's number. */
  own: OwnNumber | null
}

/**
 * Reads a webhook of Twilio. The field `ours` contains the number that it is about. Rejects requests without the
 * signature of that number's account, for the URL and the fields.
 */
export async function readSignedForm(c: Context, deps: Deps, ours: 'To' | 'From'): Promise<SignedForm> {
  const { config, log } = deps
  if (sharedNumber(config) === null) throw notConfigured('sms')
  const { pathname, search } = new URL(c.req.url)
  const signed: Signed = {
    url: new URL(`${config.origins.api}${pathname}${search}`),
    fields: fieldsOf(await c.req.text()),
  }
  // Until the signature is checked, the fields only tell which key must have made it.
  const own = await numberIn(deps.db, signed.fields, ours)
  const account = own ? openedAccount(deps, own) : config.sms
  if (!account) throw new HttpError(403, 'This server’s number is not at Twilio')
  if (!isSignedBy(c, account, signed)) {
    const settings = c.req.header(SIGNATURE_SETTINGS)
    const line = { url: signed.url.href, settings: settings?.slice(0, 100) }
    if (own) log.warn({ ...line, organizationId: own.organization_id }, REFUSED_OWN)
    else if (settings) log.warn(line, REFUSED_SHARED_KEY)
    else log.warn(line, REFUSED)
    throw new HttpError(403, 'The signature of this webhook is not valid')
  }
  return { form: formOf(signed.fields), own }
}

/**
 * Reads a webhook of Twilio that is about no number of ours, such as one of a call to a member. Rejects requests that the
 * account which they name has not signed.
 */
export async function readAccountForm(c: Context, deps: Deps): Promise<Record<string, string>> {
  const { pathname, search } = new URL(c.req.url)
  const url = new URL(`${deps.config.origins.api}${pathname}${search}`)
  const fields = fieldsOf(await c.req.text())
  const sid = fields.AccountSid?.[0] ?? ''
  const account = unfit(sid) ? null : await accountNamed(deps, sid)
  if (!account || !isSignedBy(c, account, { url, fields })) {
    deps.log.warn({ url: url.href }, REFUSED)
    throw new HttpError(403, 'The signature of this webhook is not valid')
  }
  return formOf(fields)
}

/** Returns the first value of each field. Throws a 400 HttpError for text that can't be stored. */
function formOf(fields: Fields): Record<string, string> {
  if (unfit(fields)) throw new HttpError(400, 'The request is not valid')
  return Object.fromEntries(Object.entries(fields).map(([name, [value = '']]) => [name, value]))
}

async function accountNamed(deps: Deps, sid: string): Promise<SmsConfig | null> {
  const { sms } = deps.config
  if (sms?.accountSid === sid) return sms
  const own = await deps.db
    .selectFrom('own_numbers')
    .selectAll()
    .where('account_sid', '=', sid)
    .executeTakeFirst()
  return own ? openedAccount(deps, own) : null
}

/** Returns whether an account has signed a request: with its token, or one of its shared keys if the header says so. */
export function isSignedBy(
  c: Context,
  { authToken, sharedKeys = [] }: Pick<SmsConfig, 'authToken' | 'sharedKeys'>,
  signed: Signed,
): boolean {
  const settings = c.req.header(SIGNATURE_SETTINGS)
  const signature = c.req.header('x-twilio-signature') ?? ''
  return settings
    ? sharedKeys.some((key) => isSigned(signed, signature, key, algorithmOf(settings)))
    : isSigned(signed, signature, authToken, 'HMAC_SHA1')
}

/** Returns the account of a number. Throws a 503 HttpError if its token can no longer be read. */
export function openedAccount(deps: Deps, own: OwnNumber): SmsConfig {
  try {
    return accountOf(deps, own)
  } catch (error) {
    throw new HttpError(503, (error as Error).message)
  }
}

/** Returns the number of a business that fields are about; null if there is none. */
async function numberIn(
  db: Kysely<Database>,
  fields: Fields,
  ours: 'To' | 'From',
): Promise<OwnNumber | null> {
  const account = fields.AccountSid?.[0]
  const phone = fields[ours]?.[0]
  if (!account || !phone || unfit([account, phone])) return null
  const found = await db
    .selectFrom('own_numbers')
    .selectAll()
    .where('phone', '=', phone)
    .where('account_sid', '=', account)
    .executeTakeFirst()
  return found ?? null
}

function fieldsOf(body: string): Fields {
  const fields = new Map<string, string[]>()
  for (const [name, value] of new URLSearchParams(body)) {
    const values = fields.get(name)
    if (values) values.push(value)
    else fields.set(name, [value])
  }
  return Object.fromEntries(fields)
}

const algorithmOf = (settings: string) =>
  /(?:^|,)\s*algorithm=\s*([^,\s]+)/.exec(settings)?.[1] ?? 'HMAC_SHA1'

function isSigned({ url, fields }: Signed, signature: string, key: string, algorithm: string): boolean {
  if (algorithm === 'HMAC_SHA1') return validateRequest(key, signature, url.href, fields)
  if (algorithm !== 'HMAC_SHA256') return false
  return spellingsOf(url).some((address) => {
    const expected = createHmac('sha256', key)
      .update(`${address}${signedText(fields)}`)
      .digest()
    const given = Buffer.from(signature, 'base64')
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}

/** Returns the sorted names, each with its distinct sorted values, as in the signed text. */
const signedText = (fields: Fields) =>
  Object.entries(fields)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([name, values]) => [...new Set(values)].toSorted().map((value) => `${name}${value}`))
    .join('')

/** Twilio signs some URLs with their port, even the default one, and others without. */
function spellingsOf({ protocol, hostname, port, pathname, search }: URL): string[] {
  const rest = `${pathname}${search}`
  const named = port || (protocol === 'https:' || protocol === 'wss:' ? '443' : '80')
  return [`${protocol}//${hostname}${rest}`, `${protocol}//${hostname}:${named}${rest}`]
}
