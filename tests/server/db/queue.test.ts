import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JobQueue, openQueue } from '../../../server/db/queue.ts'
import { openTestDatabase } from '../../support/database.ts'
import { eventually } from '../../support/eventually.ts'

let database: Awaited<ReturnType<typeof openTestDatabase>>
const queues: JobQueue[] = []

async function open(): Promise<JobQueue> {
  const queue = await openQueue(database.jobs, pino({ level: 'silent' }))
  queues.push(queue)
  return queue
}

beforeAll(async () => {
  database = await openTestDatabase()
})
afterEach(async () => {
  for (const queue of queues.splice(0)) await queue.stop()
})
afterAll(() => database.close())

describe('a job', () => {
  it('runs when its cause commits, and never if its cause is rolled back', async () => {
    const queue = await open()
    await queue.define({ causes: {} })
    const seen: string[] = []
    await queue.work<{ text: string }>('causes', async ({ text }) => void seen.push(text))
    const failing = database.db.transaction().execute(async (tx) => {
      await queue.add(tx, 'causes', [{ data: { text: 'rolled back' } }])
      throw new Error('refused')
    })
    await expect(failing).rejects.toThrow('refused')
    await database.db
      .transaction()
      .execute((tx) => queue.add(tx, 'causes', [{ data: { text: 'committed' } }]))
    await eventually(() => expect(seen).toEqual(['committed']))
  })

  it('is retried if its handler rejects', async () => {
    const queue = await open()
    await queue.define({ retries: { firstRetrySeconds: 1 } })
    let runs = 0
    await queue.work('retries', async () => {
      runs += 1
      if (runs === 1) throw new Error('not now')
    })
    await queue.add(database.db, 'retries', [{ data: {} }])
    await eventually(() => expect(runs).toBe(2))
  })

  it('that fails is less urgent than all others from then on, if its queue says so', async () => {
    const queue = await open()
    await queue.define({ lowered: { isLoweredByFailure: true }, kept: {} })
    for (const name of ['lowered', 'kept']) {
      await queue.work(name, async () => {
        throw new Error('not now')
      })
      await queue.add(database.db, name, [{ data: {}, group: 'a', urgency: 4 }])
    }
    await eventually(async () => {
      const { rows } = await sql`select name, state, priority from pgboss.job
        where name in ('lowered', 'kept') order by name desc`.execute(database.db)
      expect(rows).toEqual([
        { name: 'lowered', state: 'retry', priority: 0 },
        { name: 'kept', state: 'retry', priority: 400 },
      ])
    })
  })

  it('that fails does not hold up the next one', async () => {
    const queue = await open()
    await queue.define({ failures: { firstRetrySeconds: 300 } })
    let isDone = false
    await queue.work<{ fails: boolean }>('failures', async ({ fails }) => {
      if (fails) throw new Error('not now')
      isDone = true
    })
    const jobs = [...Array<boolean>(20).fill(true), false].map((fails) => ({ data: { fails } }))
    await queue.add(database.db, 'failures', jobs)
    // If each one waited for the alarm, this would take longer than the limit.
    await eventually(() => expect(isDone).toBe(true))
  })

  it('is added once in a period', async () => {
    const queue = await open()
    await queue.define({ daily: {} })
    let runs = 0
    await queue.work('daily', async () => {
      runs += 1
    })
    for (let count = 0; count < 3; count += 1) {
      await queue.add(database.db, 'daily', [{ data: {}, onceEvery: 86_400 }])
    }
    await queue.define({ after: {} })
    await eventually(() => expect(runs).toBe(1))
  })
})

describe('jobs with one key', () => {
  it('run in their order, also if one fails first, and hold up no other key', async () => {
    const queue = await open()
    await queue.define({ letters: { isOrdered: true, firstRetrySeconds: 1 } })
    const seen: string[] = []
    let refusals = 1
    await queue.work<{ name: string }>('letters', async ({ name }) => {
      if (name === 'a2' && refusals > 0) {
        refusals -= 1
        throw new Error('not now')
      }
      seen.push(name)
    })
    const job = (name: string) => ({ data: { name }, key: name.slice(0, 1) })
    await database.db
      .transaction()
      .execute((tx) => queue.add(tx, 'letters', ['a1', 'a2', 'a3', 'b1', 'a4', 'b2'].map(job)))
    await eventually(() => expect(seen).toHaveLength(6))
    expect(seen.filter((name) => name.startsWith('a'))).toEqual(['a1', 'a2', 'a3', 'a4'])
    expect(seen.filter((name) => name.startsWith('b'))).toEqual(['b1', 'b2'])
    expect(seen.indexOf('b1')).toBeLessThan(seen.indexOf('a2'))
  })
})

