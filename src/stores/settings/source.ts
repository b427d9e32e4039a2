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
import { organizationQuery, type QueryState } from '../query/query.ts'
import { $user } from '../session/session.ts'
import type { FailedAction } from '../shell/failures.ts'
import { type Problem, problemOf } from '../shell/problem.ts'
import { $changes } from './draft.ts'
import { $profile } from './profile.ts'

/** The organization's frequently asked questions. */
const $faqs: ReadableAtom<QueryState<Faq[]>> = organizationQuery({ kind: 'faqs', read: fetchFaqs })

/** The organization's qualification questions. */
const $questions: ReadableAtom<QueryState<QualificationQuestion[]>> = organizationQuery({
  kind: 'questions',
  read: fetchQuestions,
})

/** Whether there is something to edit: the profile, and what can be had of the lists, which fail for themselves. */
export interface SettingsLoad {
  status: 'loading' | 'ready' | 'failed'
  error: Error | null
  /** Asks again for what is missing. */
  retry: () => void
}

const isSettled = ({ status }: QueryState<unknown>) => status === 'ready' || status === 'failed'

export const $settingsLoad: ReadableAtom<SettingsLoad> = computed(
  [$profile, $faqs, $questions],
  (profile, ...lists): SettingsLoad => {
    const isReady = profile.status === 'ready' && lists.every(isSettled)
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

/** Why the questions and answers are not there; null when they are. */
export const $faqsProblem: ReadableAtom<Problem | null> = computed($faqs, problemIfMissing('faqs'))

/** As {@link $faqsProblem}, of the qualification questions. */
export const $questionsProblem: ReadableAtom<Problem | null> = computed(
  $questions,
  problemIfMissing('questions'),
)

const $accountEmail = computed($user, (user) => user?.email ?? '')

const NO_ENTRIES: readonly never[] = []

/** What a list that could not be had counts as: what stood there when a draft of it was begun, or nothing. */
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

/** The lists as entries, with the keys of those that are on the screen. */
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

/** What is stored on the server, as the screen starts from it; null until there is something to edit. */
export const $stored: ReadableAtom<Settings | null> = computed(
  [$profile, $faqs, $questions, $accountEmail, $faqsInstead, $questionsInstead],
  (profile, faqs, questions, accountEmail, faqsInstead, questionsInstead) => {
    if (!profile.data || !isSettled(faqs) || !isSettled(questions)) return null
    const lists = listsOf(faqs.data, questions.data, { faqs: faqsInstead, questions: questionsInstead })
    return settingsOf(profile.data, lists.faqs, lists.questions, accountEmail)
  },
)
