import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { JobQueue, NewJob } from '../../../server/db/queue.ts'
import { createNotifier } from '../../../server/notifications/notifier.ts'
import { release } from '../../../server/notifications/release.ts'
import type { Senders } from '../../../server/notifications/senders.ts'
import { GREEN, RIVAL } from '../../support/api.ts'
import { confirm } from '../../support/confirmed.ts'
import { eventually } from '../../support/eventually.ts'
import { notify } from '../../support/notifications.ts'
import { type NotifyingServer, startNotifyingServer } from '../../support/notifying.ts'
import { TEST_NOW } from '../../support/server.ts'

let server: NotifyingServer
/** The recipients of messages that are being sent, in the order in which sending began. Each one waits for its end. */
const begun: string[] = []
let ends = new Map<string, () => void>()

beforeAll(async () => {
  server = await startNotifyingServer()
  const accept = (to: string) =>
    new Promise<{ providerId: string }>((resolve) => {
      begun.push(to)
      ends.set(to, () => resolve({ providerId: to }))
    })
  const senders: Senders = {
    email: { sender: 'alerts@fieldhand.test', send: ({ to }) => accept(to.address) },
    sms: { sender: '+16145550100', send: ({ to }) => accept(to), sentSince: async () => [] },
    push: null,
    close: async () => undefined,
  }
  server.deps.senders = senders
  return () => server.close()
})

const endAll = () => {
  for (const end of ends.values()) end()
}
afterEach(async () => {
  const isOver = async () => {
    endAll()
    const queued = await server.deps.db
      .selectFrom('notifications')
      .select('id')
      .where('status', '=', 'queued')
      .execute()
    expect(queued).toEqual([])
  }
  await eventually(isOver)
  await server.deps.db.deleteFrom('notifications').execute()
  begun.length = 0
  ends = new Map()
})

type Fields = Partial<Parameters<typeof notify>[1]>

/** Plans a message, by default one that is sent whatever the settings are. */
const plan = (organization_id: string, fields: Fields & { recipient: string }) =>
  notify(server, { organization_id, status: 'queued', kind: 'test', ...fields })

/** Before this, no notification of a test without a queue is due. */
const LATER = new Date(TEST_NOW.getTime() + 60_000)

/** Returns the jobs of the notifications that are due later, of an organization or of all, without adding them. */
async function released(organizationId?: string): Promise<NewJob[]> {
  const undone = new Error('undone')
  const jobs: NewJob[] = []
  const add: JobQueue['add'] = async (_, __, more) => void jobs.push(...more)
  await expect(
    server.deps.db.transaction().execute(async (tx) => {
      await release(tx, { add }, LATER, organizationId)
      throw undone
    }),
  ).rejects.toBe(undone)
  return jobs
}

const send = () => server.deps.notifier?.wake()

describe.each(['email', 'sms'] as const)('messages by %s', (channel) => {
  const to = (name: string) => (channel === 'email' ? `${name}@turns.example` : `+1614555${name}`)

  it('of an organization with many of them delay no other organization', async () => {
    const names = Array.from({ length: 30 }, (_, count) => to(String(1_001 + count)))
    await confirm(server.deps.db, RIVAL, names, TEST_NOW)
    await confirm(server.deps.db, GREEN, [to('2000')], TEST_NOW)
    for (let count = 1; count <= 30; count += 1) {
      await plan(RIVAL, { channel, recipient: to(String(1_000 + count)) })
    }
    send()
    await eventually(() => expect(begun).toHaveLength(1))
    await plan(GREEN, { channel, recipient: to('2000') })
    send()
    await eventually(() => expect(begun).toHaveLength(2))
    expect(begun).toContain(to('2000'))
  })
})

describe('an alert about a waiting visitor', () => {
  it('is sent before other messages, also to the same person, and emergencies are first', async () => {
    const recipient = 'ann@turns.example'
    const kinds = [
      ['daily_summary', {}],
      ['confirmation', {}],
      ['new_lead', {}],
      ['needs_person', { needs: 'asked' }],
      ['needs_person', { needs: 'emergency' }],
    ] as const
    for (const [kind, data] of kinds) {
      await plan(GREEN, { kind, data: JSON.stringify(data), recipient, due_at: LATER })
    }
    const jobs = await released()
    expect(jobs.map(({ urgency }) => urgency)).toEqual([0, 1, 2, 3, 4])
    expect(new Set(jobs.map(({ key }) => key)).size).toBe(5)
    await server.deps.db.deleteFrom('notifications').execute()
  })

  it('is planned before other occasions', async () => {
    const added: NewJob[] = []
    const add: JobQueue['add'] = async (_, __, jobs) => void added.push(...jobs)
    const { announce } = await createNotifier(server.deps, { ...server.queue, add })
    const [organizationId, at] = [GREEN, TEST_NOW.toISOString()]
    const { db } = server.deps
    await announce(db, { kind: 'transcript', organizationId, conversationId: 'c', email: 'a@b.example', at })
    await announce(db, { kind: 'new_lead', organizationId, leadId: 'l', at })
    await announce(db, { kind: 'needs_person', organizationId, conversationId: 'c', needs: 'asked', at })
    await announce(db, { kind: 'needs_person', organizationId, conversationId: 'c', needs: 'emergency', at })
    expect(added.map(({ urgency }) => urgency)).toEqual([1, 2, 3, 4])
    expect(new Set(added.map(({ group }) => group))).toEqual(new Set([GREEN]))
  })
})

describe('notifications that are due at the same time', () => {
  it('are released in turn, however many an organization has', async () => {
    await server.deps.db
      .insertInto('notifications')
      .values(
        Array.from({ length: 600 }, (_, index) => ({
          ...{ id: `flood-${index}`, event: `flood-${index}`, token: `flood-${index}`, data: '{}' },
          ...{ organization_id: RIVAL, kind: 'test' as const, channel: 'email' as const },
          ...{ audience: 'owner' as const, recipient: 'many@turns.example', recipient_name: '' },
          ...{ status: 'queued' as const, created_at: TEST_NOW, due_at: LATER },
        })),
      )
      .execute()
    await plan(GREEN, { recipient: 'one@turns.example', due_at: LATER })
    const all = await released()
    expect([all.length, all.filter(({ group }) => group === GREEN).length]).toEqual([500, 1])
    expect(await released(GREEN)).toMatchObject([{ group: GREEN }])
    await server.deps.db.deleteFrom('notifications').execute()
  })
})
