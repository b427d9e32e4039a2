import { computed, type ReadableAtom } from 'nanostores'
import { fetchFaqs, fetchQuestions } from '../api/knowledge.ts'
import type { Faq, QualificationQuestion } from '../contract/knowledge.ts'
import {
  type Changes,
  type FaqEntry,
  faqEntries,
  type QuestionEntry,
  questionEntries,
  type Settings,
  settingsOf,
} from '../domain/settings.ts'
import { $profile } from './profile.ts'
import { organizationQuery, type QueryState } from './query.ts'
import { $user } from './session.ts'
import { $changes } from './settings-draft.ts'

/** The organization's frequently asked questions. */
const $faqs: ReadableAtom<QueryState<Faq[]>> = organizationQuery({ kind: 'faqs', read: fetchFaqs })

/** The organization's qualification questions. */
const $questions: ReadableAtom<QueryState<QualificationQuestion[]>> = organizationQuery({
  kind: 'questions',
  read: fetchQuestions,
})

/** Whether there is something to edit. */
export interface SettingsLoad {
  status: 'loading' | 'ready' | 'failed'
  error: Error | null
  /** Asks again for what is missing. */
  retry: () => void
}

export const $settingsLoad: ReadableAtom<SettingsLoad> = computed(
  [$profile, $faqs, $questions],
  (...queries): SettingsLoad => {
    const failed = queries.filter(({ status }) => status === 'failed')
    const isReady = queries.every(({ status }) => status === 'ready')
    return {
      status: failed.length > 0 ? 'failed' : isReady ? 'ready' : 'loading',
      error: failed[0]?.error ?? null,
      retry: () => {
        for (const { refetch } of failed) void refetch()
      },
    }
  },
)

const $accountEmail = computed($user, (user) => user?.email ?? '')

interface Lists {
  faqs: readonly FaqEntry[]
  questions: readonly QuestionEntry[]
}

let shown: Lists = { faqs: [], questions: [] }

/** The lists as entries, with the keys of those that are on the screen. */
function listsOf(faqs: readonly Faq[], questions: readonly QualificationQuestion[], changes: Changes): Lists {
  shown = {
    faqs: faqEntries(faqs, changes.faqs?.mine ?? shown.faqs),
    questions: questionEntries(questions, changes.questions?.mine ?? shown.questions),
  }
  return shown
}

/** What is stored on the server, as the screen starts from it; null until all of it is there. */
export const $stored: ReadableAtom<Settings | null> = computed(
  [$profile, $faqs, $questions, $accountEmail],
  (profile, faqs, questions, accountEmail) => {
    if (!profile.data || !faqs.data || !questions.data) return null
    const lists = listsOf(faqs.data, questions.data, $changes.get())
    return settingsOf(profile.data, lists.faqs, lists.questions, accountEmail)
  },
)
