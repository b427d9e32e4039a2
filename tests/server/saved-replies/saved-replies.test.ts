import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { AskModel } from '../../../server/model/client.ts'
import { DRAFTS } from '../../../server/saved-replies/routes.ts'
import { putFaqs } from '../../../src/contract/knowledge.ts'
import { putProfile } from '../../../src/contract/profile.ts'
import {
  createSavedReply,
  deleteSavedReply,
  draftReply,
  listSavedReplies,
  MOST_SAVED_REPLIES,
  type SavedReply,
  updateSavedReply,
} from '../../../src/contract/saved-replies.ts'
import type { ChatSession } from '../../../src/contract/widget.ts'
import { call, FRESH, RIVAL } from '../../support/api.ts'
import { modelAnswer, sentence } from '../../support/model-answer.ts'
import { png, sendPhotos, uploadPhoto } from '../../support/pictures.ts'
import { sharedServer } from '../../support/server.ts'
import { startStreamingModel } from '../../support/streaming-model.ts'
import { beginChat, sayInChat } from '../../support/visitor.ts'
import { replyTo, storedIn } from '../conversations/support.ts'

const server = await sharedServer()
const params = { orgId: FRESH }

describe('saved replies', () => {
  beforeEach(async () => {
    await server.deps.db.deleteFrom('saved_replies').execute()
  })
  const save = (title: string, text: string, id?: string) =>
    call(server, createSavedReply, { params, body: { title, text, ...(id && { id }) } })
  const titles = async () =>
    ((await call(server, listSavedReplies, { params })).body as SavedReply[]).map(({ title }) => title)

  it('are saved once, listed by title, changed, and removed', async () => {
    const { body: late } = await save(' late ', 'Hi {{name}}, we are running late. {{ my_name }}')
    expect(late).toMatchObject({ title: 'late', text: 'Hi {{name}}, we are running late. {{ my_name }}' })
    await save('Hi', 'Hello from {{business}}', 'once')
    expect((await save('Hello', 'Hello again', 'once')).body.text).toBe('Hello again')
    expect(await titles()).toEqual(['Hello', 'late'])
    const replyParams = { ...params, replyId: late.id }
    const body = { title: 'Delayed', text: 'Soon' }
    expect((await call(server, updateSavedReply, { params: replyParams, body })).body).toMatchObject(body)
    expect(await titles()).toEqual(['Delayed', 'Hello'])
    expect((await call(server, deleteSavedReply, { params: replyParams })).status).toBe(204)
    expect((await call(server, deleteSavedReply, { params: replyParams })).status).toBe(404)
    expect((await call(server, updateSavedReply, { params: replyParams, body })).status).toBe(404)
    expect(await titles()).toEqual(['Hello'])
  })

  it.each([
    ['{{price}}', '{{price}} is not a placeholder. Use {{name}}, {{business}}, {{my_name}}'],
    ['Hi {{}}', '{{}} is not a placeholder. Use {{name}}, {{business}}, {{my_name}}'],
    ['  ', 'Enter the text of the reply'],
    ['x'.repeat(4_001), expect.stringContaining('4000')],
  ])('refuse the text %j', async (text, message) => {
    const refused = await save('Title', text)
    expect(refused.status).toBe(400)
    expect(JSON.stringify(refused.body)).toEqual(
      typeof message === 'string' ? expect.stringContaining(message) : expect.any(String),
    )
    expect(await titles()).toEqual([])
  })

  it("are limited in number, and another organization's stay its own", async () => {
    const now = server.clock.now()
    await server.deps.db
      .insertInto('saved_replies')
      .values(
        Array.from({ length: MOST_SAVED_REPLIES }, (_, index) => ({
          organization_id: FRESH,
          id: `reply-${index}`,
          title: 'T',
          text: 'x',
          created_at: now,
          updated_at: now,
        })),
      )
      .execute()
    expect((await save('One more', 'x')).status).toBe(409)
    const theirs = { params: { orgId: RIVAL }, as: 'rival' } as const
    expect((await call(server, listSavedReplies, theirs)).body).toEqual([])
    const replyParams = { orgId: RIVAL, replyId: 'reply-1' }
    const body = { title: 'Mine', text: 'x' }
    expect((await call(server, updateSavedReply, { params: replyParams, body, as: 'rival' })).status).toBe(
      404,
    )
    expect((await call(server, deleteSavedReply, { params: replyParams, as: 'rival' })).status).toBe(404)
    expect((await titles()).length).toBe(MOST_SAVED_REPLIES)
  })
})

