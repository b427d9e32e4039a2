import { type Kysely, sql, type Transaction } from 'kysely'
import { TRIAL_PLAN } from '../../server/db/provision.ts'
import type { Database } from '../../server/db/schema.ts'
import {
  ACCOUNT_TABLES,
  DATA_TABLES,
  SECRET_TABLES,
  TRACE_TABLES,
} from '../../server/erasure/organization-tables.ts'
import type { Deps } from '../../server/kernel/deps.ts'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import { migrateIdentity } from '../identity/migrate.ts'
import { hashPublicPassword } from '../identity/passwords.ts'
import { FREE_PLAN } from '../identity/plans.ts'
import { insertMany } from './insert-many.ts'
import { insertLeads } from './leads.ts'
import { DEMO_ORGANIZATIONS, DEMO_PASSWORD, DEMO_USERS, type DemoOrganization } from './organizations.ts'
import { createRandom } from './random.ts'

/** The PostgreSQL advisory lock that makes servers seed one after another if they start at the same time. */
const SEED_LOCK = 7_301_946_250_112n
const ONBOARDING = [1, 2, 3]

type Seeding = Pick<Deps, 'db' | 'clock'>

/**
 * Fills an empty database with the demo users, organizations, and leads, with dates relative to the clock. Doesn't
 * change a database that contains data. Returns whether it filled the database.
 */
export async function seedDemo({ db, clock }: Seeding): Promise<boolean> {
  await migrateIdentity(db)
  const passwordHash = await hashPublicPassword(DEMO_PASSWORD)
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${SEED_LOCK})`.execute(trx)
    const [user, organization] = await Promise.all([
      trx.selectFrom('identity_users').select('id').limit(1).executeTakeFirst(),
      trx.selectFrom('organizations').select('id').limit(1).executeTakeFirst(),
    ])
    if (user || organization) return false
    await insertDemo(trx, clock(), passwordHash)
    return true
  })
}

const RESET_TABLES = [
  'organizations',
  ...Object.keys(DATA_TABLES),
  ...SECRET_TABLES,
  ...Object.keys(ACCOUNT_TABLES),
  ...TRACE_TABLES,
  'identity_users',
  'identity_organizations',
  'identity_clients',
  'identity_attempts',
  'identity_checkouts',
]

/**
 * Empties the database, except for signing keys, and reseeds it with the demo data. Green Acres then has `leads` leads.
 * For tests only.
 */
export async function resetDemo({ db, clock }: Seeding, leads?: number): Promise<void> {
  const passwordHash = await hashPublicPassword(DEMO_PASSWORD)
  await db.transaction().execute(async (trx) => {
    await sql`truncate ${sql.join(RESET_TABLES.map((table) => sql.table(table)))} cascade`.execute(trx)
    await insertDemo(trx, clock(), passwordHash, leads)
  })
}

async function insertDemo(
  trx: Transaction<Database>,
  now: Date,
  passwordHash: string,
  greenAcresLeads?: number,
): Promise<void> {
  const begun = new Date(now.getTime() - 100 * DAY_MS)
  await trx
    .insertInto('identity_users')
    .values(
      DEMO_USERS.map(({ id, email, firstName, lastName }) => ({
        id,
        email,
        email_id: id.replace('user_', 'idn_'),
        first_name: firstName,
        last_name: lastName,
        password_hash: passwordHash,
        created_at: begun,
        updated_at: begun,
      })),
    )
    .execute()
  for (const demo of DEMO_ORGANIZATIONS) {
    const leads = demo.id === 'org_greenacres' ? (greenAcresLeads ?? demo.leads) : demo.leads
    await insertOrganization(trx, { ...demo, leads }, now)
  }
}

/** Adds an organization with its owner, settings, and leads. */
export async function insertOrganization(
  trx: Transaction<Database>,
  demo: DemoOrganization,
  now: Date,
): Promise<void> {
  const made = new Date(now.getTime() - demo.ageDays * DAY_MS)
  const times = { created_at: made, updated_at: made }
  const { id, name, slug, ownerId, profile, faqs, questions } = demo
  const random = createRandom(demo.leadSeed)
  await trx
    .insertInto('identity_organizations')
    .values({ id, name, slug, plan_slug: FREE_PLAN, plan_period: 'month', plan_since: made, ...times })
    .execute()
  await trx
    .insertInto('identity_memberships')
    .values({ id: random.id('orgmem'), organization_id: id, user_id: ownerId, role: 'org:admin', ...times })
    .execute()
  await trx
    .insertInto('organizations')
    .values({
      id,
      name,
      subscription_status: 'trialing',
      plan: TRIAL_PLAN,
      trial_ends_at: new Date(now.getTime() + demo.trialDaysLeft * DAY_MS),
      created_at: made,
    })
    .execute()
  await insertDemoLeads(trx, demo, now)
  if (!profile) return

  await trx
    .insertInto('profiles')
    .values({ organization_id: id, fields: JSON.stringify(profile), updated_at: made })
    .execute()
  const email = profile.escalation_email
  if (email) {
    const confirmed = { channel: 'email' as const, address: email, added_at: made, confirmed_at: made }
    await trx
      .insertInto('alert_recipients')
      .values({ organization_id: id, ...confirmed })
      .execute()
  }
  await trx
    .insertInto('onboarding_steps')
    .values(ONBOARDING.map((step) => ({ organization_id: id, step, completed_at: made })))
    .execute()
  await insertMany(
    trx,
    'faqs',
    faqs.map((faq, index) => ({ ...faq, id: random.id('faq'), organization_id: id, order_index: index })),
  )
  await insertMany(
    trx,
    'qualification_questions',
    questions.map((text, index) => ({
      id: random.id('qq'),
      organization_id: id,
      question_text: text,
      order_index: index,
    })),
  )
}

function insertDemoLeads(db: Kysely<Database>, demo: DemoOrganization, now: Date) {
  return insertLeads(db, {
    organizationId: demo.id,
    organizationName: demo.name,
    ownerId: demo.ownerId,
    profile: demo.profile,
    faqs: demo.faqs,
    count: demo.leads,
    seed: demo.leadSeed,
    now,
  })
}
