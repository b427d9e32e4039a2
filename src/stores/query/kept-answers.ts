import { hashKey } from '@tanstack/query-core'
import { DAY_MS } from '../../domain/time/durations.ts'
import { now } from '../../platform/clock.ts'
import { logWarning } from '../../platform/log.ts'
import { whenIdle } from '../../platform/page/timing.ts'
import { $session, $sessionConfirmed, presume, type Session } from '../../platform/session/session.ts'
import { sessionStamp } from '../../platform/session/stamp.ts'
import { type AnswerStore, answerStore, type KeptAnswer } from '../../platform/storage/answer-store.ts'
import { type QueryKind, queryClient } from './client.ts'

/** Milliseconds after which a kept response is too old to show. */
const LONGEST_KEPT = 7 * DAY_MS

/** Settings are always edited from the server's current state. */
const NEVER_KEPT: readonly string[] = ['faqs', 'questions'] satisfies QueryKind[]

/** Responses for a filter can be derived from the whole list. */
const isKept = ([, kind, input]: readonly unknown[]) =>
  !NEVER_KEPT.includes(String(kind)) && (kind !== 'leads' || hashKey([input]) === hashKey([{}]))

const questionOf = (key: readonly unknown[]) => JSON.stringify(key)

/** Identifies the response format, so that another build does not read these responses. */
const stampOf = () => {
  const stamp = sessionStamp()
  return stamp && `${import.meta.env.CONTRACT_VERSION ?? ''};${stamp}`
}

const isOf = (session: Session, organizationId: unknown) => session.organization?.id === organizationId

function restore(answers: readonly KeptAnswer[], session: Session): void {
  const oldest = now().getTime() - LONGEST_KEPT
  for (const { question, data, updatedAt } of answers) {
    const key: unknown = JSON.parse(question)
    const isShown = Array.isArray(key) && isOf(session, key[0]) && updatedAt > oldest
    if (!isShown || queryClient.getQueryData(key) !== undefined) continue
    queryClient.setQueryData(key, data, { updatedAt })
    // Every page load refetches data, however recent it is.
    void queryClient.invalidateQueries({ queryKey: key, exact: true, refetchType: 'none' })
  }
}

/**
 * Shows what this device kept from the last visit until the server has responded, and keeps new responses. It keeps one
 * user's data in one organization, bound to this browser's sign-in, and deletes it after a sign-out, another sign-in,
 * or a change of organization. Resolves once the kept responses are in the cache.
 */
export async function keepAnswers(store: AnswerStore = answerStore): Promise<void> {
  const stamp = stampOf()
  try {
    const kept = stamp ? await store.read(stamp) : await store.clear()
    if (kept) {
      restore(kept.answers, kept.owner.session)
      presume(kept.owner.session)
    }
  } catch (error) {
    logWarning('The data kept on this device could not be read', error)
  }
  const inTurn = createLine()
  follow(store, inTurn)
  write(store, inTurn)
}

type Line = (task: () => Promise<void>) => void

/** Runs tasks one after another. A failed task is logged; the console works without it. */
function createLine(): Line {
  let last = Promise.resolve()
  return (task) => {
    last = last
      .then(task)
      .catch((error: unknown) => logWarning('Data could not be kept on this device', error))
  }
}

/** Deletes the kept responses when the confirmed user or organization changes. */
function follow(store: AnswerStore, inTurn: Line): void {
  let before: Session | null = null
  const settle = () => {
    const session = $session.get()
    if (!$sessionConfirmed.get() || session === before) return
    before = session
    const stamp = stampOf()
    const isOwner = session.status === 'signed-in' && session.organization
    inTurn(() => (isOwner && stamp ? store.begin({ stamp, session }) : store.clear()))
  }
  $sessionConfirmed.subscribe(settle)
  $session.listen(settle)
}

/** Writes the newest response of each query whenever the page is idle. */
function write(store: AnswerStore, inTurn: Line): void {
  const waiting = new Set<string>()
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const { query } = event
    const question = questionOf(query.queryKey)
    if (waiting.has(question) || !isKept(query.queryKey)) return
    waiting.add(question)
    inTurn(async () => {
      await whenIdle()
      waiting.delete(question)
      const { data, dataUpdatedAt: updatedAt } = query.state
      if (data !== undefined && isOf($session.get(), query.queryKey[0])) {
        await store.write({ question, updatedAt, data })
      }
    })
  })
}
