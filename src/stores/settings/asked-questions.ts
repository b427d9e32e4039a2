import { onMount, type ReadableAtom } from 'nanostores'
import { fetchAskedQuestions, removeAskedQuestion } from '../../api/asked-questions.ts'
import type { AskedQuestion } from '../../contract/asked-questions.ts'
import { optional, orNull } from '../base/query/optional.ts'
import { changeCached, organizationQuery, type QueryState } from '../base/query/query.ts'
import { ownedAtom, requireAccount } from '../base/session/account.ts'
import { onSettingsSaved } from './save.ts'

const KIND = 'asked-questions'

const remove = orNull(removeAskedQuestion)

/** The questions that the agent could not answer; null if the API does not store them. */
export const $askedQuestions: ReadableAtom<QueryState<AskedQuestion[] | null>> = organizationQuery<
  AskedQuestion[] | null
>({ kind: KIND, read: optional(fetchAskedQuestions) })

const $answered = ownedAtom<readonly string[]>([])

/** Visitors' questions that the last save has answered; empty once dismissed. */
export const $nowAnswered: ReadableAtom<readonly string[]> = $answered

export function dismissAnswered(): void {
  $answered.set([])
}

onMount($askedQuestions, () =>
  onSettingsSaved(async () => {
    const before = $askedQuestions.get().data ?? []
    if (before.length === 0) return
    await $askedQuestions.get().refetch()
    const open = new Set($askedQuestions.get().data?.map(({ id }) => id))
    $answered.set(before.filter(({ id }) => !open.has(id)).flatMap(({ wordings }) => wordings))
  }),
)

/** Removes a question and all questions with the same meaning, even if another member has already removed them. */
export async function dismissQuestion(id: string): Promise<void> {
  const { organizationId } = requireAccount()
  await remove(organizationId, id)
  await changeCached<AskedQuestion[] | null>(
    organizationId,
    KIND,
    (questions) => questions?.filter((each) => each.id !== id) ?? null,
  )
}
