import type { Client } from '@hubspot/api-client'
import { type Kysely, sql, type Updateable } from 'kysely'
import type { SharedField } from '../../src/contract/hubspot.ts'
import type { Lead, LeadStatus } from '../../src/contract/leads.ts'
import { LIMITS } from '../../src/contract/limits.ts'
import { fieldsOfStatus } from '../../src/domain/leads/status.ts'
import { changesOf } from '../activity/compare-leads.ts'
import { publishLeadsChanged } from '../activity/leads-changed.ts'
import { record } from '../activity/record.ts'
import { Rejected } from '../base/vendor-errors.ts'
import type { Database } from '../db/schema.ts'
import { unfit } from '../http/input.ts'
import type { Deps } from '../kernel/deps.ts'
import { LEAD_COLUMNS } from '../leads/lead-columns.ts'
import { existingIdOf, RefusedValues } from './api.ts'
import {
  type Agreed,
  COLUMNS,
  emailsOf,
  fieldsOf,
  merge,
  namesOf,
  propertiesOf,
  readField,
  type Shared,
  sharedOf,
  writeField,
} from './fields.ts'
import { type Connected, type Due, keepAgreed, keepLink, lockLink } from './links.ts'
import { candidateOf, choose, hasEmail, phoneForms, sharedEmails, takenContacts, takenIds } from './match.ts'
import { type Contact, createContacts, findContacts, readContacts, updateContact } from './objects.ts'
import { type LoggedTransfer, logTransfers } from './transfers.ts'

/** The context for the transfers of one organization. */
export interface Work extends Connected {
  deps: Deps
  /** Calls HubSpot with valid tokens. */
  call<T>(use: (client: Client) => Promise<T>): Promise<T>
}

/** Why a contact doesn't get the lead's email. */
const WITHHELD = {
  taken: 'belongs to another contact in HubSpot',
  invalid: 'HubSpot does not accept as an email address',
} as const
type Withheld = keyof typeof WITHHELD

/** A lead without a contact, the values of its new contact, and why these lack the email, if they do. */
interface Missing {
  due: Due
  written: Agreed
  withheld: Withheld | null
}

const log = (work: Work, due: Due, transfer: Omit<LoggedTransfer, 'leadId'>) =>
  logTransfers(work.deps.db, work.organizationId, work.deps.clock(), [{ ...transfer, leadId: due.lead_id }])

/**
 * Finds or creates the contacts of leads that have none. Returns the leads whose contact is new and thus up to date.
 */
export async function linkContacts(
  work: Work,
  due: readonly Due[],
  fail: (due: Due, error: Rejected) => Promise<void>,
): Promise<Set<Due>> {
  const { deps } = work
  const made = new Set<Due>()
  const leads = due.map(({ lead }) => sharedOf(lead))
  const [taken, doubled] = [
    await takenContacts(deps.db, work, leads),
    await sharedEmails(deps.db, work, leads),
  ]
  const found = await work.call((client) =>
    findContacts(
      client,
      {
        emails: leads.map(({ email }) => email.toLowerCase()).filter(Boolean),
        phones: leads.flatMap(({ phone }) => (phone ? phoneForms(phone) : [])),
      },
      propertiesOf(work.map),
    ),
  )
  const known = await takenIds(
    deps.db,
    work,
    found.map(({ id }) => id),
  )
  const candidates = [...found.map((each) => candidateOf(each, work.map, known.has(each.id))), ...taken]
  const missing: Missing[] = []
  for (const [index, each] of due.entries()) {
    const lead = leads[index] as Shared
    const choice = choose(lead, candidates, doubled.has(lead.email.toLowerCase()))
    if (choice.id === null) missing.push(missingOf(work, each, choice.isEmailTaken ? 'taken' : null))
    else await linkTo(work, each, choice.id)
  }
  for (const each of await createAll(work, missing, fail)) made.add(each)
  return made
}

