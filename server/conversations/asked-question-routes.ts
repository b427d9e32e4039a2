import { dismissAskedQuestion, listAskedQuestions } from '../../src/contract/asked-questions.ts'
import { HttpError } from '../http/http-error.ts'
import { type Api, mount } from '../http/mount.ts'
import { dismissAsked, openQuestions } from './asked-questions.ts'

/** Mounts the endpoints for the questions that the agent could not answer. */
export function mountAskedQuestions(api: Api): void {
  const { db } = api.deps

  mount(api, listAskedQuestions, async ({ organizationId, query }) => {
    const faqs = await db
      .selectFrom('faqs')
      .select(['question', 'answer'])
      .where('organization_id', '=', organizationId)
      .execute()
    return openQuestions(db, organizationId, faqs, query.conversation_id)
  })

  mount(api, dismissAskedQuestion, async ({ organizationId, params, query }) => {
    if (!(await dismissAsked(db, organizationId, params.questionId, query.conversation_id)))
      throw new HttpError(404, 'The requested question could not be found.')
  })
}
