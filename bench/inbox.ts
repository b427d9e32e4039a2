import { type Kysely, sql } from 'kysely'
import { listInbox } from '../server/conversations/inbox.ts'
import { messagesOf } from '../server/conversations/messages.ts'
import { openDatabase } from '../server/db/open.ts'
import type { Database } from '../server/db/schema.ts'
import type { InboxQuery } from '../src/contract/conversations.ts'
import { startPostgres } from '../tests/support/postgres.ts'
import { FREQUENT, frequentWords, withoutIndexes } from './fill.ts'

const CONVERSATIONS = Number(process.env.BENCH_CONVERSATIONS || 100_000)
const MESSAGES_EACH = 10
const TURNS = 15
const ORGANIZATION = 'org_bench'

/** Adds conversations whose messages contain common words and those in FREQUENT at their rates. */
async function fill(db: Kysely<Database>): Promise<void> {
  await sql`insert into organizations (id, name, created_at) values (${ORGANIZATION}, 'Bench', now())`.execute(
    db,
  )
  await sql`insert into conversations (id, organization_id, state, created_at, updated_at, last_message_at,
      last_excerpt, last_author, unread, status, needs)
    select 'conv_' || n, ${ORGANIZATION}, '{}', at, at, at, 'Thank you', 'agent', (n % 50 = 0)::int,
      case when n % 97 = 0 then 'needs_person' else 'agent' end, case when n % 97 = 0 then 'asked' end
    from (select n, timestamptz '2026-01-01' + n * interval '4 minutes' as at
      from generate_series(1, ${CONVERSATIONS}::int) n) as each`.execute(db)
  await withoutIndexes(db, ['messages'], async () => {
    await sql`insert into messages (id, organization_id, conversation_id, position, message_type, author, content, created_at)
      select 'msg_' || n || '_' || p, ${ORGANIZATION}, 'conv_' || n, p,
        case p % 2 when 0 then 'outgoing' else 'incoming' end, case p % 2 when 0 then 'agent' else 'visitor' end,
        'Hello there, could you tell me more about the estimate for my lawn and when the team can come by'
          || ${frequentWords()} || ' number' || n, timestamptz '2026-01-01' + n * interval '4 minutes'
      from generate_series(1, ${CONVERSATIONS}::int) n, generate_series(0, ${MESSAGES_EACH - 1}::int) p`.execute(
      db,
    )
  })
  await sql`vacuum analyze messages`.execute(db)
  await sql`vacuum analyze conversations`.execute(db)
}

const ms = (value: number | undefined) => (value ?? 0).toFixed(0)

/** Measures the server side of the inbox with 100,000 conversations and 1,000,000 messages on PostgreSQL, in ms. */
export async function measureInbox(): Promise<void> {
  let reason = ''
  const postgres = await startPostgres((why) => {
    reason = why
  })
  if (!postgres) throw new Error(reason)
  const { db, close } = await openDatabase(postgres.url)
  try {
    await fill(db)
    const member = { userId: 'user_bench', organizationId: ORGANIZATION }
    const list = (query: InboxQuery) => () => listInbox(db, member, query)
    const parts: Record<string, () => Promise<unknown>> = {
      'first page': list({}),
      'needs a person': list({ needs_person: 'true' }),
      unread: list({ unread: 'true' }),
      'with a lead (none has one)': list({ lead: 'true' }),
      ...Object.fromEntries(
        Object.entries(FREQUENT).map(([word, one]) => [`search, 1 message in ${one}`, list({ q: word })]),
      ),
      'search, in every message': list({ q: 'estimate' }),
      'search, two words': list({ q: 'hedge mulch' }),
      'search, in one conversation': list({ q: `number${CONVERSATIONS}` }),
      'search, in none': list({ q: 'zucchini' }),
      'open a conversation': () => messagesOf(db, 'conv_777').execute(),
    }
    process.stdout.write('\n| what | median | worst |\n|---|---|---|\n')
    for (const [what, run] of Object.entries(parts)) {
      const taken: number[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const start = performance.now()
        await run()
        taken.push(performance.now() - start)
      }
      taken.sort((a, b) => a - b)
      process.stdout.write(`| ${what} | ${ms(taken[TURNS >> 1])} | ${ms(taken.at(-1))} |\n`)
    }
  } finally {
    await close()
    await postgres.stop()
  }
}
