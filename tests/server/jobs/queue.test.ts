import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type JobQueue, openQueue } from '../../../server/jobs/queue.ts'
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

describe('several companions', () => {
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
