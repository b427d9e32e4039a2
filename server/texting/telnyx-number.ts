import * as v from 'valibot'
import { HttpError } from '../http/http-error.ts'
import type { TelnyxConfig } from '../notifications/channels/config.ts'
import { TELNYX_PATH } from '../notifications/channels/paths.ts'
import { callTelnyx } from '../notifications/channels/telnyx.ts'
import { refusal } from './number-refusal.ts'

const NumberAtTelnyx = v.object({
  id: v.pipe(v.string(), v.nonEmpty()),
  phone_number: v.string(),
  messaging_profile_id: v.nullish(v.string(), null),
  features: v.nullish(v.object({ sms: v.nullish(v.unknown()) }), {}),
})
type NumberAtTelnyx = v.InferOutput<typeof NumberAtTelnyx>
const Numbers = v.object({ data: v.array(NumberAtTelnyx) })
const Profile = v.object({
  data: v.object({
    enabled: v.nullish(v.boolean(), true),
    webhook_url: v.nullish(v.string(), ''),
    webhook_api_version: v.nullish(v.string(), '2'),
  }),
})

export const telnyxUrl = (apiOrigin: string) => `${apiOrigin}${TELNYX_PATH}`

const isRefused = (status: number) => status === 401 || status === 403

function meaningOf(status: number): string {
  if (status === 429) return 'Telnyx asks to try again later'
  return `Telnyx returned an error (HTTP ${status})`
}

async function ask(account: TelnyxConfig, path: string) {
  return callTelnyx(account, path).catch(() => {
    throw new HttpError(409, 'Telnyx cannot be reached')
  })
}

/** Returns the number of an account in Telnyx's list; null if it isn't in it. */
async function search(account: TelnyxConfig): Promise<NumberAtTelnyx | 'refused' | null> {
  const query = new URLSearchParams({ 'filter[phone_number]': account.from })
  const { status, answer } = await ask(account, `phone_numbers/messaging?${query}`)
  if (isRefused(status)) return 'refused'
  const found = v.safeParse(Numbers, answer)
  if (status !== 200 || !found.success) throw new HttpError(409, meaningOf(status))
  return found.output.data.find(({ phone_number }) => phone_number === account.from) ?? null
}

/** Returns Telnyx's ID of a number of an account that can send texts. */
export async function findAtTelnyx(account: TelnyxConfig): Promise<string> {
  const number = await search(account)
  if (number === 'refused') throw refusal('api_key', 'Telnyx does not accept this API key')
  if (number === null) throw refusal('phone', 'This account has no such number')
  if (!number.features?.sms) throw refusal('phone', 'This number cannot send and receive texts')
  return number.id
}

/** Returns what keeps texts to a number at Telnyx from arriving. */
export async function problemsAtTelnyx(account: TelnyxConfig, apiOrigin: string): Promise<string[]> {
  const number = await search(account)
  if (number === 'refused') return ['Telnyx no longer accepts the API key. Connect the number again.']
  if (number === null) return ['The number is no longer in this account.']
  if (number.messaging_profile_id === null)
    return ['The number has no messaging profile. Assign one to it at Telnyx.']
  const path = `messaging_profiles/${encodeURIComponent(number.messaging_profile_id)}`
  const { status, answer } = await ask(account, path)
  const profile = v.safeParse(Profile, answer)
  if (status !== 200 || !profile.success) throw new HttpError(409, meaningOf(status))
  return wrongIn(profile.output.data, telnyxUrl(apiOrigin))
}

/** Returns what is wrong with where the texts of a messaging profile go. */
function wrongIn(
  { enabled, webhook_url: url, webhook_api_version: version }: v.InferOutput<typeof Profile>['data'],
  ours: string,
): string[] {
  const address = `Enter ${ours} as the webhook URL of its messaging profile.`
  return [
    ...(enabled ? [] : ['The number’s messaging profile is disabled at Telnyx.']),
    ...(url === '' ? [`Texts go nowhere: Telnyx has no address for them. ${address}`] : []),
    ...(url !== '' && url !== ours ? [`Texts go to another address. ${address}`] : []),
    ...(version === '2' ? [] : ['The messaging profile has another webhook API version. Choose version 2.']),
  ]
}
