import { describe, expect, it } from 'vitest'
import { CHECK_CHATS } from '../../../server/check/routes.ts'
import {
  type CheckedChat,
  type CheckPlan,
  EVENING_CHAT,
  getCheckPlan,
  playCheckChat,
} from '../../../src/contract/agent-check.ts'
import { putFaqs } from '../../../src/contract/knowledge.ts'
import { DEFAULT_HOURS, putProfile } from '../../../src/contract/profile.ts'
import { call, FRESH, GREEN } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'

const server = await sharedServer()
const planOf = async (orgId: string): Promise<CheckPlan> =>
  (await call(server, getCheckPlan, { params: { orgId } })).body
const play = async (orgId: string, chatId: string): Promise<{ status: number; body: CheckedChat }> =>
  call(server, playCheckChat, { params: { orgId, chatId } })

const stored = async () => {
  const { db } = server.deps
  const count = (table: 'conversations' | 'messages' | 'leads' | 'notifications') =>
    db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  return Promise.all((['conversations', 'messages', 'leads', 'notifications'] as const).map(count))
}

describe('the check of the agent', () => {
  it.each([GREEN, FRESH])('plays 25 chats for %s, and stores nothing', async (orgId) => {
    const before = await stored()
    const { chats } = await planOf(orgId)
    expect(new Set(chats.map(({ id }) => id)).size).toBe(25)
    for (const { id } of chats) {
      const { status, body } = await play(orgId, id)
      expect([status, body.id]).toEqual([200, id])
      expect(body.expectations.length).toBeGreaterThan(0)
      expect(body.messages.map(({ author }) => author)).toEqual(expect.arrayContaining(['visitor', 'agent']))
    }
    expect(await stored()).toEqual(before)
  })

  it('asks what the owner has settled, and expects those answers', async () => {
    const faqs = [{ question: 'Do you climb?', answer: 'Only up to nine meters.', order_index: 0 }]
    await call(server, putFaqs, { params: { orgId: FRESH }, body: faqs })
    const { chats } = await planOf(FRESH)
    expect(chats).toContainEqual({ id: 'faq-1', title: 'Asks “Do you climb?”' })
    const { body } = await play(FRESH, 'faq-1')
    expect(body.messages).toContainEqual({ author: 'visitor', content: 'Do you climb?' })
    expect(body.messages).toContainEqual({ author: 'agent', content: 'Only up to nine meters.' })
    expect(body.expectations).toEqual([{ text: 'It gives your answer', is_met: true }])
  })

  it('says what is not as expected', async () => {
    const closed = { day: 'monday', isOpen: false, openTime: '08:00', closeTime: '17:00' } as const
    await call(server, putProfile, { params: { orgId: FRESH }, body: { business_hours: [closed] } })
    const { body } = await play(FRESH, 'book')
    expect(body.expectations[0]).toEqual({
      text: 'A call is booked, after the visitor has confirmed it',
      is_met: false,
    })
  })

  it('knows whether the settings have changed', async () => {
    const before = await planOf(FRESH)
    expect(await planOf(FRESH)).toEqual(before)
    await call(server, putProfile, { params: { orgId: FRESH }, body: { phone: '740-555-0101' } })
    const { settings } = await planOf(FRESH)
    expect(settings).not.toBe(before.settings)
  })

  it('answers at 9 PM in the time zone of the business, apart from the plan', async () => {
    const body = {
      services_offered: ['Planting & Garden Care'],
      timezone: 'Asia/Tokyo',
      business_hours: [...DEFAULT_HOURS],
    }
    await call(server, putProfile, { params: { orgId: FRESH }, body })
    const before = await stored()
    const evening = await play(FRESH, EVENING_CHAT)
    expect(evening.body.expectations).toEqual([])
    const said = evening.body.messages.map(({ content }) => content)
    expect(said).toContain('Hi, do you do mulch? I need about 3 yards.')
    expect(said.at(-1)).toMatch(/\d:\d\d|\d (?:AM|PM)/)
    expect(await stored()).toEqual(before)
    await call(server, putProfile, {
      params: { orgId: FRESH },
      body: { services_offered: ['Pool Cleaning'] },
    })
    const other = await play(FRESH, EVENING_CHAT)
    expect(other.body.messages).toContainEqual({ author: 'visitor', content: 'Hi, do you do pool cleaning?' })
    expect(other.body.messages).toContainEqual({ author: 'visitor', content: 'How much is pool cleaning?' })
    // The description that onboarding writes answers nothing.
    await call(server, putProfile, {
      params: { orgId: FRESH },
      body: { services_description: 'We offer Pool Cleaning.' },
    })
    const described = await play(FRESH, EVENING_CHAT)
    expect(described.body.messages.map(({ content }) => content).join(' ')).not.toContain('We offer')
    const { chats } = await planOf(FRESH)
    expect(chats.map(({ id }) => id)).not.toContain(EVENING_CHAT)
  })

  it('has no other chats', async () => {
    expect((await play(GREEN, 'karaoke')).status).toBe(404)
  })
})

it('an organization can have 150 chats played in an hour, because each can cost money', async () => {
  const statuses: number[] = []
  while (!statuses.includes(429) && statuses.length <= CHECK_CHATS.points)
    statuses.push((await play(FRESH, 'nonsense')).status)
  expect(statuses.pop()).toBe(429)
  expect(new Set(statuses)).toEqual(new Set([404]))
  expect((await play(GREEN, 'nonsense')).status).toBe(404)
})
