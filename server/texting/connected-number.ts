import type { IncomingPhoneNumberInstance } from 'twilio/lib/rest/api/v2010/account/incomingPhoneNumber.js'
import type { NumberInput, OwnNumber as PresentedNumber } from '../../src/contract/phone.ts'
import { isPossiblePhone, readPhone } from '../../src/domain/common/phone.ts'
import { failureForLog } from '../base/log.ts'
import type { Secrets } from '../base/secrets.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import { HttpError } from '../http/http-error.ts'
import { notConfigured } from '../http/not-configured.ts'
import type { Deps } from '../kernel/deps.ts'
import { type SmsConfig, sharedNumber } from '../notifications/channels/config.ts'
import {
  accountOf,
  noteTrouble,
  type OwnNumber,
  ownNumberOf,
  placeOfNumber,
  telnyxAccountOf,
} from '../notifications/channels/own-number.ts'
import { CALL_PATH, SMS_INBOUND_PATH } from '../notifications/channels/paths.ts'
import { openTwilio, type RestError } from '../notifications/channels/sms.ts'
import { toE164 } from '../notifications/planning.ts'
import { SenderRefused } from '../notifications/senders.ts'
import { refusal } from './number-refusal.ts'
import { findAtTelnyx, problemsAtTelnyx, telnyxUrl } from './telnyx-number.ts'

/** The most numbers of an account that match a complete number. */
const MOST_FOUND = 20
/** PostgreSQL's code of a value that must be unique. */
const TAKEN = '23505'

const textUrl = (apiOrigin: string) => `${apiOrigin}${SMS_INBOUND_PATH}`
const callUrl = (apiOrigin: string) => `${apiOrigin}${CALL_PATH}`

export const presentNumber = (apiOrigin: string, own: OwnNumber): PresentedNumber => ({
  number: own.phone,
  number_display: readPhone(own.phone).display,
  carrier: own.carrier,
  account_last4: own.account_sid?.slice(-4) ?? '',
  connected_at: own.connected_at.toISOString(),
  trouble: own.trouble,
  last_text_at: own.last_text_at?.toISOString() ?? null,
  last_call_at: own.last_call_at?.toISOString() ?? null,
  text_url: own.carrier === 'telnyx' ? telnyxUrl(apiOrigin) : textUrl(apiOrigin),
  call_url: own.carrier === 'telnyx' ? '' : callUrl(apiOrigin),
})

/** What is stored of a number that can be connected, and what to do then. */
interface Found {
  stored: Pick<OwnNumber, 'carrier' | 'account_sid' | 'public_key' | 'number_sid'>
  /** The auth token or API key. */
  key: string
  /** Makes sure that the carrier reports the number's texts here, or stores what is in the way. */
  settle(own: OwnNumber): Promise<void>
}

/**
 * Connects a number of an organization's own account. Has Twilio report its texts and calls here; at Telnyx, its owner
 * does that, because a messaging profile has several numbers. Replaces the number that was connected before. Rejects with
 * a HttpError that names the field if the credentials or the number don't fit, or another organization has connected the
 * number.
 */
export async function connect(
  deps: Deps & { secrets: Secrets },
  organizationId: string,
  given: NumberInput,
): Promise<void> {
  const { db, config, secrets, clock } = deps
  const shared = sharedNumber(config)
  if (shared === null) throw notConfigured('sms')
  const phone = isPossiblePhone(given.phone) ? toE164(given.phone) : null
  if (phone === null) throw refusal('phone', 'This is not a phone number')
  if (phone === shared) throw refusal('phone', 'This is the number that all businesses here share')
  const found = await find(deps, given, phone)
  const before = await ownNumberOf(db, organizationId)
  const stored = {
    phone,
    ...found.stored,
    sealed: secrets.seal(found.key, placeOfNumber(organizationId)),
    connected_at: clock(),
    trouble: null,
    ...(before?.phone !== phone && { last_text_at: null, last_call_at: null }),
  }
  const own = await db
    .transaction()
    .execute(async (tx) => {
      await lockOrganization(tx, organizationId)
      return tx
        .insertInto('own_numbers')
        .values({ organization_id: organizationId, ...stored })
        .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(stored))
        .returningAll()
        .executeTakeFirstOrThrow()
    })
    .catch((error: unknown) => {
      if ((error as { code?: string }).code !== TAKEN) throw error
      throw refusal('phone', 'Another business has connected this number')
    })
  if (before && before.phone !== phone) await release(deps, before)
  await found.settle(own)
}

