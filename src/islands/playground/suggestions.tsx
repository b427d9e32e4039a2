import { useStore } from '@nanostores/react'
import { $suggestedQuestions } from '../../stores/playground/playground.ts'
import { useToast } from '../../ui/toast.tsx'

interface Props {
  /** Sends a question to the chat. Returns false if this isn't possible at the moment. */
  ask: (question: string) => boolean
}

/** Sample questions that the user can send to the preview or copy. */
export function Suggestions({ ask }: Props) {
  const questions = useStore($suggestedQuestions)
  const toast = useToast()

  const copy = async (question: string) => {
    try {
      await navigator.clipboard.writeText(question)
      toast.success('Question copied.')
    } catch {
      toast.warning('The question could not be copied.')
    }
  }

  if (questions.length === 0) return null
  return (
    <section className="playground-suggestions" aria-labelledby="playground-suggestions-title">
      <h2 id="playground-suggestions-title">Try questions that visitors ask</h2>
      <ul>
        {questions.map((question) => (
          <li key={question} className="chip">
            <button
              type="button"
              onClick={() => {
                if (!ask(question)) toast.info('The preview is not ready yet.')
              }}
            >
              {question}
            </button>
            <button
              type="button"
              aria-label={`Copy: ${question}`}
              title="Copy"
              onClick={() => copy(question)}
            >
              <svg viewBox="0 0 24 24" width="16" height="16" aria-hidden="true">
                <path
                  d="M8 8h11v12H8zM5 16V4h11"
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                  strokeLinejoin="round"
                />
              </svg>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
