import { type PgBoss, TestClock } from 'pg-boss'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { type Alarm, startAlarm } from '../../../server/db/queue-alarm.ts'
import { SECOND_MS } from '../../../src/domain/time/durations.ts'

/** Starts an alarm whose looks get these responses, one after the other. Returns which workers it has woken. */
function alarmWith(
  clock: TestClock,
  responses: (() => Promise<unknown>)[],
): { alarm: Alarm; woken: string[] } {
  const woken: string[] = []
  const boss = {
    getDb: () => ({ executeSql: () => responses.shift()?.() ?? Promise.resolve({ rows: [] }) }),
    notifyWorker: (worker: string) => woken.push(worker),
  }
  const alarm = startAlarm(boss as unknown as PgBoss, pino({ level: 'silent' }), clock)
  alarm.add('mail', 'worker 1')
  alarm.add('mail', 'worker 2')
  alarm.add('other', 'worker 3')
  return { alarm, woken }
}

const due = async () => ({ rows: [{ name: 'mail' }] })

it('wakes the workers of due queues at the next look after one that fails', async () => {
  const clock = new TestClock()
  const { alarm, woken } = alarmWith(clock, [() => Promise.reject(new Error('no connection')), due])
  await clock.tick(2 * SECOND_MS)
  expect(woken).toEqual([])
  await clock.tick(2 * SECOND_MS)
  expect(woken).toEqual(['worker 1', 'worker 2'])
  await alarm.stop()
})

it('looks again after ten seconds if a look does not end', async () => {
  const clock = new TestClock()
  const { alarm, woken } = alarmWith(clock, [() => new Promise(() => {}), due])
  await clock.tick(10 * SECOND_MS)
  expect(woken).toEqual([])
  await clock.tick(2 * SECOND_MS)
  expect(woken).toEqual(['worker 1', 'worker 2'])
  await alarm.stop()
})
