import { computed, type ReadableAtom } from 'nanostores'
import { fetchFaqs, fetchQuestions } from '../../api/knowledge.ts'
import type { Faq, QualificationQuestion } from '../../contract/knowledge.ts'
import {
  type FaqEntry,
  faqEntries,
  type QuestionEntry,
  questionEntries,
  type Settings,
  settingsOf,
} from '../../domain/settings/settings.ts'
import { type FailedAction, type Problem, problemOf } from '../base/failures.ts'
import { hasEnded, organizationQuery, type QueryState } from '../base/query/query.ts'
import { $session, isNamed } from '../base/session/session.ts'
import { $changes } from './draft.ts'
import { $profile } from './profile.ts'

const $faqs: ReadableAtom<QueryState<Faq[]>> = organizationQuery({ kind: 'faqs', read: fetchFaqs })

const $questions: ReadableAtom<QueryState<QualificationQuestion[]>> = organizationQuery({
  kind: 'questions',
  read: fetchQuestions,
})

/** The loading state of the form. The form requires the profile, while each list can fail separately. */
export interface SettingsLoad {
  status: 'loading' | 'ready' | 'failed'
  error: Error | null
  /** Refetches the missing data. */
  retry: () => void
}

export const $settingsLoad: ReadableAtom<SettingsLoad> = computed(
  [$profile, $faqs, $questions],
  (profile, ...lists): SettingsLoad => {
    const isReady = profile.status === 'ready' && lists.every(hasEnded)
    return {
      status: profile.status === 'failed' ? 'failed' : isReady ? 'ready' : 'loading',
      error: profile.error,
      retry: () => {
        for (const { status, refetch } of [profile, ...lists]) if (status === 'failed') void refetch()
      },
    }
  },
)

const problemIfMissing = (action: FailedAction) => (query: QueryState<unknown>) =>
  query.status === 'failed' ? problemOf(action, query) : null

/** The reason why the FAQs are missing; null if they have loaded. */
export const $faqsProblem: ReadableAtom<Problem | null> = computed($faqs, problemIfMissing('faqs'))

/** The reason why the qualification questions are missing; null if they have loaded. */
export const $questionsProblem: ReadableAtom<Problem | null> = computed(
  $questions,
  problemIfMissing('questions'),
)

/**
 * Replaces the profile's missing escalation email. Until the account's address is known, this is the address that the
 * draft is based on, so that the draft shows no conflict.
 */
const $accountEmail = computed([$session, $changes], (session, { escalation_email: change }) =>
  isNamed(session) ? (session.user?.email ?? '') : (change?.base ?? ''),
)

/** Whether the escalation email will be filled in once the account's address is known. */
export const $isEscalationPending: ReadableAtom<boolean> = computed(
  [$session, $profile],
  (session, { data }) => data !== undefined && !isNamed(session) && !data.escalation_email?.trim(),
)

const NO_ENTRIES: readonly never[] = []

/** Replaces a list that could not be loaded: contains the list that its draft is based on, or nothing. */
const $faqsInstead = computed([$faqs, $changes], ({ status }, { faqs }) =>
  status === 'failed' && faqs ? faqs.base : NO_ENTRIES,
)
const $questionsInstead = computed([$questions, $changes], ({ status }, { questions }) =>
  status === 'failed' && questions ? questions.base : NO_ENTRIES,
)

interface Lists {
  faqs: readonly FaqEntry[]
  questions: readonly QuestionEntry[]
}

let shown: Lists = { faqs: [], questions: [] }

/** Returns the lists as entries. Entries that are already on the screen keep their keys. */
function listsOf(
  faqs: readonly Faq[] | undefined,
  questions: readonly QualificationQuestion[] | undefined,
  instead: Lists,
): Lists {
  const changes = $changes.get()
  shown = {
    faqs: faqs ? faqEntries(faqs, changes.faqs?.mine ?? shown.faqs) : instead.faqs,
    questions: questions
      ? questionEntries(questions, changes.questions?.mine ?? shown.questions)
      : instead.questions,
  }
  return shown
}

/** The stored settings, which the form starts from; null until they have loaded. */
export const $stored: ReadableAtom<Settings | null> = computed(
  [$profile, $faqs, $questions, $accountEmail, $faqsInstead, $questionsInstead],
  (profile, faqs, questions, accountEmail, faqsInstead, questionsInstead) => {
    if (!profile.data || !hasEnded(faqs) || !hasEnded(questions)) return null
    const lists = listsOf(faqs.data, questions.data, { faqs: faqsInstead, questions: questionsInstead })
    return settingsOf(profile.data, lists.faqs, lists.questions, accountEmail)
  },
)
