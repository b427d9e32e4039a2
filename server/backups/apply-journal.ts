import { type Kysely, sql, type Transaction } from 'kysely'
import { openLocalIdentity } from '../db/local-identity.ts'
import type { Database } from '../db/schema.ts'
import { deleteConversations } from '../erasure/erase-conversations.ts'
import { eraseJobs } from '../erasure/erase-jobs.ts'
import { deleteLead } from '../erasure/erase-lead.ts'
import { eraseOrganization, eraseOrganizationData } from '../erasure/erase-organization.ts'
import { type Entry, type Kind, saltOf } from '../journal/entries.ts'
import { lastEntries } from '../journal/fold.ts'
import { createMatcher, deleteNamed, type Matcher, ownerOfRow, subjectOfRow } from '../journal/matching.ts'
import { tellNobody } from '../webhooks/silence.ts'
import { applyMembers, applyPeople } from './apply-members.ts'
import { type Effect, type Effects, noEffects } from './effects.ts'

/** The rows that entries of a kind delete: their table, the columns that identify them, and what is reported. */
const DELETES: Partial<Record<Kind, [table: keyof Database, columns: string[], effect: Effect]>> = {
  webhook_deleted: ['webhook_endpoints', ['id'], 'webhooks'],
  calendar_feed_deleted: ['calendar_feeds', ['token'], 'feeds'],
  calendar_source_removed: ['calendar_sources', ['id'], 'connections'],
  calendar_disconnected: ['calendar_connections', ['service', 'connected_at'], 'connections'],
  integration_disconnected: ['integration_connections', ['provider', 'connected_at'], 'connections'],
  number_disconnected: ['own_numbers', ['phone', 'connected_at'], 'connections'],
  device_removed: ['push_devices', ['id'], 'devices'],
  text_consent_ended: ['sms_consents', ['organization_id', 'phone'], 'consents'],
  mail_opt_out_ended: ['email_opt_outs', ['organization_id', 'email'], 'optIns'],
  text_opt_out_ended: ['sms_opt_outs', ['organization_id', 'phone'], 'optIns'],
}

/** Turns off the events and the entries that changes would cause. The time zone determines how rows are compared. */
async function keepQuiet(tx: Kysely<Database>): Promise<void> {
  await tellNobody(tx)
  await sql`select set_config('fieldhand.keeps_no_journal', 'on', true), set_config('timezone', 'UTC', true)`.execute(
    tx,
  )
}

/**
 * Applies entries to restored data of the current schema, in which they have no effect yet: erases, revokes, and ends
 * again what they name. Applying them again changes nothing. Returns what changed, and the number of entries whose
 * hashes were made with another database's salt, so that nothing can be found by them.
 */
export async function applyEntries(
  tx: Transaction<Database>,
  entries: readonly Entry[],
  now: Date,
): Promise<{ effects: Effects; foreign: number }> {
  await keepQuiet(tx)
  const matcher = createMatcher(await saltOf(tx))
  const last = lastEntries(entries)
  const of = (kind: Kind) => last.get(kind) ?? []
  const effects = noEffects()
  await eraseOrganizations(tx, of, effects)
  await eraseNamed(tx, matcher, of, effects)
  effects.keys += await revokeKeys(tx, matcher, of('api_key_revoked'), now)
  for (const [kind, found] of last) {
    const [table, columns, effect] = DELETES[kind] ?? []
    if (table && columns && effect) effects[effect] += await deleteNamed(tx, matcher, table, columns, found)
  }
  effects.people += await applyPeople(tx, matcher, of('person_removed'))
  const members = { ended: of('membership_ended'), demoted: of('admin_removed') }
  await applyMembers(tx, matcher, members, effects, now)
  effects.mailOptOuts += await keepOptOuts(tx, matcher, 'mail_opt_out', of)
  effects.textOptOuts += await keepOptOuts(tx, matcher, 'text_opt_out', of)
  await eraseJobs(tx)
  return { effects, foreign: [...last.values()].flat().filter(matcher.isForeign).length }
}

