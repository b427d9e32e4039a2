import { type Kysely, sql } from 'kysely'
import { emailKey } from '../../src/contract/email-address.ts'
import type { Database } from '../db/schema.ts'
import { recallOptOuts } from '../journal/opt-outs.ts'
import { mailboxKey } from './mailbox-key.ts'

/** Returns the forms in which an opt-out is stored and looked up: that of the address, and that of its mailbox. */
const keysOf = (recipient: string) => [...new Set([emailKey(recipient), mailboxKey(recipient)])]

/**
 * Returns the given addresses and numbers (E.164) that have opted out, exactly as given. An address opts out of an
 * organization's mail or of all mail. A number opts out of the texts of an organization that has its own number, or of
 * all texts from this server's number; the latter still holds for organizations that get their own number later.
 */
export async function unsubscribedOf(
  db: Kysely<Database>,
  organizationId: string,
  recipients: readonly string[],
): Promise<string[]> {
  if (recipients.length === 0) return []
  const keys = recipients.flatMap(keysOf)
  await recallOptOuts(db, organizationId, keys)
  const found = await db
    .selectFrom('email_opt_outs')
    .select('email as recipient')
    .where(isFrom(organizationId))
    .where('email', '=', sql<string>`any(${keys})`)
    .unionAll(
      db
        .selectFrom('sms_opt_outs')
        .select('phone as recipient')
        .where(isFrom(organizationId))
        .where('phone', '=', sql<string>`any(${keys})`),
    )
    .execute()
  const out = new Set(found.map(({ recipient }) => recipient))
  return recipients.filter((each) => keysOf(each).some((key) => out.has(key)))
}

/** The condition that an opt-out applies to the mail or the texts of an organization. */
export const isFrom = (organizationId: string) =>
  sql<boolean>`(organization_id = ${organizationId} or organization_id is null)`

/** What an address has opted out of. */
export interface MailOptOuts {
  /** The organization's mail. */
  own: boolean
  /** All mail of this server. */
  all: boolean
}

/** Returns what an address (as a key) has opted out of. */
export async function mailOptOutsOf(
  db: Kysely<Database>,
  organizationId: string,
  email: string,
): Promise<MailOptOuts> {
  const keys = keysOf(email)
  await recallOptOuts(db, organizationId, keys)
  const found = await db
    .selectFrom('email_opt_outs')
    .select('organization_id')
    .where('email', 'in', keys)
    .where(isFrom(organizationId))
    .execute()
  const isIn = (id: string | null) => found.some(({ organization_id }) => organization_id === id)
  return { own: isIn(organizationId), all: isIn(null) }
}

/** Stores that an address (as a key) has opted out of an organization's mail, or without one, of all mail. */
export async function optOutOfMail(
  db: Kysely<Database>,
  organizationId: string | null,
  email: string,
  at: Date,
): Promise<void> {
  await db
    .insertInto('email_opt_outs')
    .values(keysOf(email).map((key) => ({ organization_id: organizationId, email: key, at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Removes an address's opt-outs from an organization's mail and from all mail that are not newer than a link. */
export async function optIntoMail(
  db: Kysely<Database>,
  organizationId: string,
  email: string,
  linkedAt: Date,
): Promise<void> {
  const keys = keysOf(email)
  await recallOptOuts(db, organizationId, keys)
  await db
    .deleteFrom('email_opt_outs')
    .where('email', 'in', keys)
    .where(isFrom(organizationId))
    .where('at', '<=', linkedAt)
    .execute()
}

/**
 * Whose texts an opt-out is from: those of an organization, which has a number of its own, or null for those of this
 * server's number.
 */
export type TextScope = string | null

/**
 * Stores that a number (E.164) has opted out of texts, or with `isAsked`, that it gets none until it answers a question.
 * Returns whether that is new.
 */
export async function storeTextOptOut(
  db: Kysely<Database>,
  scope: TextScope,
  phone: string,
  { at, isAsked = false }: { at: Date; isAsked?: boolean },
): Promise<boolean> {
  await recallOptOuts(db, scope, [phone])
  const stored = await db
    .insertInto('sms_opt_outs')
    .values({ organization_id: scope, phone, at, is_asked: isAsked })
    .onConflict((conflict) =>
      conflict
        .expression(sql<string>`phone, coalesce(organization_id, '')`)
        .doUpdateSet({ at, is_asked: false })
        .where('sms_opt_outs.is_asked', '=', true)
        .where(sql<boolean>`not excluded.is_asked`),
    )
    .returning('phone')
    .executeTakeFirst()
  return stored !== undefined
}

/** Returns a number's opt-out from some texts, and whether the number was only asked; null if there is none. */
export async function textOptOutOf(
  db: Kysely<Database>,
  scope: TextScope,
  phone: string,
): Promise<{ is_asked: boolean } | null> {
  await recallOptOuts(db, scope, [phone])
  const found = await db
    .selectFrom('sms_opt_outs')
    .select('is_asked')
    .where('phone', '=', phone)
    .where('organization_id', 'is not distinct from', scope)
    .executeTakeFirst()
  return found ?? null
}

/** Removes a number's opt-out from some texts. */
export async function endTextOptOut(db: Kysely<Database>, scope: TextScope, phone: string): Promise<void> {
  await db
    .deleteFrom('sms_opt_outs')
    .where('phone', '=', phone)
    .where('organization_id', 'is not distinct from', scope)
    .execute()
}

/** Stores that a number (E.164) can't receive texts. */
export async function storeLandline(db: Kysely<Database>, phone: string, at: Date): Promise<void> {
  await db
    .insertInto('landlines')
    .values({ phone, at })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ at }))
    .execute()
}
