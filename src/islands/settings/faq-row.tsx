import { useStore } from '@nanostores/react'
import { memo, useMemo } from 'react'
import {
  characterCount,
  lengthHint,
  MOST_ENTRY_CHARACTERS,
} from '../../domain/settings/profile-validation.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import { changeEntry, faqStore, openEntry } from '../../stores/settings/settings.ts'
import { Icon } from '../../ui/icon.tsx'
import type { OnDone } from './entry-list.tsx'
import { EntryRow } from './entry-row.tsx'
import { EntryText } from './entry-text.tsx'

/** Maximum number of characters of an answer shown in its collapsed row. */
const SHOWN = 160

interface Props {
  entryKey: string
  index: number
  total: number
  isOpen: boolean
  isMovable: boolean
  errors: readonly FieldError[]
  onDone: OnDone
}

/** One question, as a line that opens its fields. Renders only when the question itself changes. */
export const FaqRow = memo(function FaqRow({ entryKey: key, isOpen, errors, ...row }: Props) {
  const entry = useStore(useMemo(() => faqStore(key), [key]))
  if (!entry) return null
  const { question, answer } = entry
  const name = `Question ${row.index + 1}`
  const errorFor = (part: 'question' | 'answer', text: string) =>
    errors.find(({ at }) => at === part)?.message ??
    lengthHint(text, MOST_ENTRY_CHARACTERS[part])?.message ??
    null
  const isWrong = errorFor('question', question) ?? errorFor('answer', answer)
  return (
    <EntryRow {...row} list="faqs" entryKey={key} name={name} isFolded={!isOpen} isRemovable>
      <button
        type="button"
        className="entry-line"
        aria-expanded={isOpen}
        onClick={() => openEntry(isOpen ? null : key)}
      >
        <span className="hidden-text">{`${isOpen ? 'Close' : 'Edit'} ${name}: `}</span>
        <span className="entry-question" dir="auto">
          {question || 'New question'}
        </span>
        {!isOpen && (
          <span className={isWrong ? 'error-text entry-answer' : 'muted entry-answer'} dir="auto">
            {isWrong ?? (answer.slice(0, SHOWN) || 'No answer yet')}
          </span>
        )}
        <Icon name="chevron" />
      </button>
      {isOpen && (
        <>
          <EntryText
            id={`${key}-question`}
            label={name}
            placeholder="What do visitors ask?"
            value={question}
            error={errorFor('question', question)}
            count={characterCount(question, MOST_ENTRY_CHARACTERS.question)}
            onChange={(text) => changeEntry('faqs', key, { question: text })}
          />
          <EntryText
            id={`${key}-answer`}
            label={`Answer ${row.index + 1}`}
            placeholder="What should the agent answer?"
            isLong
            value={answer}
            error={errorFor('answer', answer)}
            count={characterCount(answer, MOST_ENTRY_CHARACTERS.answer)}
            onChange={(text) => changeEntry('faqs', key, { answer: text })}
          />
        </>
      )}
    </EntryRow>
  )
})
