import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Application, openApplication } from '../../bench/scale/application.ts'
import { openExplained, readingOf } from '../../bench/scale/explained.ts'
import { fillScale, organizationOf } from '../../bench/scale/fill.ts'
import { backgroundPaths, ownerPaths, type Paths, visitorPaths } from '../../bench/scale/hot-paths.ts'
import { conversationId, organizationId } from '../../bench/scale/ids.ts'
import { samplesOf } from '../../bench/scale/samples.ts'
import { listInbox } from '../../server/conversations/inbox.ts'
import { openDatabase } from '../../server/db/open.ts'
import { planSummaries } from '../../server/notifications/summaries.ts'
import type { InboxQuery } from '../../src/contract/conversations.ts'
import { type Postgres, startPostgres } from '../support/postgres.ts'

const SIZE = { organizations: 60, messages: 40_000 }

let missing = ''
let postgres: Postgres | null = null
let explained: ReturnType<typeof openExplained>
let application: Application
let paths: Paths = {}

beforeAll(async () => {
  postgres = await startPostgres((reason) => (missing = reason))
  if (!postgres) return
  const { db, close } = await openDatabase(postgres.url)
  await fillScale(db, SIZE, new Date())
  // Else small tables are read from the beginning to the end, whatever indexes they have.
  await sql`alter database postgres set enable_seqscan = off`.execute(db)
  await close()
  explained = openExplained(postgres.url)
  application = await openApplication(explained.db, postgres.url)
  const sample = samplesOf(SIZE)['The largest organization']
  if (!sample) throw new Error('There is no sample')
  paths = {
    ...(await ownerPaths(application, sample)),
    ...visitorPaths(application, sample),
    ...backgroundPaths(application),
  }
})

afterAll(async () => {
  if (!postgres) return
  await application.close()
  await explained.close()
  await postgres.stop()
})

beforeEach((context) => {
  if (!postgres) context.skip(missing)
})

const search = (organization: number, query: InboxQuery) =>
  listInbox(explained.db, { userId: 'user', organizationId: organizationId(organization) }, query)

describe('generated data', () => {
  it('has the promised size, and a few large organizations', async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from messages group by organization_id order by 1 desc`.execute(
      explained.db,
    )
    const counts = rows.map(({ count }) => count)
    expect(counts).toHaveLength(SIZE.organizations)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(SIZE.messages)
    expect(counts[0]).toBeGreaterThan(4 * (counts.at(-1) ?? 0))
  })

  it('breaks no foreign key', async () => {
    const { rows } = await sql<{ name: string; broken: string }>`
      select conname as name, format('select from %s child where num_nulls(%s) = 0 and not exists
        (select from %s parent where (%s) = (%s))', conrelid::regclass, child, confrelid::regclass, parent, child) as broken
      from pg_constraint, lateral (
        select string_agg('child.' || quote_ident(own.attname), ', ' order by each.place) as child,
          string_agg('parent.' || quote_ident(other.attname), ', ' order by each.place) as parent
        from unnest(conkey, confkey) with ordinality as each (own, other, place)
          join pg_attribute own on own.attrelid = conrelid and own.attnum = each.own
          join pg_attribute other on other.attrelid = confrelid and other.attnum = each.other
      ) as columns
      where contype = 'f' and connamespace = 'public'::regnamespace`.execute(explained.db)
    expect(rows.length).toBeGreaterThan(30)
    for (const { name, broken } of rows)
      expect([name, (await sql.raw(`${broken} limit 1`).execute(explained.db)).rows.length]).toEqual([
        name,
        0,
      ])
  })
})

describe('at size', () => {
  it.each([
    ['inbox, search, 1 in 20,000', 'messages_words'],
    ['insights, 30 days', 'conversations_newest'],
    ['settings of the widget, by name', 'organizations_by_slug'],
    ['settings of the widget, by name', 'profiles_by_slug'],
    ['plan of a new lead’s notifications', 'notifications_by_kind'],
    ['calls to look up in calendars, every 2 s', 'calendar_events_coming'],
  ])('%s reads %s', async (path, index) => {
    explained.take()
    await paths[path]?.()
    expect(readingOf(explained.take()).indexes).toContain(index)
  })

  it('a search finds the oldest conversation, and none of another organization', async () => {
    const oldest = Array.from({ length: 1_000 }, (_, n) => n).find(
      (n) => n % 10 === 9 && organizationOf(n, SIZE.organizations) === 1,
    )
    const found = async (organization: number) =>
      (await search(organization, { q: `number${oldest}` })).conversations.map(({ id }) => id)
    expect(await found(1)).toContain(conversationId(oldest ?? -1))
    expect(await found(2)).not.toContain(conversationId(oldest ?? -1))
  })

  it('a search in a small organization does not read the words of the others', async () => {
    explained.take()
    await search(SIZE.organizations, { q: 'zucchini' })
    expect(readingOf(explained.take()).indexes).not.toContain('messages_words')
  })

  it('summaries that are planned cost no statement for each organization', async () => {
    const { db, take } = explained
    const plan = async () => {
      take()
      await planSummaries(
        db,
        application.deps,
        new Date(`${new Date().toISOString().slice(0, 10)}T23:30:00Z`),
      )
      return take().length
    }
    await sql`update profiles set fields = fields || '{"timezone": "America/New_York"}'`.execute(db)
    await sql`update conversations set last_message_at = now() where last_message_at is not null`.execute(db)
    expect(await plan()).toBeGreaterThan(SIZE.organizations)
    expect(await plan()).toBeLessThan(4)
  })
})
