import type { Kysely } from 'kysely'
import { pino } from 'pino'
import { migrateIdentity } from '../../dev/identity/migrate.ts'
import { openDatabase } from '../../server/db/open.ts'
import type { Database } from '../../server/db/schema.ts'
import { eraseConversations } from '../../server/erasure/erase-conversations.ts'
import { eraseLead } from '../../server/erasure/erase-lead.ts'
import { eraseOrganization, eraseOrganizationData } from '../../server/erasure/erase-organization.ts'
import { openJournal } from '../../server/journal/open.ts'
import { createJournal } from '../../server/journal/runner.ts'
import type { JournalPlace } from '../../server/journal/storage.ts'
import { forgetMember } from '../../server/notifications/forget-member.ts'

const AT = new Date('2026-11-20T15:00:00Z')
/** The organization whose data the tests look at, one whose data is erased, and one that is deleted. */
export const ORGANIZATIONS = {
  own: 'org_ownownownownownownow',
  wiped: 'org_wipedwipedwipedwiped',
  deleted: 'org_deleteddeleteddelet',
}
const own = { organization_id: ORGANIZATIONS.own }
export const MAIL = { gone: 'gone@example.test', back: 'back@example.test' }
export const PHONE = { gone: '+16145550101', back: '+16145550102', own: '+16145550103' }

export type Db = Kysely<Database>

/** Opens a database, which migrates it, for the time of `use`. */
export async function withDatabase<T>(url: string, use: (db: Db) => Promise<T>): Promise<T> {
  const { db, close } = await openDatabase(url)
  await migrateIdentity(db)
  return use(db).finally(close)
}

/** Appends the entries that wait, like a server that runs. */
export async function runServer(db: Db, journal: JournalPlace): Promise<void> {
  const deps = { db, clock: () => new Date(), log: pino({ level: 'silent' }) }
  await createJournal(deps, openJournal(journal)).run()
}

/** Fills a database with what people ask to be gone later. Each has an ID or name with `gone` or `kept`. */
export async function fillKept(db: Db): Promise<void> {
  const id = (prefix: string, name: string) => `${prefix}_${name.padEnd(22, '0')}`
  for (const each of Object.values(ORGANIZATIONS)) {
    await db.insertInto('organizations').values({ id: each, name: each, created_at: AT }).execute()
    const profile = { organization_id: each, fields: '{"phone":"614-555-0100"}', updated_at: AT }
    await db.insertInto('profiles').values(profile).execute()
    await db
      .insertInto('leads')
      .values(leadOf(`lead_of_${each}`, null, each))
      .execute()
  }
  for (const name of ['gone', 'kept']) {
    const chat = { id: id('conv', name), ...own, state: '{}', created_at: AT, updated_at: AT }
    await db
      .insertInto('conversations')
      .values([chat, { ...chat, id: id('chat', name) }])
      .execute()
    await db
      .insertInto('leads')
      .values(leadOf(id('lead', name), chat.id))
      .execute()
    // An ID that a program has chosen.
    await db
      .insertInto('leads')
      .values(leadOf(`614-555-${name}`, null))
      .execute()
    await db
      .insertInto('api_keys')
      .values(keyOf(id('key', name), 'user_kept'))
      .execute()
    await db
      .insertInto('webhook_endpoints')
      .values({
        id: id('hook', name),
        ...own,
        url: `https://${name}.example/`,
        events: '[]',
        secret: '',
        created_at: AT,
        created_by: 'user_kept',
      })
      .execute()
    await db
      .insertInto('calendar_sources')
      .values({ id: id('calendar', name), ...own, sealed_address: '', host: name, added_at: AT })
      .execute()
    const member = { id: `member_${name}`, ...own, user_id: `user_${name}`, role: 'org:admin' }
    await db
      .insertInto('members')
      .values({ ...member, name, email: `${name}@staff.example`, changed_at: AT })
      .execute()
    const user = { id: `user_${name}`, email: `${name}@staff.example`, email_id: name }
    await db
      .insertInto('identity_users')
      .values({ ...user, created_at: AT, updated_at: AT })
      .execute()
    const device = { name, endpoint: `https://push.example/${name}`, p256dh: '', auth: '', alerts: '[]' }
    await db
      .insertInto('push_devices')
      .values({ id: id('device', name), ...own, user_id: 'user_kept', ...device, created_at: AT })
      .execute()
  }
  await db
    .insertInto('members')
    .values({ id: 'member_demoted', ...own, user_id: 'user_demoted', role: 'org:admin', changed_at: AT })
    .execute()
  await db.insertInto('api_keys').values(keyOf('key_of_former_admin_0000', 'user_gone')).execute()
  await db
    .insertInto('calendar_feeds')
    .values({ ...own, token: 'feed_gone', created_at: AT })
    .execute()
  const connection = { ...own, service: 'calcom' as const, sealed: 'gone', settings: '{}', connected_at: AT }
  await db.insertInto('calendar_connections').values(connection).execute()
  const number = { ...own, phone: '+15005550007', account_sid: 'AC1', number_sid: 'PN1', sealed: 'gone' }
  await db
    .insertInto('own_numbers')
    .values({ ...number, connected_at: AT })
    .execute()
  const people = ['gone', 'kept'].map((name) => ({ id: name, name, email: `${name}@staff.example` }))
  await db
    .insertInto('notification_settings')
    .values({ ...own, fields: JSON.stringify({ people }), updated_at: AT })
    .execute()
  await db
    .insertInto('email_opt_outs')
    .values({ ...own, email: MAIL.back, at: AT })
    .execute()
  await db.insertInto('sms_opt_outs').values({ phone: PHONE.back, at: AT }).execute()
  const consent = { ...own, phone: PHONE.gone, source: 'user_kept', at: AT }
  await db.insertInto('sms_consents').values(consent).execute()
}

