import { computed, type ReadableAtom } from 'nanostores'
import { fetchQuestionsIn, removeAskedQuestion } from '../../api/asked-questions.ts'
import type { AskedQuestion } from '../../contract/asked-questions.ts'
import type { InboxConversation } from '../../contract/conversations.ts'
import { LIMITS } from '../../contract/limits.ts'
import { cutText } from '../../domain/common/cut-text.ts'
import { optional, orNull } from '../base/query/optional.ts'
import { changeCached, markStale, organizationQuery, type QueryState } from '../base/query/query.ts'
import { requireAccount } from '../base/session/account.ts'
import { $lead } from '../leads/page.ts'
import { saveAnswer } from '../settings/save-answer.ts'
import { sendReply } from './reply.ts'

const KIND = 'lead-questions'

const remove = orNull(removeAskedQuestion)

/** The open questions of the current lead's conversation; null if the API does not store them. */
export const $leadQuestions: ReadableAtom<QueryState<AskedQuestion[] | null>> = organizationQuery<
  AskedQuestion[] | null,
  string
>({
  kind: KIND,
  $input: computed($lead, ({ lead }) => lead?.conversation_id || null),
  read: optional((organizationId: string, signal: AbortSignal, id: string) =>
    fetchQuestionsIn(organizationId, id, signal),
  ),
})

interface Answer {
  text: string
  /** Whether the agent gives this answer from now on. */
  teaches: boolean
  /** The chat that gets the answer; null for none. */
  replyTo: InboxConversation | null
}

/**
 * Answers a question in the chat, for the agent, or both. The question then leaves the lead.
 *
 * @throws if the answer could be neither added for the agent nor sent; nothing is then sent to the visitor.
 */
export async function answerQuestion(
  { id, conversation_id, wordings: [question = ''] }: AskedQuestion,
  { text, teaches, replyTo }: Answer,
): Promise<void> {
  const { organizationId } = requireAccount()
  if (teaches) await saveAnswer(cutText(question, LIMITS.line), text)
  if (replyTo) await sendReply(replyTo, { text, isNote: false, draftId: `answer ${id}` })
  // A question that could not be removed is listed again after the next visit.
  await remove(organizationId, id, conversation_id).catch(() => null)
  await changeCached<AskedQuestion[] | null>(
    organizationId,
    KIND,
    (questions) => questions?.filter((each) => each.id !== id) ?? null,
  )
  markStale(organizationId, 'asked-questions')
}