/** Asks the carrier for a number that can be connected. */
async function find(deps: Deps, given: NumberInput, phone: string): Promise<Found> {
  const { config } = deps
  if (given.carrier === 'telnyx') {
    const { api_key: apiKey, public_key: publicKey } = given
    const account = { apiKey, publicKey, from: phone, apiUrl: config.telnyxApiUrl ?? null }
    const number_sid = await findAtTelnyx(account)
    return {
      stored: { carrier: 'telnyx', account_sid: null, public_key: publicKey, number_sid },
      key: apiKey,
      settle: async (own) => {
        await problemsOfTelnyx(deps, own).catch((error: unknown) =>
          deps.log.warn(
            { error: failureForLog(error, { inRequest: true }) },
            'Telnyx does not tell where the texts of a number go',
          ),
        )
      },
    }
  }
  const { account_sid, auth_token: authToken } = given
  const apiUrl = config.sms?.apiUrl ?? null
  const number = await findNumber({ accountSid: account_sid, authToken, from: phone, apiUrl })
  return {
    stored: { carrier: 'twilio', account_sid, public_key: null, number_sid: number.sid },
    key: authToken,
    settle: (own) => pointHere(deps, own, number.capabilities.voice),
  }
}

/** Returns a number of an account at Twilio that can send texts. */
async function findNumber(account: SmsConfig): Promise<IncomingPhoneNumberInstance> {
  const client = await openTwilio(account)
  const found = await client.incomingPhoneNumbers
    .list({ phoneNumber: account.from, limit: MOST_FOUND })
    .catch((error: RestError) => {
      if (isRefused(error))
        throw refusal('auth_token', 'Twilio does not accept this account SID with this auth token')
      throw new HttpError(409, meaningOf(error))
    })
  const number = found.find(({ phoneNumber }) => phoneNumber === account.from)
  if (!number) throw refusal('phone', 'This account has no such number')
  if (!number.capabilities?.sms) throw refusal('phone', 'This number cannot send and receive texts')
  return number
}

const isRefused = ({ status }: RestError) => status === 401 || status === 403

function meaningOf({ status }: RestError): string {
  if (status === 429) return 'Twilio asks to try again later'
  return status === undefined ? 'Twilio cannot be reached' : `Twilio returned an error (HTTP ${status})`
}

/** Returns a number at Twilio. */
async function numberAt(deps: Deps, own: OwnNumber) {
  const client = await openTwilio(accountOf(deps, own))
  return client.incomingPhoneNumbers(own.number_sid)
}

/** Has Twilio report a number's texts and calls here. If that fails, stores it as the number's trouble. */
async function pointHere(deps: Deps, own: OwnNumber, hasCalls: boolean): Promise<void> {
  const { api } = deps.config.origins
  try {
    const number = await numberAt(deps, own)
    await number.update({
      smsUrl: textUrl(api),
      smsMethod: 'POST',
      smsApplicationSid: '',
      ...(hasCalls && {
        voiceUrl: callUrl(api),
        voiceMethod: 'POST',
        voiceApplicationSid: '',
      }),
    })
  } catch (error) {
    deps.log.warn(
      { error: failureForLog(error, { inRequest: true }) },
      'Twilio does not accept our addresses',
    )
    await noteTrouble(
      deps.db,
      own,
      'Twilio does not accept our addresses for this number. Enter them there yourself.',
    )
  }
}

/** Has Twilio no longer report a number's texts and calls here. Does nothing at Telnyx, or if that fails. */
async function release(deps: Deps, own: OwnNumber): Promise<void> {
  if (own.carrier === 'telnyx') return
  const { api } = deps.config.origins
  try {
    const number = await numberAt(deps, own)
    const { smsUrl, voiceUrl } = await number.fetch()
    await number.update({
      ...(smsUrl === textUrl(api) && { smsUrl: '' }),
      ...(voiceUrl === callUrl(api) && { voiceUrl: '' }),
    })
  } catch (error) {
    deps.log.warn(
      { error: failureForLog(error, { inRequest: true }), organizationId: own.organization_id },
      'a number at Twilio still points here',
    )
  }
}

