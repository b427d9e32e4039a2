import { getFaqs, getQuestions, putFaqs, putQuestions } from '../../src/contract/knowledge.ts'
import { newId } from '../base/ids.ts'
import { lockOrganization } from '../db/lock-organization.ts'
import { type Api, mount } from '../http/mount.ts'

/** Mounts the endpoints for FAQs and qualification questions. They are read in order, and replaced as a whole. */
export function mountKnowledge(api: Api): void {
  const { db } = api.deps

  mount(api, getFaqs, ({ organizationId }) =>
    db
      .selectFrom('faqs')
      .select(['id', 'question', 'answer', 'order_index'])
      .where('organization_id', '=', organizationId)
      .orderBy('order_index')
      .orderBy('id')
      .execute(),
  )

  mount(api, putFaqs, async ({ organizationId, body }) => {
    const faqs = inOrder(body).map((faq) => ({ ...faq, id: newId('faq'), organization_id: organizationId }))
    await db.transaction().execute(async (transaction) => {
      await lockOrganization(transaction, organizationId)
      await transaction.deleteFrom('faqs').where('organization_id', '=', organizationId).execute()
      if (faqs.length > 0) await transaction.insertInto('faqs').values(faqs).execute()
    })
    return faqs
  })

  mount(api, getQuestions, ({ organizationId }) =>
    db
      .selectFrom('qualification_questions')
      .select(['question_text', 'order_index'])
      .where('organization_id', '=', organizationId)
      .orderBy('order_index')
      .orderBy('id')
      .execute(),
  )

  mount(api, putQuestions, async ({ organizationId, body }) => {
    const questions = inOrder(body).map((question) => ({
      ...question,
      id: newId('question'),
      organization_id: organizationId,
    }))
    await db.transaction().execute(async (transaction) => {
      await lockOrganization(transaction, organizationId)
      await transaction
        .deleteFrom('qualification_questions')
        .where('organization_id', '=', organizationId)
        .execute()
      if (questions.length > 0)
        await transaction.insertInto('qualification_questions').values(questions).execute()
    })
    return questions
  })
}

/** Makes positions ascending and distinct. If two are equal, the later entry moves up. */
function inOrder<Entry extends { order_index: number }>(entries: Entry[]): Entry[] {
  let free = 0
  return entries
    .toSorted((a, b) => a.order_index - b.order_index)
    .map((entry) => {
      const place = Math.max(entry.order_index, free)
      free = place + 1
      return { ...entry, order_index: place }
    })
}
