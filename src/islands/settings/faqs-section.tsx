import { useStore } from '@nanostores/react'
import { memo } from 'react'
import {
  characterCount,
  lengthHint,
  MOST_ENTRY_CHARACTERS,
} from '../../domain/settings/profile-validation.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import type { FaqEntry } from '../../domain/settings/settings.ts'
import { missingFaqs } from '../../domain/settings/starter-pack.ts'
import {
  $faqsProblem,
  addFaq,
  addStarterPack,
  canAdd,
  changeEntry,
  removeAll,
} from '../../stores/settings/settings.ts'
import { EntryList, type OnDone } from './entry-list.tsx'
import { EntryRow } from './entry-row.tsx'
import { EntryText } from './entry-text.tsx'
import { FaqFile } from './faq-file.tsx'
import { focusEntry } from './focus.ts'
import { Section } from './section.tsx'
import { useField, useFieldErrors } from './use-field.ts'
import { useUndo } from './use-undo.ts'

/** Section 2, Frequently Asked Questions. */
export function FaqsSection() {
  const faqs = useField('faqs')
  const errors = useFieldErrors('faqs')
  const offerUndo = useUndo()
  const starters = missingFaqs(faqs)

  const addStarters = () => {
    const keys = addStarterPack('faqs')
    if (keys.length > 0) offerUndo(`${keys.length} questions added.`, () => removeAll('faqs', keys))
  }

  return (
    <Section
      id="faqs"
      lead="Your agent answers these in your words."
      aside={<FaqFile isEmpty={faqs.length === 0} />}
      problem={useStore($faqsProblem, { ssr: () => null })}
    >
      <EntryList list="faqs" label="Frequently asked questions" onDone={offerUndo}>
        {faqs.map((entry, index) => (
          <FaqRow
            key={entry.key}
            entry={entry}
            index={index}
            total={faqs.length}
            errors={errorsFor(errors, entry.key)}
            onDone={offerUndo}
          />
        ))}
      </EntryList>
      {faqs.length === 0 && <p className="muted">No questions yet.</p>}
      <div className="entries-foot">
        <button
          type="button"
          className="button quiet"
          disabled={!canAdd('faqs', faqs.length)}
          onClick={() => {
            const key = addFaq()
            if (key) focusEntry(key)
          }}
        >
          Add Question
        </button>
        {starters.length > 0 && canAdd('faqs', faqs.length) && (
          <button type="button" className="link-button" onClick={addStarters}>
            Add lawn-care starter pack ({starters.length})
          </button>
        )}
        <span className="muted">{faqs.length === 1 ? '1 question' : `${faqs.length} questions`}</span>
      </div>
    </Section>
  )
}

const NONE: readonly FieldError[] = []

/** Returns the errors of an entry. Rows without errors share one empty list, so that they do not render again. */
export function errorsFor(errors: readonly FieldError[], key: string): readonly FieldError[] {
  if (errors.length === 0) return NONE
  const mine = errors.filter(({ entry }) => entry === key)
  return mine.length > 0 ? mine : NONE
}

interface RowProps {
  entry: FaqEntry
  index: number
  total: number
  errors: readonly FieldError[]
  onDone: OnDone
}

const FaqRow = memo(function FaqRow({ entry, index, total, errors, onDone }: RowProps) {
  const { key, question, answer } = entry
  const name = `Question ${index + 1}`
  const errorFor = (part: 'question' | 'answer', text: string) =>
    errors.find(({ at }) => at === part)?.message ??
    lengthHint(text, MOST_ENTRY_CHARACTERS[part])?.message ??
    null
  return (
    <EntryRow list="faqs" entryKey={key} index={index} total={total} name={name} isRemovable onDone={onDone}>
      <EntryText
        id={`${key}-question`}
        label={`Question ${index + 1}`}
        placeholder="What do visitors ask?"
        value={question}
        error={errorFor('question', question)}
        count={characterCount(question, MOST_ENTRY_CHARACTERS.question)}
        onChange={(text) => changeEntry('faqs', key, { question: text })}
      />
      <EntryText
        id={`${key}-answer`}
        label={`Answer ${index + 1}`}
        placeholder="What should the agent answer?"
        isLong
        value={answer}
        error={errorFor('answer', answer)}
        count={characterCount(answer, MOST_ENTRY_CHARACTERS.answer)}
        onChange={(text) => changeEntry('faqs', key, { answer: text })}
      />
    </EntryRow>
  )
})
