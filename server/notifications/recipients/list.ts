import { type Kysely, sql } from 'kysely'
import type { UnconfirmedRecipient } from '../../../src/contract/notification-settings.ts'
import type { Database } from '../../db/schema.ts'
import type { Deps } from '../../kernel/deps.ts'
import { whyNever } from './request-code.ts'
import { type Saved, strangersIn } from './standing.ts'

/** Returns the saved addresses and numbers that are not confirmed, with the state of their last code. */
export async function listUnconfirmed(
  db: Kysely<Database>,
  deps: Pick<Deps, 'directory' | 'senders'>,
  saved: Saved,
  now: Date,
): Promise<UnconfirmedRecipient[]> {
  const { organizationId } = saved
  const strangers = await strangersIn(db, deps, saved)
  if (strangers.length === 0) return []
  const rows = await db
    .selectFrom('alert_recipients')
    .select(['address', 'confirmed_at', 'alerts_until'])
    .where('organization_id', '=', organizationId)
    .execute()
  const codes = await db
    .selectFrom('notifications')
    .distinctOn('recipient')
    .select(['recipient', 'status', 'reason', 'due_at', 'sent_at'])
    .where('organization_id', '=', organizationId)
    .where('kind', '=', 'recipient_code')
    .where('recipient', '=', sql<string>`any(${strangers.map(({ address }) => address)})`)
    .orderBy('recipient')
    .orderBy('position', 'desc')
    .execute()
  const unconfirmed: UnconfirmedRecipient[] = []
  for (const { channel, address } of strangers) {
    const row = rows.find((each) => each.address === address)
    if (row && row.confirmed_at !== null) continue
    const code = codes.find(({ recipient }) => recipient === address)
    const until = row?.alerts_until ?? null
    unconfirmed.push({
      channel,
      address,
      alerts_until: until !== null && until > now ? until.toISOString() : null,
      problem: await whyNever(db, deps, { organizationId, channel, address }),
      code_status: code?.status ?? null,
      code_reason: code?.reason ?? null,
      code_due_at: code?.due_at?.toISOString() ?? null,
      code_sent_at: code?.sent_at?.toISOString() ?? null,
    })
  }
  return unconfirmed
}