async function linkTo(work: Work, due: Due, contactId: string): Promise<void> {
  await keepLink(work.deps.db, due, { contact_id: contactId, agreed: {}, withheld_email: null })
  await log(work, due, { kind: 'contact_found' })
}

/** Returns the values of a new contact, without an email that it can't have. */
function missingOf({ map }: Work, due: Due, withheld: Withheld | null): Missing {
  const lead = sharedOf(due.lead)
  const fields = fieldsOf(map).filter((field) => !(field === 'email' && withheld !== null))
  return { due, written: Object.fromEntries(fields.map((field) => [field, lead[field]])), withheld }
}

function propertiesFor({ map }: Work, values: Agreed): Record<string, string> {
  const fields = Object.entries(values) as [SharedField, string][]
  return Object.assign({}, ...fields.map(([field, value]) => writeField(field, value, map)))
}

async function createAll(
  work: Work,
  missing: readonly Missing[],
  fail: (due: Due, error: Rejected) => Promise<void>,
): Promise<Due[]> {
  if (missing.length === 0) return []
  try {
    const ids = await work.call((client) =>
      createContacts(
        client,
        missing.map(({ written }) => filled(propertiesFor(work, written))),
      ),
    )
    // A contact that HubSpot's response does not identify is found at the next attempt.
    const made = missing.flatMap((each, index) => {
      const id = ids[index]
      return id === undefined ? [] : [{ ...each, id }]
    })
    // Stores all links before anything that can fail, so that no contact is created again.
    for (const { due, withheld, id } of made) {
      const withheld_email = withheld && sharedOf(due.lead).email
      await keepLink(work.deps.db, due, { contact_id: id, agreed: {}, withheld_email })
    }
    for (const { due, written, withheld } of made) {
      await keepAgreed(work.deps.db, work, due, written)
      await log(work, due, {
        kind: 'contact_created',
        detail: withheld && `Without ${due.withheld_email}, which ${WITHHELD[withheld]}`,
      })
    }
    return made.map(({ due }) => due)
  } catch (error) {
    if (!(error instanceof Rejected)) throw error
    const [only] = missing
    if (only && missing.length === 1) return handleRefusal(work, only, error, fail)
    const made: Due[] = []
    for (const each of missing) made.push(...(await createAll(work, [each], fail)))
    return made
  }
}

/** Handles a rejection because of the email, which is invalid or that of a contact that HubSpot's search has not found yet. */
async function handleRefusal(
  work: Work,
  { due, withheld }: Missing,
  error: Rejected,
  fail: (due: Due, error: Rejected) => Promise<void>,
): Promise<Due[]> {
  const { name, phone } = sharedOf(due.lead)
  if (withheld === null && refusesEmail(error) && (name || phone))
    return createAll(work, [missingOf(work, due, 'invalid')], fail)
  const existingId = existingIdOf(error)
  if (existingId !== null && withheld === null) {
    const { deps } = work
    const lead = sharedOf(due.lead)
    const contacts = await work.call((client) => readContacts(client, [existingId], propertiesOf(work.map)))
    const contact = contacts.get(existingId)
    const taken = await takenIds(deps.db, work, [existingId])
    const doubled = await sharedEmails(deps.db, work, [lead])
    const candidates = contact ? [candidateOf(contact, work.map, taken.has(contact.id))] : []
    const choice = choose(lead, candidates, doubled.has(lead.email.toLowerCase()))
    if (choice.id !== null) {
      await linkTo(work, due, choice.id)
      return []
    }
    return createAll(work, [missingOf(work, due, 'taken')], fail)
  }
  await fail(due, error)
  return []
}

const refusesEmail = (error: unknown) => error instanceof RefusedValues && error.properties.includes('email')

/** Returns why a contact can't have an email, according to HubSpot's response; null if that isn't the problem. */
const withheldBy = (error: unknown): Withheld | null => {
  if (refusesEmail(error)) return 'invalid'
  return error instanceof Rejected && existingIdOf(error) !== null ? 'taken' : null
}