describe('a draft of a reply', () => {
  let session: ChatSession
  const draft = async (said?: string) => {
    server.deps.model = null
    if (said !== undefined) await sayInChat(server, session, said)
    return draftNow(null)
  }
  const draftNow = async (model: AskModel | null) => {
    server.deps.model = model
    const before = await storedIn(server, session)
    const answer = await call(server, draftReply, {
      params: { ...params, conversationId: session.conversation_id },
    })
    server.deps.model = null
    expect(await storedIn(server, session)).toEqual(before)
    return answer.body.draft
  }

  beforeEach(async () => {
    await call(server, putProfile, {
      params,
      body: { pricing_notes: 'Mowing is $45 a visit.', phone: '614-555-0100' },
    })
    const faqs = [{ question: 'Are you insured?', answer: 'Yes, fully insured in Ohio.', order_index: 0 }]
    await call(server, putFaqs, { params, body: faqs })
    session = await beginChat(server, FRESH)
  })

  it.each([
    ['Are you insured?', 'Yes, fully insured in Ohio.'],
    [
      'Are you insured? And what is your phone number?',
      'Yes, fully insured in Ohio. You can call us at 614-555-0100.',
    ],
    ['How much is mowing?', expect.stringMatching(/^Mowing is \$45 a visit\./)],
    ['Do you have a dog?', null],
    ['How soon can you start?', null],
    ['Lawn mowing', null],
  ])('answers %j from what the owner has noted', async (question, expected) => {
    expect(await draft(question)).toEqual(expected)
  })

  it("is about the visitor's last message, and needs a conversation of the organization", async () => {
    await draft('Are you insured?')
    await replyTo(server, session, 'Yes, we are')
    expect(await draft('Do you have a dog?')).toBeNull()
    const conversationId = session.conversation_id
    const theirs = { params: { orgId: RIVAL, conversationId }, as: 'rival' } as const
    expect((await call(server, draftReply, theirs)).status).toBe(404)
    const quiet = await beginChat(server, FRESH)
    expect(
      (await call(server, draftReply, { params: { ...params, conversationId: quiet.conversation_id } }))
        .status,
    ).toBe(404)
  })

  describe('by a model', async () => {
    const endpoint = await startStreamingModel()
    afterAll(() => endpoint.close())
    const written = async (question: string, text: string) => {
      await draft(question)
      const drafted = draftNow(endpoint.waiting(60_000))
      const asked = await endpoint.next()
      asked.write(text)
      asked.finish()
      return { drafted: await drafted, asked }
    }
    const saying = (say: string, ...cites: string[]) => modelAnswer({ sentences: [sentence(say, ...cites)] })

    it('is its text, and it knows the business and what the owner has noted', async () => {
      const answer = saying('Yes, we are insured in Ohio.', 'faq.1')
      const { drafted, asked } = await written('Are you insured?', answer)
      expect(drafted).toBe('Yes, we are insured in Ohio.')
      const [system, ...history] = asked.body.messages
      expect(system?.content).toContain('[faq.1] Are you insured? Yes, fully insured in Ohio.')
      expect(history.at(-1)).toEqual({ role: 'user', content: 'Are you insured?' })
    })

    it('knows of a photo without words', async () => {
      await sendPhotos(server, session, [(await uploadPhoto(server, session, await png())).body])
      const drafted = draftNow(endpoint.waiting(60_000))
      const asked = await endpoint.next()
      asked.write(modelAnswer())
      asked.finish()
      expect(asked.body.messages.at(-1)).toEqual({ role: 'user', content: '(Photo)' })
      expect(await drafted).toBeNull()
    })

    it('can rest on what a member has written', async () => {
      await draft('Could you come on Thursday?')
      await replyTo(server, session, 'Thursday works for our crew.')
      await sayInChat(server, session, 'Great, which day was it again?')
      const drafted = draftNow(endpoint.waiting(60_000))
      const asked = await endpoint.next()
      expect(asked.body.messages[0]?.content).toContain('[team.1] Thursday works for our crew.')
      asked.write(saying('Thursday works for our crew.', 'team.1'))
      asked.finish()
      expect(await drafted).toBe('Thursday works for our crew.')
    })

    it.each([
      [
        'names a price that nobody noted',
        'Are you insured?',
        saying('It costs $5.', 'price.1'),
        'Yes, fully insured in Ohio.',
      ],
      [
        'denies what the owner has noted',
        'Are you insured?',
        saying('No, we carry no insurance.', 'faq.1'),
        'Yes, fully insured in Ohio.',
      ],
      ['only greets', 'Are you insured?', saying('Thanks for reaching out!'), 'Yes, fully insured in Ohio.'],
      ['knows nothing', 'Do you have a dog?', modelAnswer(), null],
      ['invents something', 'Do you have a dog?', saying('Yes, her name is Bella.', 'faq.1'), null],
      ['writes nothing', 'Do you have a dog?', ' ', null],
      ['answers in prose', 'Are you insured?', 'Of course, since 1990.', 'Yes, fully insured in Ohio.'],
    ])('is replaced by what the owner has noted if it %s', async (_, question, text, expected) => {
      expect((await written(question, text)).drafted).toEqual(expected)
    })
  })

  it('is limited in number, because a model may be asked', async () => {
    await draft('Are you insured?')
    const ask = () =>
      call(server, draftReply, { params: { ...params, conversationId: session.conversation_id } })
    const all = await Promise.all(Array.from({ length: DRAFTS.points }, ask))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })
})
