import { expect, it } from 'vitest'
import { sharedServer } from '../../../support/server.ts'
import { beginChat, sayInChat, sendInChat } from '../../../support/visitor.ts'
import { FRESH } from '../support.ts'
import { colleague, replyTo, storedIn } from './support.ts'

const ROUNDS = 250

const server = await sharedServer()

it('never lets the agent answer after a person, whoever is first, and loses or doubles nothing', async () => {
  const cora = await colleague(server)
  for (let round = 0; round < ROUNDS; round += 1) {
    const session = await beginChat(server, FRESH)
    await sayInChat(server, session, 'Lawn mowing')
    const write = (content: string) => sendInChat(server, session, content, content)
    // Two members, because each may make only so many changes a minute.
    const by = round % 2 === 0 ? {} : { token: cora }
    const reply = () => replyTo(server, session, 'A person here', { client_id: 'once', ...by })
    const starts = [() => write('my name is Jane'), reply, () => write('614-555-0173'), reply]
    const turned = [...starts.slice(round % starts.length), ...starts.slice(0, round % starts.length)]
    const statuses = (await Promise.all(turned.map((start) => start()))).map(({ status }) => status)
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
  }
}, 300_000)