const filled = (properties: Record<string, string>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== ''))

/**
 * Compares leads with their contacts, and updates each side with the newer values of the other. Follows merged
 * contacts. Marks deleted contacts. If several leads have the same contact, the newest lead shares its fields.
 */
export async function mergeContacts(
  work: Work,
  due: readonly Due[],
  fail: (due: Due, error: Rejected) => Promise<void>,
): Promise<void> {
  const { deps } = work
  const ids = [...new Set(due.flatMap(({ contact_id }) => contact_id ?? []))]
  const contacts = await work.call((client) => readContacts(client, ids, propertiesOf(work.map)))
  for (const each of due) {
    const contact = contacts.get(each.contact_id ?? '')
    if (!contact) {
      await keepLink(deps.db, each, { is_gone: true })
      await log(work, each, {
        kind: 'contact_gone',
        direction: 'in',
        status: 'failed',
        detail: 'The contact was deleted in HubSpot. Retry creates it again',
      })
      continue
    }
    if (contact.id !== each.contact_id) {
      await keepLink(deps.db, each, { contact_id: contact.id })
      await log(work, each, { kind: 'contact_merged', direction: 'in' })
    }
    try {
      await mergeContact(work, each, contact)
    } catch (error) {
      if (!(error instanceof Rejected)) throw error
      await fail(each, error)
    }
  }
}

async function mergeContact(work: Work, due: Due, contact: Contact): Promise<void> {
  const { deps } = work
  const outcome = await deps.db.transaction().execute((tx) => pullChanges(tx, work, due, contact))
  if (outcome === null) return
  let { push, agreed } = outcome
  const names = (changed: Agreed) => Object.keys(changed).join(', ')
  if (outcome.pulled.length > 0) {
    await log(work, due, { kind: 'lead_updated', direction: 'in', detail: outcome.pulled.join(', ') })
    const notify = await publishLeadsChanged(deps.db, deps.events, work.organizationId)
    notify()
  }
  if (Object.keys(push).length > 0) {
    const update = () => work.call((client) => updateContact(client, contact.id, propertiesFor(work, push)))
    try {
      await update()
    } catch (error) {
      const { email } = push
      const withheld = withheldBy(error)
      if (withheld === null || !email) throw error
      await keepLink(deps.db, due, { withheld_email: email })
      const { email: _, ...rest } = push
      push = rest
      agreed = { ...agreed, email: due.agreed?.email ?? '' }
      if (Object.keys(push).length > 0) await update()
      await log(work, due, {
        kind: 'contact_updated',
        status: 'failed',
        detail: `Without ${email}, which ${WITHHELD[withheld]}`,
      })
    }
    if (Object.keys(push).length > 0) await log(work, due, { kind: 'contact_updated', detail: names(push) })
  }
  await keepAgreed(deps.db, work, due, agreed)
}

/**
 * Stores the newer values of a contact in its lead, and returns the values for the contact. Null if the lead was
 * removed, if a newer lead shares the contact's fields, or if the owner has changed the field map, after which the lead
 * is compared again.
 */
