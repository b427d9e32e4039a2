import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { eraseOrganization } from '../../../server/erasure/erase-organization.ts'
import { eraseVisitor } from '../../../src/contract/conversations.ts'
import { deleteLead } from '../../../src/contract/leads.ts'
import { eraseOrganizationData } from '../../../src/contract/privacy.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { eventually } from '../../support/eventually.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'
import { columnsContaining } from '../../support/search-tables.ts'

const EMAIL = 'zebulon@quackenbush.example'
const PHONE = '+16145550173'
const OTHER = 'xaver@other.example'

let server: NotifyingServer

/** Begins with the jobs of announced occasions waiting: nothing is planned or sent until `begin`. */
async function held(): Promise<void> {
  server = await startNotifyingServer({ isHeld: true })
}
beforeEach(held)
afterEach(() => server.close())

const traces = async (...texts: string[]) =>
  (await Promise.all(texts.map((text) => columnsContaining(server.deps.db, text)))).flat()

const leadOf = async (conversationId: string) =>
  (
    await server.deps.db
      .selectFrom('leads')
      .select('id')
      .where('conversation_id', '=', conversationId)
      .executeTakeFirstOrThrow()
  ).id

/** A visitor with a lead, who also wants the transcript and texts. Returns the ids of conversation and lead. */
async function visitor(organizationId: string, email: string, phone: string) {
  const { id: conversationId } = await server.visit(organizationId, [
    'Lawn mowing',
    'Zebulon Quackenbush',
    email,
  ])
  const leadId = await leadOf(conversationId)
  const common = { organizationId, at: server.clock.now().toISOString() }
  for (const wish of [
    { ...common, kind: 'transcript', conversationId, email },
    { ...common, kind: 'texts_wanted', leadId, phone },
  ] as const)
    await server.deps.notifier?.announce(server.deps.db, wish)
  return { conversationId, leadId }
}

/** Sends what waits, until the other visitor's mails have arrived. Returns all recipients and subjects. */
async function sentAfter() {
  await server.begin()
  await eventually(() => expect(recipients()).toContain(OTHER))
  return server.mailbox.mails.list()
}
const recipients = () => server.mailbox.mails.list().flatMap(({ to }) => to)

type Ids = Awaited<ReturnType<typeof visitor>>
const ERASURES: [string, (ids: Ids) => Promise<unknown>][] = [
  ['a lead', ({ leadId }) => call(server, deleteLead, { params: { orgId: FRESH, leadId } })],
  [
    'a visitor',
    ({ conversationId }) => call(server, eraseVisitor, { params: { orgId: FRESH, conversationId } }),
  ],
  [
    'all data of an organization',
    () =>
      call(server, eraseOrganizationData, {
        params: { orgId: FRESH },
        body: { organization_name: 'Fresh Cut Co' },
      }),
  ],
  ['an organization', () => eraseOrganization(server.deps.db, FRESH)],
]

it.each(ERASURES)(
  'after the erasure of %s, what was announced is not sent, and no job names anyone',
  async (_, erase) => {
    const ids = await visitor(FRESH, EMAIL, PHONE)
    expect(await traces(EMAIL, PHONE, ids.leadId)).toEqual(expect.arrayContaining(['job.data']))
    await visitor(RIVAL, OTHER, '+16145550188')
    await erase(ids)
    expect(await traces(EMAIL, PHONE, ids.conversationId)).toEqual([])
    const mails = await sentAfter()
    for (const { raw } of mails) for (const text of [EMAIL, PHONE]) expect(raw).not.toContain(text)
    expect(mails.map(({ text }) => text).join()).not.toContain(ids.leadId)
  },
)

it.each(ERASURES.filter(([of]) => of === 'a lead' || of === 'an organization'))(
  'after the erasure of %s, mails that wait for the mail server are not sent',
  async (_, erase) => {
    await server.mailbox.faults.tell({ fault: 'down' })
    const ids = await visitor(FRESH, EMAIL, PHONE)
    await visitor(RIVAL, OTHER, '+16145550188')
    await server.begin()
    const waiting = () =>
      server.deps.db
        .selectFrom('notifications')
        .select('id')
        .where('organization_id', '=', FRESH)
        // The first attempt has failed; one that is under way could still succeed.
        .where('reason', 'is not', null)
        .execute()
    // The alert to the owner and the transcript.
    await eventually(async () => expect(await waiting()).toHaveLength(2))
    await erase(ids)
    expect(await traces(EMAIL, ids.conversationId)).toEqual([])
    const { rows } = await sql<{ jobs: string }>`
    select count(*)::text as jobs from pgboss.job
    where data->>'id' is not null and data->>'id' not in (select id from notifications)`.execute(
      server.deps.db,
    )
    expect(rows).toEqual([{ jobs: '0' }])
    await server.mailbox.faults.tell({ fault: null })
    await eventually(() => expect(recipients()).toContain(OTHER))
    expect(
      server.mailbox.mails
        .list()
        .map(({ raw }) => raw)
        .join(),
    ).not.toContain(EMAIL)
  },
  90_000,
)
