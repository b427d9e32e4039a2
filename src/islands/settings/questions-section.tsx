import { useStore } from '@nanostores/react'
import { memo } from 'react'
import {
  characterCount,
  lengthHint,
  MOST_ENTRY_CHARACTERS,
} from '../../domain/settings/profile-validation.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import type { QuestionEntry } from '../../domain/settings/settings.ts'
import { missingQuestions } from '../../domain/settings/starter-pack.ts'
import {
  $questionsProblem,
  addQuestion,
  addStarterPack,
  canAdd,
  canRemove,
  changeEntry,
  removeAll,
} from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { useUndo } from '../../ui/use-undo.ts'
import { EntryList, type OnDone } from './entry-list.tsx'
import { EntryRow } from './entry-row.tsx'
import { EntryText } from './entry-text.tsx'
import { errorsFor } from './faqs-section.tsx'
import { focusEntry } from './focus.ts'
import { Section } from './section.tsx'
import { useField, useFieldErrors } from './use-field.ts'

/**
 * The qualification questions (section 2, Lead Qualification Questions). The user can't remove the last one (section
 * 5).
 */
export function QuestionsSection() {
  const questions = useField('questions')
  const errors = useFieldErrors('questions')
  const offerUndo = useUndo()
  const starters = missingQuestions(questions)
  const isRemovable = canRemove('questions', questions.length)

  const addStarters = () => {
    const keys = addStarterPack('questions')
    if (keys.length > 0) offerUndo(`${keys.length} questions added.`, () => removeAll('questions', keys))
  }

  return (
    <Section
      id="questions"
      lead="Once an appointment is booked or declined, your agent asks up to three of these, in this order. It leaves out what it already knows."
      problem={useStore($questionsProblem, { ssr: () => null })}
    >
      <EntryList list="questions" label="Lead qualification questions" onDone={offerUndo}>
        {questions.map((entry, index) => (
          <QuestionRow
            key={entry.key}
            entry={entry}
            index={index}
            total={questions.length}
            isRemovable={isRemovable}
            errors={errorsFor(errors, entry.key)}
            onDone={offerUndo}
          />
        ))}
      </EntryList>
      {questions.length === 0 && <p className="muted">No questions yet.</p>}
      <div className="entries-foot">
        <Button
          quiet
          text="Add Question"
          disabled={!canAdd('questions', questions.length)}
          onClick={() => {
            const key = addQuestion()
            if (key) focusEntry(key)
          }}
        />
        {starters.length > 0 && canAdd('questions', questions.length) && (
          <Button link text={`Add lawn-care starter pack (${starters.length})`} onClick={addStarters} />
        )}
      </div>
    </Section>
  )
}

interface RowProps {
  entry: QuestionEntry
  index: number
  total: number
  isRemovable: boolean
  errors: readonly FieldError[]
  onDone: OnDone
}

const QuestionRow = memo(function QuestionRow({ entry, index, errors, ...row }: RowProps) {
  const { key, question_text: text } = entry
  const most = MOST_ENTRY_CHARACTERS.question_text
  const name = `Qualification question ${index + 1}`
  return (
    <EntryRow {...row} list="questions" entryKey={key} index={index} name={name}>
      <EntryText
        id={`${key}-text`}
        label={name}
        placeholder="How large is your lawn?"
        value={text}
        error={errors[0]?.message ?? lengthHint(text, most)?.message ?? null}
        count={characterCount(text, most)}
        onChange={(question_text) => changeEntry('questions', key, { question_text })}
      />
    </EntryRow>
  )
})