/** Disconnects an organization's own number and deletes its credentials. Does nothing without one. */
export async function disconnect(deps: Deps, organizationId: string): Promise<void> {
  const own = await ownNumberOf(deps.db, organizationId)
  if (!own) return
  await release(deps, own)
  await deps.db
    .deleteFrom('own_numbers')
    .where('organization_id', '=', organizationId)
    // Another number might have been connected in the meantime.
    .where('connected_at', '=', own.connected_at)
    .execute()
}

/** Asks the carrier what keeps texts and calls to an organization's own number from arriving. */
export async function problemsOf(deps: Deps, organizationId: string): Promise<string[]> {
  const own = await ownNumberOf(deps.db, organizationId)
  if (!own) throw new HttpError(404, 'No number is connected')
  return own.carrier === 'telnyx' ? problemsOfTelnyx(deps, own) : problemsOfTwilio(deps, own)
}

async function problemsOfTelnyx(deps: Deps, own: OwnNumber): Promise<string[]> {
  try {
    const account = telnyxAccountOf(deps, own)
    const problems = await problemsAtTelnyx(account, deps.config.origins.api)
    await noteTrouble(deps.db, own, problems[0] ?? null)
    return problems
  } catch (error) {
    if (!(error instanceof SenderRefused)) throw error
    await noteTrouble(deps.db, own, error.message)
    return [error.message]
  }
}

async function problemsOfTwilio(deps: Deps, own: OwnNumber): Promise<string[]> {
  try {
    const number = await (await numberAt(deps, own)).fetch()
    await noteTrouble(deps.db, own, null)
    return wrongIn(number, deps.config.origins.api)
  } catch (error) {
    const problem = accountProblem(error as Error)
    if (problem === null) throw new HttpError(409, meaningOf(error as RestError))
    await noteTrouble(deps.db, own, problem)
    return [problem]
  }
}

/** Returns why an account can't be asked about its number; null if it might answer later. */
function accountProblem(error: RestError): string | null {
  if (error instanceof SenderRefused) return error.message
  if (isRefused(error))
    return 'Twilio no longer accepts the account SID and the auth token. Connect the number again.'
  return error.status === 404 ? 'The number is no longer in this account.' : null
}

/** Returns what is wrong with where a number's texts and calls go. */
function wrongIn(number: IncomingPhoneNumberInstance, apiOrigin: string): string[] {
  const { capabilities, smsUrl, smsMethod, smsApplicationSid, voiceUrl, voiceMethod } = number
  const texts = smsApplicationSid
    ? 'Texts go to a TwiML app at Twilio instead of here.'
    : wrongWith('Texts', { url: smsUrl, method: smsMethod }, textUrl(apiOrigin))
  const calls = number.trunkSid
    ? 'Calls go to a SIP trunk at Twilio instead of here.'
    : number.voiceApplicationSid
      ? 'Calls go to a TwiML app at Twilio instead of here.'
      : wrongWith('Calls', { url: voiceUrl, method: voiceMethod }, callUrl(apiOrigin))
  return [
    ...(capabilities.sms ? [] : ['The number can no longer send and receive texts.']),
    ...(texts === null ? [] : [texts]),
    ...(capabilities.voice && calls !== null ? [calls] : []),
  ]
}

function wrongWith(
  what: string,
  { url, method }: { url: string | null; method: string | null },
  ours: string,
): string | null {
  if (!url) return `${what} go nowhere: Twilio has no address for them. Enter ${ours}.`
  if (url !== ours) return `${what} go to another address. Enter ${ours} at Twilio.`
  return method === 'GET' ? `Twilio reports ${what.toLowerCase()} by GET. Choose HTTP POST there.` : null
}

/** Stores when the last call to a business's own number arrived. */
export async function noteCall(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { organization_id }: OwnNumber,
): Promise<void> {
  await db
    .updateTable('own_numbers')
    .set({ last_call_at: clock() })
    .where('organization_id', '=', organization_id)
    .execute()
}
