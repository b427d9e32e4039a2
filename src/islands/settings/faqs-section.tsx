import { useStore } from '@nanostores/react'
import { useDeferredValue, useState } from 'react'
import { searchFaqs } from '../../domain/settings/faq-search.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import type { FaqEntry } from '../../domain/settings/settings.ts'
import { missingFaqs } from '../../domain/settings/starter-pack.ts'
import {
  $faqsProblem,
  $openEntry,
  addFaq,
  addStarterPack,
  canAdd,
  removeAll,
} from '../../stores/settings/settings.ts'
import { EntryList } from './entry-list.tsx'
import { FaqFile } from './faq-file.tsx'
import { FaqRow } from './faq-row.tsx'
import { focusEntry } from './focus.ts'
import { Section } from './section.tsx'
import { useField, useFieldErrors } from './use-field.ts'
import { useUndo } from './use-undo.ts'

/** The number of questions from which they can be searched. */
const SEARCHED_FROM = 8

/** Section 2, Frequently Asked Questions. */
export function FaqsSection() {
  const faqs = useField('faqs')
  return (
    <Section
      id="faqs"
      lead="Your agent answers these in your words."
      aside={<FaqFile isEmpty={faqs.length === 0} />}
      problem={useStore($faqsProblem, { ssr: () => null })}
    >
      <Faqs faqs={faqs} />
    </Section>
  )
}

function Faqs({ faqs }: { faqs: readonly FaqEntry[] }) {
  const errors = useFieldErrors('faqs')
  const open = useStore($openEntry)
  const offerUndo = useUndo()
  const [text, setText] = useState('')
  const isSearchable = faqs.length >= SEARCHED_FROM
  const asked = isSearchable ? text : ''
  const found = new Set(searchFaqs(faqs, useDeferredValue(asked)))
  const isWhole = found.size === faqs.length

  const add = () => {
    setText('')
    const key = addFaq()
    if (key) focusEntry(key)
  }

  return (
    <>
      <div className="entries-head">
        <button type="button" className="button quiet" disabled={!canAdd('faqs', faqs.length)} onClick={add}>
          Add Question
        </button>
        {isSearchable && (
          <input
            type="search"
            className="field-box text-input entries-search"
            aria-label="Search questions"
            placeholder="Search questions"
            dir="auto"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
        <span className="muted entries-count" role="status">
          {isWhole ? questions(faqs.length) : `${found.size} of ${questions(faqs.length)}`}
        </span>
      </div>
      <EntryList list="faqs" label="Frequently asked questions" onDone={offerUndo}>
        {faqs.map(
          (entry, index) =>
            // The one that is open stays, so that typing does not remove it.
            (found.has(entry) || entry.key === open) && (
              <FaqRow
                key={entry.key}
                entry={entry}
                index={index}
                total={faqs.length}
                isOpen={entry.key === open}
                isMovable={isWhole}
                errors={errorsFor(errors, entry.key)}
                onDone={offerUndo}
              />
            ),
        )}
      </EntryList>
      {faqs.length === 0 && <p className="muted">No questions yet.</p>}
      {faqs.length > 0 && found.size === 0 && <p className="muted">No question or answer has these words.</p>}
      <StarterPack faqs={useDeferredValue(faqs)} />
    </>
  )
}

function StarterPack({ faqs }: { faqs: readonly FaqEntry[] }) {
  const offerUndo = useUndo()
  const starters = missingFaqs(faqs)
  if (starters.length === 0 || !canAdd('faqs', faqs.length)) return null
  const add = () => {
    const keys = addStarterPack('faqs')
    if (keys.length > 0) offerUndo(`${keys.length} questions added.`, () => removeAll('faqs', keys))
  }
  return (
    <p>
      <button type="button" className="link-button" onClick={add}>
        Add lawn-care starter pack ({starters.length})
      </button>
    </p>
  )
}

const questions = (count: number) => (count === 1 ? '1 question' : `${count} questions`)

const NONE: readonly FieldError[] = []

/** Returns the errors of an entry. Rows without errors share one empty list, so that they do not render again. */
export function errorsFor(errors: readonly FieldError[], key: string): readonly FieldError[] {
  if (errors.length === 0) return NONE
  const mine = errors.filter(({ entry }) => entry === key)
  return mine.length > 0 ? mine : NONE
}