describe('jobs with groups', () => {
  /** Runs the jobs of a queue, each until it is ended. Returns the names of those that run, in the order of their start. */
  async function held(queue: JobQueue, name: string, atOnce: number) {
    const started: string[] = []
    const ends = new Map<string, () => void>()
    await queue.work<{ name: string }>(
      name,
      (job) =>
        new Promise((resolve) => {
          started.push(job.name)
          ends.set(job.name, resolve)
        }),
      atOnce,
    )
    const end = (job: string) => {
      ends.get(job)?.()
      ends.delete(job)
    }
    return { started, end, running: () => [...ends.keys()] }
  }
  const jobsOf = (group: string, count: number, urgency?: number) =>
    Array.from({ length: count }, (_, index) => ({
      data: { name: `${group}${index + 1}` },
      group,
      ...(urgency !== undefined && { urgency }),
    }))

  it('run one at a time for each group, beside those of other groups', async () => {
    const queue = await open()
    await queue.define({ sides: {} })
    const { started, running, end } = await held(queue, 'sides', 3)
    await queue.add(database.db, 'sides', jobsOf('a', 6))
    await eventually(() => expect(running()).toHaveLength(1))
    await queue.add(database.db, 'sides', jobsOf('b', 1))
    await eventually(() => expect(running()).toHaveLength(2))
    expect(started).toContain('b1')
    end('b1')
    for (let count = 2; count <= 7; count += 1) {
      await eventually(() => expect(running()).toHaveLength(1))
      expect(started).toHaveLength(count)
      end(running()[0] ?? '')
    }
  })

  it('take turns, also if there are more groups than workers and one comes last', async () => {
    const queue = await open()
    await queue.define({ turns: {} })
    for (const group of ['a', 'b', 'c']) await queue.add(database.db, 'turns', jobsOf(group, 3))
    await queue.add(database.db, 'turns', jobsOf('d', 1))
    const { started, end } = await held(queue, 'turns', 1)
    for (let count = 1; count <= 10; count += 1) {
      await eventually(() => expect(started).toHaveLength(count))
      end(started.at(-1) ?? '')
    }
    expect(started).toEqual(['a1', 'b1', 'c1', 'd1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3'])
  })

  it('go first if they are urgent, unless their group has very many of them', async () => {
    const queue = await open()
    await queue.define({ alerts: {} })
    await queue.add(database.db, 'alerts', jobsOf('a', 2, 0))
    await queue.add(database.db, 'alerts', jobsOf('flood', 120, 1))
    await queue.add(database.db, 'alerts', jobsOf('b', 2, 1))
    const { started, end } = await held(queue, 'alerts', 1)
    const rank = (name: string) => started.indexOf(name)
    await eventually(() => {
      end(started.at(-1) ?? '')
      expect(started).toHaveLength(124)
    })
    expect(started.slice(0, 4)).toEqual(['flood1', 'b1', 'flood2', 'b2'])
    expect(rank('a1')).toBeGreaterThan(rank('flood100'))
    expect(rank('a2')).toBeLessThan(rank('flood104'))
  })

  it('of one group keep their places when more of them are added', async () => {
    const queue = await open()
    await queue.define({ later: {} })
    await queue.add(database.db, 'later', jobsOf('a', 2))
    await queue.add(database.db, 'later', [{ data: { name: 'a3' }, group: 'a' }])
    await queue.add(database.db, 'later', jobsOf('b', 2))
    const { started, end } = await held(queue, 'later', 1)
    await eventually(() => {
      end(started.at(-1) ?? '')
      expect(started).toEqual(['a1', 'b1', 'a2', 'b2', 'a3'])
    })
  })
})

describe('several servers', () => {
  it('share the jobs', async () => {
    const [one, two] = [await open(), await open()]
    const seen: string[] = []
    for (const [name, queue] of Object.entries({ one, two })) {
      await queue.define({ shared: {} })
      await queue.work<{ number: number }>(
        'shared',
        async ({ number }) => void seen.push(`${name} ${number}`),
      )
    }
    const numbers = Array.from({ length: 20 }, (_, number) => number)
    await one.add(
      database.db,
      'shared',
      numbers.map((number) => ({ data: { number } })),
    )
    await eventually(() => expect(seen).toHaveLength(20))
    expect(seen.map((each) => Number(each.split(' ')[1])).toSorted((a, b) => a - b)).toEqual(numbers)
  })
})
