import { type Kysely, sql } from 'kysely'
import { readEmail } from '../../src/contract/email-address.ts'
import { DEFAULT_PROFILE, type Profile, type ProfileUpdate } from '../../src/contract/profile.ts'
import type { Database } from '../db/schema.ts'

/** Returns the profile, with the defaults of section 3 for unset fields. */
export async function readProfile(db: Kysely<Database>, organizationId: string): Promise<Profile> {
  const row = await db
    .selectFrom('profiles')
    .select('fields')
    .where('organization_id', '=', organizationId)
    .executeTakeFirst()
  return { ...DEFAULT_PROFILE, ...row?.fields }
}

/**
 * Sets the given fields in one statement and leaves the others, so that concurrent saves of different fields
 * both persist. Returns the complete profile.
 */
export async function mergeProfile(
  db: Kysely<Database>,
  organizationId: string,
  update: ProfileUpdate,
  now: Date,
): Promise<Profile> {
  const row = await db
    .insertInto('profiles')
    .values({ organization_id: organizationId, fields: JSON.stringify(stored(update)), updated_at: now })
    .onConflict((conflict) =>
      conflict.column('organization_id').doUpdateSet({
        fields: sql`profiles.fields || excluded.fields`,
        updated_at: now,
      }),
    )
    .returning('fields')
    .executeTakeFirstOrThrow()
  return { ...DEFAULT_PROFILE, ...row.fields }
}

/** Returns the fields with the address that gets alerts as {@link readEmail} returns it, if it is one. */
function stored({ escalation_email: email, ...others }: ProfileUpdate): ProfileUpdate {
  return email === undefined ? others : { ...others, escalation_email: email && (readEmail(email) ?? email) }
}

/** Selects an organization's name with the fields that are set in its profile. */
export const organizationWithProfile = (db: Kysely<Database>, organizationId: string) =>
  db
    .selectFrom('organizations')
    .leftJoin('profiles', 'profiles.organization_id', 'organizations.id')
    .select(['organizations.name', 'profiles.fields'])
    .where('organizations.id', '=', organizationId)

/** Returns the name under which visitors know an organization. */
export const businessName = ({ name, fields }: { name: string; fields: ProfileUpdate | null }): string =>
  fields?.business_name?.trim() || name
