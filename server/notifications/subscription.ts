import type { Kysely } from 'kysely'
import { emailKey } from '../../src/contract/email-address.ts'
import { readState } from '../agent/state.ts'
import type { Language } from '../base/catalogue.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../kernel/deps.ts'
import { businessName, organizationWithProfile } from '../profiles/stored-profile.ts'
import { type ErasedRecipient, findErasedMail, optOutsOfErased } from './erased-mails.ts'
import { type MailOptOuts, mailOptOutsOf } from './opt-outs.ts'

/** The recipient of a mail, and the business that it was sent for. */
export interface Subscription {
  /** Null if it was deleted. */
  organizationId: string | null
  /** As a key; null if only its hashes are known, because the mail was erased. */
  email: string | null
  erased: ErasedRecipient | null
  business: string
  isOwner: boolean
  /** What the recipient has opted out of. */
  out: MailOptOuts
  /** The language of the visitor's conversation. */
  language: Language
  /** Whether the mail contains the link with which the recipient gets emails again. */
  isLink: boolean
  /** When the mail was planned. */
  at: Date
}

/** Returns the subscription that the token of a mail belongs to, or null if there is none. */
export async function findSubscription(
  { db }: Pick<Deps, 'db'>,
  token: string,
): Promise<Subscription | null> {
  if (!/^[\w-]{8,100}$/.test(token)) return null
  const row = await db
    .selectFrom('notifications')
    .innerJoin('organizations', 'organizations.id', 'notifications.organization_id')
    .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
    .leftJoin('leads', 'leads.id', 'notifications.lead_id')
    .leftJoin('conversations', (join) =>
      join.on(({ eb, fn, ref }) =>
        eb(
          'conversations.id',
          '=',
          fn.coalesce(ref('notifications.conversation_id'), ref('leads.conversation_id')),
        ),
      ),
    )
    .select([
      'conversations.state',
      'notifications.organization_id',
      'notifications.kind',
      'notifications.created_at',
      'recipient',
      'audience',
      'organizations.name',
      'profiles.fields',
    ])
    .where('notifications.token', '=', token)
    .where('notifications.channel', '=', 'email')
    .executeTakeFirst()
  if (!row?.recipient) return findErased(db, token)
  const organizationId = row.organization_id
  const email = emailKey(row.recipient)
  return {
    organizationId,
    email,
    erased: null,
    business: businessName(row),
    isOwner: row.audience === 'owner',
    language: row.audience === 'owner' ? 'en' : readState(row.state).language,
    out: await mailOptOutsOf(db, organizationId, email),
    isLink: row.kind === 'resubscribe',
    at: row.created_at,
  }
}

/** Returns the subscription of a mail that was erased, or null. */
async function findErased(db: Kysely<Database>, token: string): Promise<Subscription | null> {
  const erased = await findErasedMail(db, token)
  if (!erased) return null
  const organization = await organizationWithProfile(db, erased.organization).executeTakeFirst()
  return {
    organizationId: organization ? erased.organization : null,
    email: null,
    erased,
    business: organization ? businessName(organization) : 'The business',
    isOwner: erased.audience === 'owner',
    language: 'en',
    out: await optOutsOfErased(db, erased),
    isLink: false,
    at: erased.at,
  }
}

/** Returns what the recipient of a subscription has opted out of now. */
export function currentOptOuts(db: Kysely<Database>, found: Subscription): Promise<MailOptOuts> {
  const { organizationId, email, erased } = found
  if (erased) return optOutsOfErased(db, erased)
  return organizationId === null || email === null
    ? Promise.resolve(found.out)
    : mailOptOutsOf(db, organizationId, email)
}
