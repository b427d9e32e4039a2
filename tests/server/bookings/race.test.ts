import { expect, it } from 'vitest'
import { bookCall } from '../../../src/contract/bookings.ts'
import { createLead } from '../../../src/contract/leads.ts'
import type { ChatUpdate } from '../../../src/contract/widget.ts'
import { TIME_TAKEN } from '../../../src/domain/leads/bookings.ts'
import { call, clear, FRESH } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { repetitions } from '../../support/thorough.ts'
import { beginChat, leadsOf, sayInChat } from '../../support/visitor.ts'

const NOW = new Date('2026-11-20T15:00:00Z')
const server = await sharedServer({ now: NOW })
const TIMES = repetitions(20, 200)
/** A member can make 300 changes in a minute. */
const OF_MEMBERS = repetitions(20, 40)
const MOST_MS = TIMES * 6_000

const addLead = async (name: string): Promise<string> =>
  (await call(server, createLead, { params: { orgId: FRESH }, body: { prospect_name: name } })).body.id

const book = (leadId: string, start_time: string) =>
  call(server, bookCall, { params: { orgId: FRESH, leadId }, body: { start_time } })

const bookedAt = async (start: string) =>
  (await leadsOf(server, FRESH)).filter(({ booking_start_time }) => booking_start_time === start)

const said = ({ messages }: ChatUpdate) => messages.map(({ content }) => content).join('\n')

it(
  'of a member and a visitor who book the same time at once, exactly one gets it',
  async () => {
    const winners = { member: 0, visitor: 0 }
    for (let round = 0; round < TIMES; round += 1) {
      await clear(server, FRESH)
      const session = await beginChat(server, FRESH)
      for (const fact of ['Lawn mowing', 'Jane Doe', '614-555-0188']) await sayInChat(server, session, fact)
      const offer = await sayInChat(server, session, '12 Elm Street, Columbus')
      expect(offer.quick_replies).toContain('Mon, Nov 23, 8:00 AM')
      const start = '2026-11-23T13:00:00.000Z'
      const leadId = await addLead('Ana')
      const visitor = () => sayInChat(server, session, 'Mon, Nov 23, 8:00 AM')
      // Neither is always first.
      const [answer, update] =
        round % 2 === 0
          ? await Promise.all([book(leadId, start), visitor()])
          : ((await Promise.all([visitor(), book(leadId, start)])).toReversed() as [
              Awaited<ReturnType<typeof book>>,
              ChatUpdate,
            ])
      expect(await bookedAt(start)).toHaveLength(1)
      if (answer.status === 200) {
        winners.member += 1
        expect(update.booking).toBeNull()
        expect(said(update)).toContain('Mon, Nov 23, 8:30 AM')
      } else {
        winners.visitor += 1
        expect(answer).toMatchObject({ status: 409, body: { message: TIME_TAKEN } })
        expect(update.booking?.start_time).toBe(start)
        expect((await leadsOf(server, FRESH)).find(({ id }) => id === leadId)).toMatchObject({
          status: 'new',
          booking_start_time: null,
        })
      }
    }
    expect(winners.member + winners.visitor).toBe(TIMES)
  },
  MOST_MS,
)

it(
  'of two members who book the same time at once, exactly one gets it',
  async () => {
    await clear(server, FRESH)
    for (let round = 0; round < OF_MEMBERS; round += 1) {
      const start = new Date(NOW.getTime() + (round + 1) * 3_600_000).toISOString()
      const leads = [await addLead('Ana'), await addLead('Ben')]
      const answers = await Promise.all(leads.map((leadId) => book(leadId, start)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
      expect(answers.find(({ status }) => status === 409)?.body.message).toBe(TIME_TAKEN)
      expect(await bookedAt(start)).toHaveLength(1)
    }
  },
  MOST_MS,
)
