import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { repetitions } from '../../support/thorough.ts'
import { beginChat, sayInChat, sendInChat } from '../../support/visitor.ts'
import { colleague, replyTo, storedIn } from './support.ts'

const ROUNDS = repetitions(30, 1_000)

/** Lets other work run so many times. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await setImmediate()
}

const server = await sharedServer()

it('never lets the agent answer after a person, whoever is first, and loses or doubles nothing', async () => {
  const counts = { before: 0, after: 0 }
  const cora = await colleague(server)
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await beginChat(server, FRESH)
    await sayInChat(server, session, 'Lawn mowing')
    const write = (content: string) => sendInChat(server, session, content, content)
    // Two members, because each may make only so many changes a minute.
    const by = round % 2 === 0 ? {} : { token: cora }
    const reply = () => replyTo(server, session, 'A person here', { client_id: 'once', ...by })
    const first = turns(round % 25).then(() => write('my name is Jane'))
    // From at once to after the visitor's message, however long the database takes.
    const patience = 4 ** (round % 7)
    const replies = [0, round % 7].map((wait) => turns(patience + wait).then(reply))
    const second = replies[0]?.then(() => write('614-555-0173'))
    const statuses = (await Promise.all([first, ...replies, second])).map((answer) => answer?.status)
    expect(statuses).toEqual([200, 200, 200, 200])

    const stored = await storedIn(server, session)
    expect(stored.map(({ position }) => position)).toEqual(stored.map((_, index) => index))
    const count = (content: string) => stored.filter((message) => message.content === content).length
    expect([count('Lawn mowing'), count('my name is Jane'), count('614-555-0173')]).toEqual([1, 1, 1])
    expect(count('A person here')).toBe(1)
    const taken = stored.findIndex(({ author }) => author === 'person')
    expect(stored.slice(taken + 1).filter(({ author }) => author === 'agent')).toEqual([])
    const unanswered = stored
      .slice(0, taken)
      .filter(({ author }, index) => author === 'visitor' && stored[index + 1]?.author !== 'agent')
    expect(unanswered).toEqual([])
    const isBefore = stored.findIndex(({ content }) => content === 'my name is Jane') < taken
    counts[isBefore ? 'before' : 'after'] += 1
  }
  expect(Math.min(counts.before, counts.after)).toBeGreaterThan(0)
}, 300_000)
