import type { Kysely, Selectable } from 'kysely'
import { type NotificationsTable, VISITOR } from '../../db/notification-schema.ts'
import type { Database, OwnNumbersTable } from '../../db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { SenderRefused, type TextSender } from '../senders.ts'
import type { SmsConfig, TelnyxConfig } from './config.ts'
import { openSms } from './sms.ts'
import { openTelnyx } from './telnyx.ts'

/** A text number that a business has at Twilio or Telnyx itself. */
export type OwnNumber = Selectable<OwnNumbersTable>

type Opened = Pick<Deps, 'db' | 'config' | 'secrets'>

/** The place to which the auth token or API key of an organization's number is sealed. */
export const placeOfNumber = (organizationId: string) => `own_numbers:${organizationId}`

/** Returns the organization's own number; null if its texts come from this server's number. */
export async function ownNumberOf(db: Kysely<Database>, organizationId: string): Promise<OwnNumber | null> {
  const row = await db
    .selectFrom('own_numbers')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns a number's auth token or API key. Throws {@link SenderRefused} if the key that sealed it is lost. */
function openedKey({ secrets }: Opened, own: OwnNumber): string {
  try {
    if (!secrets) throw new Error('There is no key')
    return secrets.open(own.sealed, placeOfNumber(own.organization_id))
  } catch {
    const what = own.carrier === 'telnyx' ? 'API key' : 'auth token'
    throw new SenderRefused(`The stored ${what} can no longer be read. Connect the number again.`)
  }
}

/** Returns the account of a number at Twilio. Throws {@link SenderRefused} if its token can't be read. */
export const accountOf = (deps: Opened, own: OwnNumber): SmsConfig => ({
  accountSid: own.account_sid ?? '',
  authToken: openedKey(deps, own),
  from: own.phone,
  apiUrl: deps.config.sms?.apiUrl ?? null,
})

/** Returns the account of a number at Telnyx. Throws {@link SenderRefused} if its key can't be read. */
export const telnyxAccountOf = (deps: Opened, own: OwnNumber): TelnyxConfig => ({
  apiKey: openedKey(deps, own),
  publicKey: own.public_key ?? '',
  from: own.phone,
  apiUrl: deps.config.telnyxApiUrl ?? null,
})

/** The senders that were used, by organization. Each keeps its connections to the carrier. */
const SENDERS = new Map<string, { sealed: string; sender: TextSender }>()

function openOwn(deps: Opened, own: OwnNumber): TextSender {
  const known = SENDERS.get(own.organization_id)
  if (known?.sealed === own.sealed) return known.sender
  const { api } = deps.config.origins
  const sender =
    own.carrier === 'telnyx'
      ? openTelnyx(telnyxAccountOf(deps, own), api, { credentials: 'the API key of your number' })
      : openSms(accountOf(deps, own), api, {
          credentials: 'the account SID or the auth token of your number',
        })
  SENDERS.set(own.organization_id, { sealed: own.sealed, sender })
  return sender
}

/** Stores why the carrier refuses to send from a number, or with null, that it sends. */
export async function noteTrouble(
  db: Kysely<Database>,
  { organization_id, connected_at }: OwnNumber,
  trouble: string | null,
): Promise<void> {
  await db
    .updateTable('own_numbers')
    .set({ trouble })
    .where('organization_id', '=', organization_id)
    .where('connected_at', '=', connected_at)
    .where('trouble', 'is distinct from', trouble)
    .execute()
}

/**
 * Returns what sends an organization's texts to its visitors: its own number, or otherwise this server's. Null if this
 * server sends no texts. Visitors of an organization with its own number get no texts from another one. Members get
 * their alerts from this server's number, because they may belong to several organizations and answer there.
 */
export async function textSenderOf(
  deps: Opened & Pick<Deps, 'senders'>,
  {
    organization_id: organizationId,
    audience,
  }: Pick<Selectable<NotificationsTable>, 'organization_id' | 'audience'>,
): Promise<TextSender | null> {
  const { db, senders } = deps
  if (!senders?.sms) return null
  if (audience !== VISITOR) return senders.sms
  const own = await ownNumberOf(db, organizationId)
  if (!own) {
    SENDERS.delete(organizationId)
    return senders.sms
  }
  const noting = async <T>(use: (sender: TextSender) => Promise<T>): Promise<T> => {
    try {
      const result = await use(openOwn(deps, own))
      await noteTrouble(db, own, null)
      return result
    } catch (error) {
      if (error instanceof SenderRefused) await noteTrouble(db, own, error.message)
      throw error
    }
  }
  return {
    sender: own.phone,
    send: (message) => noting((sender) => sender.send(message)),
    sentSince: (message, since) => noting((sender) => sender.sentSince(message, since)),
  }
}