const keyOf = (id: string, created_by: string) => ({
  ...{ id, ...own, name: id, hash: id, hint: '', scopes: '[]', created_by, created_at: AT },
})

function leadOf(id: string, conversation_id: string | null, organization_id = ORGANIZATIONS.own) {
  const lead = { id, organization_id, conversation_id, status: 'new', source: 'manual' }
  return { ...lead, created_at: AT, updated_at: AT }
}

/** Does what must stay done after a restore. */
export async function removeGone(db: Db): Promise<void> {
  const named = (prefix: string) => `${prefix}_${'gone'.padEnd(22, '0')}`
  await db.transaction().execute(async (tx) => {
    await eraseLead(tx, ORGANIZATIONS.own, named('lead'))
    await eraseLead(tx, ORGANIZATIONS.own, '614-555-gone')
    await eraseConversations(tx, [named('chat')])
    const email = 'gone@staff.example'
    const member = tx.updateTable('members').where('user_id', '=', 'user_gone')
    await member.set({ removed_at: new Date(), email: null }).execute()
    await forgetMember(tx, ORGANIZATIONS.own, { userId: 'user_gone', email })
    await tx
      .updateTable('members')
      .set({ role: 'org:member' })
      .where('user_id', '=', 'user_demoted')
      .execute()
  })
  await db.updateTable('api_keys').set({ revoked_at: AT }).where('id', '=', named('key')).execute()
  for (const table of ['webhook_endpoints', 'calendar_sources', 'push_devices'] as const) {
    await db.deleteFrom(table).where('id', 'like', '%_gone%').execute()
  }
  await db.updateTable('calendar_feeds').set({ token: 'feed_new' }).execute()
  for (const table of [
    ...(['calendar_connections', 'own_numbers', 'sms_consents', 'email_opt_outs', 'sms_opt_outs'] as const),
  ]) {
    await db.deleteFrom(table).execute()
  }
  await db
    .insertInto('email_opt_outs')
    .values({ ...own, email: MAIL.gone, at: AT })
    .execute()
  await db.insertInto('sms_opt_outs').values({ phone: PHONE.gone, at: AT }).execute()
  // Out of one business's texts only.
  await db
    .insertInto('sms_opt_outs')
    .values({ ...own, phone: PHONE.own, at: AT })
    .execute()
  const wiped = { organization_id: ORGANIZATIONS.wiped, email: MAIL.gone, at: AT }
  await db.insertInto('email_opt_outs').values(wiped).execute()
  await db.transaction().execute((tx) => eraseOrganizationData(tx, ORGANIZATIONS.wiped))
  await db.transaction().execute((tx) => eraseOrganization(tx, ORGANIZATIONS.deleted))
}

/** Returns what is left in a database of what `fillKept` has stored. */
export async function whatIsLeft(db: Db) {
  const ids = async (
    table: 'leads' | 'conversations' | 'webhook_endpoints' | 'calendar_sources' | 'push_devices',
  ) => (await db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)
  const keys = await db
    .selectFrom('api_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .orderBy('id')
    .execute()
  const members = await db
    .selectFrom('members')
    .select(['user_id', 'role'])
    .where('removed_at', 'is', null)
    .orderBy('user_id')
    .execute()
  const settings = await db.selectFrom('notification_settings').select('fields').execute()
  const feeds = await db.selectFrom('calendar_feeds').select('token').execute()
  const services = await db.selectFrom('calendar_connections').select('service').execute()
  const numbers = await db.selectFrom('own_numbers').select('phone').execute()
  const organizations = await db.selectFrom('organizations').select('id').orderBy('id').execute()
  const profiles = await db
    .selectFrom('profiles')
    .select('organization_id as id')
    .orderBy('organization_id')
    .execute()
  const consents = await db.selectFrom('sms_consents').select('phone').execute()
  return {
    leads: await ids('leads'),
    conversations: await ids('conversations'),
    webhooks: await ids('webhook_endpoints'),
    calendars: await ids('calendar_sources'),
    devices: await ids('push_devices'),
    keys: keys.map(({ id }) => id),
    members: members.map(({ user_id, role }) => `${user_id} ${role}`),
    people: settings.flatMap(({ fields }) => fields.people?.map(({ id }) => id) ?? []),
    feeds: feeds.map(({ token }) => token),
    services: services.map(({ service }) => service),
    numbers: numbers.map(({ phone }) => phone),
    consents: consents.map(({ phone }) => phone),
    organizations: organizations.map(({ id }) => id),
    profiles: profiles.map(({ id }) => id),
  }
}