type Of = (kind: Kind) => readonly Entry[]

async function eraseOrganizations(tx: Transaction<Database>, of: Of, effects: Effects): Promise<void> {
  const exists = (id: string) =>
    tx.selectFrom('organizations').select('id').where('id', '=', id).executeTakeFirst()
  for (const { subject: id, at } of of('organization_deleted')) {
    await tx
      .insertInto('deleted_organizations')
      .values({ id, deleted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const local = await openLocalIdentity(tx)
  for (const { subject: id } of [...of('organization_deleted'), ...of('organization_erased')]) {
    if (await exists(id)) effects.organizations += 1
    await local?.deleteOrganization(id)
    await eraseOrganization(tx, id)
  }
  for (const { subject: id } of of('organization_data_erased')) {
    if (!(await exists(id))) continue
    await eraseOrganizationData(tx, id)
    effects.organizationData += 1
  }
}

async function eraseNamed(
  tx: Transaction<Database>,
  matcher: Matcher,
  of: Of,
  effects: Effects,
): Promise<void> {
  const named = async (table: 'leads' | 'conversations', entries: readonly Entry[]) => {
    if (entries.length === 0) return []
    const { rows } = await sql<{ id: string; organization_id: string }>`select id, organization_id
      from ${sql.table(table)} t where ${matcher.among(entries, sql`t.id`, sql`t.organization_id`)}`.execute(
      tx,
    )
    return rows
  }
  for (const { id, organization_id } of await named('leads', of('lead_erased'))) {
    if (await deleteLead(tx, organization_id, id)) effects.leads += 1
  }
  const conversations = await named('conversations', of('conversation_erased'))
  effects.conversations += await deleteConversations(
    tx,
    conversations.map(({ id }) => id),
  )
}

async function revokeKeys(
  tx: Transaction<Database>,
  matcher: Matcher,
  entries: readonly Entry[],
  now: Date,
): Promise<number> {
  if (entries.length === 0) return 0
  const { numAffectedRows } = await sql`update api_keys t set revoked_at = ${now} where revoked_at is null
    and ${matcher.among(entries, subjectOfRow(['id']), ownerOfRow)}`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** The tables of opt-outs, with the columns that identify an opt-out. */
const OPT_OUTS = {
  mail_opt_out: ['email_opt_outs', ['organization_id', 'email']],
  text_opt_out: ['sms_opt_outs', ['organization_id', 'phone']],
} as const

/**
 * Keeps the opt-outs that the restored data lacks as hashes, until their address or number turns up, and removes the
 * hashes of those that were withdrawn. Returns the number of opt-outs that the data lacked.
 */
async function keepOptOuts(
  tx: Transaction<Database>,
  matcher: Matcher,
  kind: keyof typeof OPT_OUTS,
  of: Of,
): Promise<number> {
  const ended = of(`${kind}_ended`).map(({ subject }) => subject)
  await tx
    .deleteFrom('opt_out_hashes')
    .where('kind', '=', kind)
    .where('hash', '=', sql<string>`any(${ended}::text[])`)
    .execute()
  const begun = of(kind).filter((entry) => !matcher.isForeign(entry))
  if (begun.length === 0) return 0
  const [table, columns] = OPT_OUTS[kind]
  const { rows } = await sql<{ hash: string }>`select ${matcher.hashOf(subjectOfRow(columns))} as hash
    from ${sql.table(table)} t`.execute(tx)
  const known = new Set(rows.map(({ hash }) => hash))
  const missing = begun.flatMap(({ subject: hash, at }) => (known.has(hash) ? [] : [{ hash, at }]))
  const { numAffectedRows } = await sql`insert into opt_out_hashes (kind, hash, at)
    select ${kind}, hash, at from jsonb_to_recordset(${JSON.stringify(missing)}::jsonb) as given (hash text, at timestamptz)
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
