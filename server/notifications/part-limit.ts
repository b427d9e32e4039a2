import type { Kysely } from 'kysely'
import { DAY_MS } from '../../src/domain/time/durations.ts'
import type { Database } from '../db/schema.ts'
import type { Config } from '../kernel/config.ts'
import { allowanceOf } from './allowance.ts'
import { DAILY_PARTS } from './channels/config.ts'
import { hashOf } from './sent-messages.ts'

interface Limited {
  db: Kysely<Database>
  config: Pick<Config, 'isFree' | 'textParts'>
}

/**
 * Returns why an organization's texts may no longer come from this server's number today, as a sentence that goes on
 * after “the”; null if they may. Carriers charge the operator for each part. Texts that belong to no organization (null)
 * share one limit.
 */
export async function whyOverParts(
  { db, config }: Limited,
  organizationId: string | null,
  now: Date,
): Promise<string | null> {
  const most = config.textParts ?? DAILY_PARTS
  const share = organizationId === null ? 1 : (await allowanceOf(db, config, organizationId, now)).partShare
  const own = Math.ceil(most * share)
  const { parts } = await db
    .selectFrom('sent_messages')
    .select(({ fn }) => fn.sum<string | null>('parts').as('parts'))
    .where('organization_hash', '=', hashOf(organizationId ?? ''))
    .where('at', '>', new Date(now.getTime() - DAY_MS))
    .executeTakeFirstOrThrow()
  if (Number(parts ?? 0) < own) return null
  return `business’s texts from the shared number have reached today’s limit of ${own.toLocaleString('en-US')} parts`
}
