import { useStore } from '@nanostores/react'
import { useDeferredValue, useMemo, useState } from 'react'
import { counted } from '../../domain/common/counted.ts'
import type { FieldError } from '../../domain/settings/save-plan.ts'
import {
  $faqKeys,
  $faqsProblem,
  $missingFaqs,
  $openEntry,
  $unfolded,
  addFaq,
  addStarterPack,
  canAdd,
  foundFaqs,
  removeAll,
} from '../../stores/settings/settings.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { useUndo } from '../../ui/use-undo.ts'
import { EntryList } from './entry-list.tsx'
import { FaqFile } from './faq-file.tsx'
import { FaqRow } from './faq-row.tsx'
import { focusEntry } from './focus.ts'
import { Section } from './section.tsx'
import { useFieldErrors } from './use-field.ts'

const AskedQuestions = lazyPart(() => import('./asked-questions.tsx'), {
  name: 'The list of what visitors asked',
})

/** Number of questions from which the section offers a search field. */
const SEARCHED_FROM = 8

/** The frequently asked questions (section 2, Frequently Asked Questions). */
export function FaqsSection() {
  const keys = useStore($faqKeys)
  return (
    <Section
      id="faqs"
      lead="Your agent answers these in your words."
      aside={<FaqFile isEmpty={keys.length === 0} />}
      problem={useStore($faqsProblem, { ssr: () => null })}
    >
      <Faqs keys={keys} />
    </Section>
  )
}

function Faqs({ keys }: { keys: readonly string[] }) {
  const errors = useFieldErrors('faqs')
  const open = useStore($openEntry)
  const isUnfolded = useStore($unfolded).has('faqs')
  const offerUndo = useUndo()
  const [text, setText] = useState('')
  const isSearchable = keys.length >= SEARCHED_FROM
  const found = useFound(isSearchable ? text.trim() : '', keys.length)
  const isWhole = found === null
  const count = isWhole ? keys.length : found.size

  const add = () => {
    setText('')
    const key = addFaq()
    if (key) focusEntry(key)
  }

  return (
    <>
      <div className="entries-head">
        <Button quiet text="Add Question" disabled={!canAdd('faqs', keys.length)} onClick={add} />
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
          {`${isWhole ? '' : `${count} of `}${counted(keys.length, 'question')}`}
        </span>
      </div>
      {isUnfolded && <AskedQuestions />}
      <EntryList list="faqs" label="Frequently asked questions" onDone={offerUndo}>
        {keys.map(
          (key, index) =>
            // Keep the open question, so that typing doesn't remove it.
            (isWhole || found.has(key) || key === open) && (
              <FaqRow
                key={key}
                entryKey={key}
                index={index}
                total={keys.length}
                isOpen={key === open}
                isMovable={isWhole}
                errors={errorsFor(errors, key)}
                onDone={offerUndo}
              />
            ),
        )}
      </EntryList>
      {keys.length === 0 && <p className="muted">No questions yet.</p>}
      {keys.length > 0 && count === 0 && <p className="muted">No question or answer has these words.</p>}
      <StarterPack length={keys.length} />
    </>
  )
}

/** Returns the keys of the questions that contain the words of a text, or null if all `total` questions match. */
function useFound(text: string, total: number): ReadonlySet<string> | null {
  const asked = useDeferredValue(text)
  const found = useStore(useMemo(() => foundFaqs(asked), [asked]))
  return asked === '' || found.length === total ? null : new Set(found)
}

function StarterPack({ length }: { length: number }) {
  const missing = useStore($missingFaqs)
  const offerUndo = useUndo()
  if (missing === 0 || !canAdd('faqs', length)) return null
  const add = () => {
    const keys = addStarterPack('faqs')
    if (keys.length > 0) offerUndo(`${keys.length} questions added.`, () => removeAll('faqs', keys))
  }
  return (
    <p>
      <Button link text={`Add lawn-care starter pack (${missing})`} onClick={add} />
    </p>
  )
}

const NONE: readonly FieldError[] = []

/** Returns the errors of an entry. Rows without errors share one empty list, so that they don't render again. */
export function errorsFor(errors: readonly FieldError[], key: string): readonly FieldError[] {
  if (errors.length === 0) return NONE
  const mine = errors.filter(({ entry }) => entry === key)
  return mine.length > 0 ? mine : NONE
}
