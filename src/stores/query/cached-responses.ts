import { hashKey, type Query, type QueryKey } from '@tanstack/query-core'
import { DAY_MS } from '../../domain/time/durations.ts'
import { now } from '../../platform/clock.ts'
import { logWarning } from '../../platform/log.ts'
import { whenIdle } from '../../platform/page/timing.ts'
import { hintSession, sessionStamp } from '../../platform/session/hint.ts'
import { $session, type Session } from '../../platform/session/session.ts'
import { type AnswerStore, answerStore, type KeptAnswer } from '../../platform/storage/response-cache.ts'
import { type QueryKind, queryClient } from './client.ts'

/** Milliseconds after which a kept response is too old to show. */
const LONGEST_KEPT = 7 * DAY_MS

/** Settings are always edited from the server's current state. */
const NEVER_KEPT: readonly string[] = ['faqs', 'questions'] satisfies QueryKind[]

/** Responses for a filter can be derived from the whole list. */
const isKept = ([, kind, input]: readonly unknown[]) =>
  !NEVER_KEPT.includes(String(kind)) && (kind !== 'leads' || hashKey([input]) === hashKey([{}]))

/** Identifies the response format, so that another build does not read these responses. */
const stampOf = () => {
  const stamp = sessionStamp()
  return stamp && `${import.meta.env.CONTRACT_VERSION ?? ''};${stamp}`
}

/**
 * Shows what this device kept from the last visit until the server has responded, and keeps new responses. It keeps one
 * user's data in one organization, bound to this browser's sign-in: data of another sign-in or organization replaces it,
 * and `guardSession` deletes it after a sign-out. Resolves once the kept responses are in the cache.
 */
export async function keepAnswers(store: AnswerStore = answerStore): Promise<void> {
  const stamp = stampOf()
  try {
    const kept = stamp ? await store.read(stamp) : await store.clear()
    if (kept) {
      restore(kept.answers, kept.owner.session)
      hintSession(kept.owner.session)
    }
  } catch (error) {
    logWarning('The data kept on this device could not be read', error)
  }
  // Another tab can sign in as someone else before this tab's session changes.
  let userId: string | undefined
  let userStamp: string | null = null
  $session.subscribe(({ user }) => {
    if (user?.id === userId) return
    userId = user?.id
    userStamp = stampOf()
  })
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    keep(event.query, store, () => stampOf() === userStamp)
  })
}

function restore(answers: readonly KeptAnswer[], { organization }: Session): void {
  const oldest = now().getTime() - LONGEST_KEPT
  for (const { question, data, updatedAt } of answers) {
    const key = JSON.parse(question) as QueryKey
    const isShown = organization && key[0] === organization.id && updatedAt > oldest
    if (!isShown || queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, data, { updatedAt })
    // Every page load refetches data, however recent it is.
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}

/** The queries whose answer is written when the page is idle. */
const due = new Set<Query>()

/** Keeps the newest answer to a query once the page is idle. */
function keep(query: Query, store: AnswerStore, isSameUser: () => boolean): void {
  if (due.has(query) || !isKept(query.queryKey)) return
  due.add(query)
  void whenIdle().then(() => {
    due.delete(query)
    const { data, dataUpdatedAt: updatedAt } = query.state
    const session = $session.get()
    const stamp = stampOf()
    if (!stamp || !isSameUser() || data === undefined || session.organization?.id !== query.queryKey[0])
      return
    const question = JSON.stringify(query.queryKey)
    store
      .write({ stamp, session }, { question, updatedAt, data })
      .catch((error: unknown) => logWarning('Answers are not kept on this device', error))
  })
}
