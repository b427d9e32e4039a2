import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { ids } from './ids.ts'

const MAIL = 'A visitor of your website has asked for an estimate and left a phone number. '.repeat(5)
const MAIL_HTML =
  '<p style="margin: 0 0 16px; font: 16px sans-serif">A visitor has asked for an estimate.</p>'.repeat(30)

/** Returns whether a lead is one of every `count`. The selection is evenly spread and always the same. */
const oneIn = (count: number, column: RawBuilder<unknown> = sql`leads.id`) =>
  sql`hashtext(${column}) % ${sql.lit(count)} = 0`

/** Adds the data of leads and conversations: history, tasks, messages to owners, and the state of integrations. */
export async function addBelongings(tx: Kysely<Database>, now: Date): Promise<void> {
  const daysAgo = (days: number) => sql`${now}::timestamptz - interval '1 day' * ${sql.lit(days)}`
  const event = (
    type: string,
    at: string,
    actor: string,
    data: RawBuilder<unknown>,
    where: RawBuilder<unknown>,
  ) =>
    sql`insert into lead_activity (organization_id, id, lead_id, type, at, actor_kind, actor_id, data)
      select organization_id, ${ids.other('event', sql`${sql.lit(type)} || id`)}, id, ${sql.lit(type)}, ${sql.ref(at)},
        ${sql.lit(actor)}, ${actor === 'person' ? sql`'user_owner'` : sql`null`}, ${data}
      from leads where ${where} order by created_at`.execute(tx)
  await event('created', 'created_at', 'visitor', sql`'{}'`, sql`true`)
  await event('called', 'answered_at', 'person', sql`'{"outcome": "reached"}'`, sql`answered_at is not null`)
  await event(
    'booked',
    'created_at',
    'visitor',
    sql`jsonb_build_object('start', booking_start_time)`,
    sql`status = 'converted'`,
  )
  await event('status', 'updated_at', 'system', sql`'{"from": "new", "to": "lost"}'`, sql`status = 'lost'`)

  await sql`insert into tasks (organization_id, id, lead_id, text, due_at, done_at, created_at, updated_at)
    select organization_id, ${ids.other('task', sql`id`)}, id, 'Call back about the gate code', created_at + interval '2 days',
      case when ${oneIn(8)} then null else created_at + interval '1 day' end, created_at, created_at
    from leads where ${oneIn(4)}`.execute(tx)

  await sql`insert into notifications (id, organization_id, event, kind, channel, audience, recipient, recipient_name,
      lead_id, data, token, status, attempts, subject, text, html, created_at, due_at, released_at, sent_at)
    select ${ids.other('note', sql`channel || leads.id`)}, organization_id, 'new_lead:' || leads.id, 'new_lead', channel,
      'owner', case channel when 'email' then 'owner@example.com' end, 'Owner', leads.id, '{}',
      ${ids.other('nt', sql`channel || leads.id`)}, 'sent', 1,
      case when is_recent then 'New lead: ' || prospect_name end, case when is_recent then prospect_name || ${MAIL} end,
      case when is_recent and channel = 'email' then prospect_name || ${MAIL_HTML} end,
      created_at, created_at, created_at, created_at
    from leads, unnest(array['email', 'push']) channel,
      lateral (select created_at > ${daysAgo(31)} as is_recent) as recent
    order by created_at`.execute(tx)

  await sql`insert into asked_questions (organization_id, id, conversation_id, question, meaning, asked_at)
    select organization_id, ${ids.other('asked', sql`id`)}, id, 'Do you remove tree stumps?', 'remove stump', created_at
    from conversations where last_message_at is not null and ${oneIn(20, sql`conversations.id`)}`.execute(tx)
  await sql`insert into photos (id, organization_id, conversation_id, message_id, client_id, file, width, height, bytes,
      created_at, stored_at)
    select ${ids.other('photo', sql`id`)}, organization_id, conversation_id, id, left(md5(id), 21), md5(id), 1600, 1200,
      400000, created_at, created_at
    from messages where position = 1 and ${oneIn(40, sql`messages.id`)}`.execute(tx)

  await sql`insert into webhook_deliveries (id, organization_id, endpoint_id, lead_id, type, body, status, attempts,
      created_at, attempted_at, duration_ms, response_status, response_body)
    select ${ids.other('msg', sql`'delivery' || leads.id`)}, leads.organization_id, webhook_endpoints.id, leads.id,
      'lead.created', to_json(leads)::text, 'delivered', 1, leads.created_at, leads.created_at, 80, 200, 'ok'
    from leads join webhook_endpoints using (organization_id) where leads.created_at > ${daysAgo(31)}
    order by leads.created_at`.execute(tx)
  await sql`insert into hubspot_links (lead_id, organization_id, portal_id, contact_id, agreed, version, done_version, tried_at, synced_at)
    select leads.id, organization_id, portal_id, left(md5(leads.id), 12), extracted_metadata, 3, 3, created_at, created_at
    from leads join hubspot_connections using (organization_id)`.execute(tx)
  await sql`insert into hubspot_transfers (id, organization_id, lead_id, at, direction, kind, status)
    select ${ids.other('transfer', sql`leads.id`)}, organization_id, leads.id, leads.created_at, 'out', 'contact', 'done'
    from leads join hubspot_connections using (organization_id) order by leads.created_at`.execute(tx)
  await sql`insert into calendar_events (booking_id, organization_id, service, event_id, start, version, done_version, tried_at)
    select converted_to_booking_id, organization_id, 'google', left(md5(leads.id), 26), booking_start_time, 1, 1, ${now}
    from leads join calendar_connections using (organization_id) where converted_to_booking_id is not null`.execute(
    tx,
  )
  await sql`insert into rate_limits (key, points, expire)
    select 'conversationsPerAddress:' || left(id, 20), 1, extract(epoch from created_at)::bigint * 1000
    from conversations where created_at > ${daysAgo(1)} on conflict do nothing`.execute(tx)
}
