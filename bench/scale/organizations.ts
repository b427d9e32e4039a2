import { type Kysely, sql } from 'kysely'
import type { Database } from '../../server/db/schema.ts'
import { DEFAULT_PROFILE } from '../../src/contract/profile.ts'
import { ids } from './ids.ts'

/** One in this many organizations exists in the identity stand-in, with its owner. */
export const WITH_OWNER = 50

/** Out of this many organizations, one has webhooks, another has HubSpot, and another has a calendar. */
const INTEGRATED = 20

const ZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles']

/** Adds organizations with settings, and some with an owner or an integration. */
export async function addOrganizations(tx: Kysely<Database>, count: number, now: Date): Promise<void> {
  const id = ids.organization(sql`n`)
  const all = sql`generate_series(1, ${count}::int) n`
  const some = (rest: number) => sql`${all} where n % ${sql.lit(INTEGRATED)} = ${sql.lit(rest)}`
  const made = sql`${now}::timestamptz - interval '100 days'`
  await sql`insert into organizations (id, name, subscription_status, plan, created_at)
    select ${id}, 'Lawn Care ' || n, 'active', 'growth', ${made} from ${all}`.execute(tx)
  const { services_offered, business_hours } = DEFAULT_PROFILE
  const fields = JSON.stringify({ services_offered, business_hours, agent_name: 'Sage' })
  await sql`insert into profiles (organization_id, fields, updated_at)
    select ${id}, ${fields}::jsonb || jsonb_build_object('business_name', 'Lawn Care ' || n,
      'timezone', (${ZONES}::text[])[1 + n % ${sql.lit(ZONES.length)}], 'phone', '614-555-0188',
      'escalation_email', 'owner' || n || '@example.com',
      'services_description', repeat('We mow, edge, and trim lawns of every size. ', 10)), ${made} from ${all}`.execute(
    tx,
  )
  await sql`insert into alert_recipients (organization_id, channel, address, added_at, confirmed_at)
    select ${id}, 'email', 'owner' || n || '@example.com', ${made}, ${made} from ${all}`.execute(tx)
  await sql`insert into faqs (id, organization_id, question, answer, order_index)
    select ${ids.other('faq', sql`n || '_' || each`)}, ${id}, 'Do you offer service number ' || each || '?',
      repeat('Yes, in the whole county and on every day but Sunday. ', 3), each
    from ${all}, generate_series(0, 4) each`.execute(tx)
  await sql`insert into qualification_questions (id, organization_id, question_text, order_index)
    select ${ids.other('qq', sql`n || '_' || each`)}, ${id}, 'Is there a gate? ' || each, each
    from ${all}, generate_series(0, 1) each`.execute(tx)

  const owned = sql`${all} where n = 1 or n % ${sql.lit(WITH_OWNER)} = 0`
  const user = ids.other('user', sql`n`)
  await sql`insert into identity_users (id, email, email_id, created_at, updated_at)
    select ${user}, 'owner' || n || '@fieldhand.test', 'idn_' || n, ${made}, ${made} from ${owned}`.execute(
    tx,
  )
  await sql`insert into identity_organizations (id, name, slug, plan_slug, plan_period, plan_since, created_at, updated_at)
    select ${id}, 'Lawn Care ' || n, 'lawn-care-' || n, 'growth', 'month', ${made}, ${made}, ${made} from ${owned}`.execute(
    tx,
  )
  await sql`insert into identity_memberships (id, organization_id, user_id, role, created_at, updated_at)
    select ${ids.other('orgmem', sql`n`)}, ${id}, ${user}, 'org:admin', ${made}, ${made} from ${owned}`.execute(
    tx,
  )

  await sql`insert into webhook_endpoints (id, organization_id, url, events, secret, created_at, paused_at)
    select ${ids.other('hook', sql`n`)}, ${id}, 'https://example.com/hook', '["lead.created", "lead.updated"]', 'sealed',
      ${made}, ${made} from ${some(1)}`.execute(tx)
  await sql`insert into integration_connections (organization_id, provider, connected_at)
    select ${id}, 'hubspot', ${made} from ${some(2)}`.execute(tx)
  await sql`insert into hubspot_connections (organization_id, portal_id, tokens, expires_at, field_map, enrolled_at, imported_at)
    select ${id}, n::text, 'sealed', ${made}, '{}', ${made}, ${made} from ${some(2)}`.execute(tx)
  await sql`insert into calendar_connections (organization_id, service, sealed, settings, connected_at, checked_at, state)
    select ${id}, 'google', 'sealed', '{}', ${made}, ${now}, 'revoked' from ${some(3)}`.execute(tx)
}