async function pullChanges(tx: Kysely<Database>, work: Work, due: Due, contact: Contact) {
  const { deps, map, organizationId } = work
  const lead = await tx
    .selectFrom('leads')
    .select(LEAD_COLUMNS)
    .where('id', '=', due.lead_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!lead) return null
  const link = await lockLink(tx, work, due)
  if (!link?.isMapKept) return null
  const newer = await tx
    .selectFrom('hubspot_links')
    .innerJoin('leads', 'leads.id', 'hubspot_links.lead_id')
    .select('leads.id')
    .where('hubspot_links.organization_id', '=', organizationId)
    .where('contact_id', '=', contact.id)
    .where(sql<boolean>`(leads.created_at, leads.id) > (${lead.created_at}::timestamptz, ${lead.id})`)
    .limit(1)
    .executeTakeFirst()
  if (newer) return null
  const ours = sharedOf(lead)
  const isWithheld = due.withheld_email !== null && due.withheld_email === ours.email
  const fields = fieldsOf(map).filter((field) => !(field === 'email' && isWithheld))
  const theirs = Object.fromEntries(
    fields.map((field) => [field, fitting(readField(field, contact.properties, map))]),
  ) as Record<SharedField, string | null>
  // One of the contact's addresses is as good as its primary one.
  if (hasEmail({ emails: emailsOf(contact.properties) }, ours)) theirs.email = ours.email
  const times = await editTimes(tx, lead)
  const merged = merge(fields, due.agreed ?? {}, {
    ours,
    theirs,
    ourTime: (field) => times.get(COLUMNS[field]) ?? Date.parse(lead.updated_at),
    theirTime: (field) => Math.max(...namesOf(field, map).map((name) => contact.changedAt(name))),
  })
  const pulled = Object.keys(merged.pull) as SharedField[]
  if (pulled.length > 0) {
    const now = deps.clock()
    const { status, ...values } = merged.pull
    const change: Updateable<Database['leads']> = {
      ...Object.fromEntries(
        Object.entries(values).map(([field, value]) => [COLUMNS[field as SharedField], value || null]),
      ),
      // Otherwise, the twin column would be shown in place of a cleared one.
      ...clearedTwins(values),
      ...(status && fieldsOfStatus({ status: status as LeadStatus })),
    }
    const changed = await tx
      .updateTable('leads')
      .set({ ...change, updated_at: now })
      .where('id', '=', lead.id)
      .returning(LEAD_COLUMNS)
      .executeTakeFirstOrThrow()
    const circumstances = {
      organizationId,
      leadId: lead.id,
      at: now,
      actor: { kind: 'hubspot', id: null },
    } as const
    await record(tx, circumstances, changesOf(lead, changed))
    due.lead = changed
  } else due.lead = lead
  const { version } = await tx
    .updateTable('hubspot_links')
    .set({ agreed: JSON.stringify(withoutPushed(merged.agreed, merged.push, due.agreed ?? {})) })
    .where('lead_id', '=', due.lead_id)
    .returning('version')
    .executeTakeFirstOrThrow()
  // A change by this transaction alone needs no further transfer.
  if (link.version === due.version) due.version = version
  return { push: merged.push, agreed: merged.agreed, pulled }
}

/** Returns the agreed values, with the previous ones for fields that HubSpot has not accepted. */
function withoutPushed(agreed: Agreed, push: Agreed, before: Agreed): Agreed {
  const kept: Agreed = { ...agreed }
  for (const field of Object.keys(push) as SharedField[]) {
    if (before[field] === undefined) delete kept[field]
    else kept[field] = before[field]
  }
  return kept
}

const TWINS = {
  name: 'contact_name',
  email: 'contact_email',
  phone: 'contact_phone',
  address: 'prospect_address',
} as const

function clearedTwins(values: Agreed): Updateable<Database['leads']> {
  const cleared = Object.entries(TWINS).filter(([field]) => values[field as SharedField] === '')
  return Object.fromEntries(cleared.map(([, column]) => [column, null]))
}

/** Returns a value if a lead can store it; otherwise null, which changes nothing. */
const fitting = (value: string | null): string | null =>
  value !== null && value.length <= LIMITS.line && unfit(value) === null ? value : null

/** Returns when each column of a lead was last edited, in milliseconds since 1970. */
async function editTimes(tx: Kysely<Database>, lead: Lead): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom('lead_activity')
    .select(['type', 'at', 'data'])
    .where('lead_id', '=', lead.id)
    .where('type', 'in', ['edited', 'status'])
    .orderBy('position')
    .execute()
  const times = new Map<string, number>()
  for (const { type, at, data } of rows) {
    const columns = type === 'status' ? ['status'] : Object.keys((data.fields as object | undefined) ?? {})
    for (const column of columns) times.set(column, at.getTime())
  }
  return times
}
