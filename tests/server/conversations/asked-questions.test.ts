import { beforeEach, describe, expect, it } from 'vitest'
import { impersonal, openQuestions } from '../../../server/conversations/asked-questions.ts'
import { eraseConversations } from '../../../server/erasure/erase-conversations.ts'
import {
  type AskedQuestion,
  dismissAskedQuestion,
  listAskedQuestions,
  MOST_ASKED,
  MOST_WORDINGS,
} from '../../../src/contract/asked-questions.ts'
import { putFaqs } from '../../../src/contract/knowledge.ts'
import { call, clear, FRESH, RIVAL } from '../../support/api.ts'
import { sharedServer } from '../../support/server.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'

const server = await sharedServer()
const params = { orgId: FRESH }
const { db } = server.deps

/** Asks each question in a conversation of its own; returns the conversations. */
async function ask(...questions: string[]): Promise<string[]> {
  const ids: string[] = []
  for (const question of questions) {
    const session = await beginChat(server, FRESH)
    server.clock.advance(60_000)
    await sayInChat(server, session, question)
    ids.push(session.conversation_id)
  }
  return ids
}

const asked = async (): Promise<AskedQuestion[]> =>
  (await call(server, listAskedQuestions, { params, query: {} })).body

const faq = (question: string, answer: string) =>
  call(server, putFaqs, { params, body: [{ question, answer, order_index: 0 }] })

describe('questions that the agent could not answer', () => {
  beforeEach(() => clear(server, FRESH))

  it('are listed by meaning, the most asked first, without those that were answered', async () => {
    const [, , last] = await ask(
      'Are you insured?',
      'do you take venmo?',
      'what forms of payment do you accept',
      'are you open on Saturday?',
    )
    const [first, ...others] = await asked()
    expect(first).toMatchObject({
      wordings: ['what forms of payment do you accept', 'do you take venmo?'],
      count: 2,
      conversation_id: last,
    })
    expect(others).toMatchObject([{ wordings: ['Are you insured?'], count: 1 }])
  })

  it('can be listed and removed for one conversation', async () => {
    const [first = '', second = ''] = await ask('Are you insured?', 'so are you insured?')
    const of = async (conversation_id: string) =>
      (await call(server, listAskedQuestions, { params, query: { conversation_id } })).body
    const [question] = await of(first)
    expect(question).toMatchObject({ wordings: ['Are you insured?'], count: 1, conversation_id: first })
    const remove = (conversation_id: string) =>
      call(server, dismissAskedQuestion, {
        params: { ...params, questionId: question?.id ?? '' },
        query: { conversation_id },
      })
    expect((await remove('conv_none')).status).toBe(404)
    expect((await remove(first)).status).toBe(204)
    expect(await of(first)).toEqual([])
    expect(await of(second)).toMatchObject([{ wordings: ['so are you insured?'] }])
    await faq('Are you insured?', 'Yes.')
    expect(await of(second)).toEqual([])
    expect(await of('conv_none')).toEqual([])
  })

  it('count once per conversation', async () => {
    const session = await beginChat(server, FRESH)
    await sayInChat(server, session, 'Are you insured?')
    await sayInChat(server, session, 'so are you insured?')
    expect(await asked()).toMatchObject([{ count: 1 }])
  })

  it('leave the list once an FAQ answers them, and return without it', async () => {
    await ask('Are you insured?', 'do you have liability insurance?', 'do you offer discounts?')
    expect(await asked()).toHaveLength(2)
    await faq('Are you insured?', 'Yes.')
    expect(await asked()).toMatchObject([{ wordings: ['do you offer discounts?'] }])
    await call(server, putFaqs, { params, body: [] })
    expect(await asked()).toHaveLength(2)
  })

  it('are compared with the FAQs only until the list is full', async () => {
    const { conversation_id } = await beginChat(server, FRESH)
    const rows = Array.from({ length: 4 * MOST_ASKED }, (_, index) => ({
      ...{ organization_id: FRESH, id: `asked_${index}`, conversation_id, asked_at: new Date() },
      ...{ question: `Do you sell thing${index}?`, meaning: `thing${index}` },
    }))
    await db.insertInto('asked_questions').values(rows).execute()
    let compared = 0
    const entry = {
      get question() {
        compared++
        return 'Are you insured?'
      },
      answer: 'Yes.',
    }
    expect(await openQuestions(db, FRESH, [entry])).toHaveLength(MOST_ASKED)
    expect(compared).toBeGreaterThanOrEqual(MOST_ASKED)
    expect(compared).toBeLessThanOrEqual(2 * MOST_ASKED)
  })

  it('are dismissed with all of the same meaning', async () => {
    await ask('Are you insured?', 'got insurance?', 'do you offer discounts?')
    const [{ id = '' } = {}] = await asked()
    const dismiss = () =>
      call(server, dismissAskedQuestion, { params: { ...params, questionId: id }, query: {} })
    expect((await dismiss()).status).toBe(204)
    expect(await asked()).toMatchObject([{ wordings: ['do you offer discounts?'] }])
    expect((await dismiss()).status).toBe(404)
  })

  it('are seen and dismissed only by their organization', async () => {
    await ask('Are you insured?')
    const [{ id = '' } = {}] = await asked()
    const rival = { as: 'rival' as const }
    const theirs = await call(server, listAskedQuestions, { params: { orgId: RIVAL }, ...rival })
    expect((theirs.body as AskedQuestion[]).some((each) => each.id === id)).toBe(false)
    const dismissed = await call(server, dismissAskedQuestion, {
      params: { orgId: RIVAL, questionId: id },
      query: {},
      ...rival,
    })
    expect(dismissed.status).toBe(404)
    expect(await asked()).toHaveLength(1)
  })

  it('go with their conversation', async () => {
    const ids = await ask('Are you insured?')
    await db.transaction().execute((tx) => eraseConversations(tx, ids))
    const rows = await db
      .selectFrom('asked_questions')
      .select('id')
      .where('conversation_id', 'in', ids)
      .execute()
    expect(rows).toEqual([])
  })

  it('are bounded', async () => {
    const [conversation_id = ''] = await ask('Are you insured?')
    const at = new Date('2026-01-01T00:00:00Z')
    const rows = Array.from({ length: 200 }, (_, index) => ({
      ...{ organization_id: FRESH, conversation_id, id: `asked-${index}`, asked_at: at },
      ...{ question: `Question ${index}?`, meaning: index < 100 ? 'one' : `m${index}` },
    }))
    await db.insertInto('asked_questions').values(rows).execute()
    const list = await asked()
    expect(list).toHaveLength(MOST_ASKED)
    expect(Math.max(...list.map(({ wordings }) => wordings.length))).toBe(MOST_WORDINGS)
  })
})

describe('a stored question', () => {
  it.each([
    ['can you call 614-555-0142 about my fence?', 'can you call ••• about my fence?'],
    ['will you email jane@doe.test?', 'will you email •••?'],
    ['do you take 4111 1111 1111 1111?', 'do you take •••?'],
    ['what about account 12345678?', 'what about account •••?'],
    ['do you come to 12 Elm St, Columbus, OH 43215?', 'do you come to •••?'],
    ['is it $150 for 3 visits?', 'is it $150 for 3 visits?'],
    ['do you serve 43017?', 'do you serve 43017?'],
  ])('%j is kept as %j', (question, expected) => expect(impersonal(question)).toBe(expected))
})
