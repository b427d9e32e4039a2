import { LIMITS } from '../contract/limits.ts'
import { editEntry, insertEntry, moveEntry, removeEntry } from '../domain/entry-list.ts'
import { type FaqCsv, faqsFromCsv, faqsToCsv } from '../domain/faq-csv.ts'
import type { FaqEntry, QuestionEntry } from '../domain/settings.ts'
import { missingFaqs, missingQuestions } from '../domain/starter-pack.ts'
import { randomId } from '../platform/random-id.ts'
import { $owner } from './owner.ts'
import { $settings, setField } from './settings-state.ts'

type ListField = 'faqs' | 'questions'
type Entry<Field extends ListField> = Field extends 'faqs' ? FaqEntry : QuestionEntry
type Typed<Field extends ListField> = Omit<Entry<Field>, 'key'>

const listOf = <Field extends ListField>(field: Field) =>
  ($settings.get()?.[field] ?? []) as readonly Entry<Field>[]

const setList = <Field extends ListField>(field: Field, list: readonly Entry<Field>[]) =>
  setField(field, list as never)

/** Whether the list may take `more` entries within the bounds of the contract. */
export function canAdd(field: ListField, length: number, more = 1): boolean {
  return length + more <= LIMITS[field]
}

/** Section 5: whether an entry may be removed. Of the qualification questions the last one remains. */
export function canRemove(field: ListField, length: number): boolean {
  return field === 'faqs' ? length > 0 : length > 1
}

/** Adds entries at the end and answers with their keys; with none when that would exceed the contract's bound. */
function addEntries<Field extends ListField>(field: Field, entries: readonly Typed<Field>[]): string[] {
  const list = listOf(field)
  if (!$settings.get() || !canAdd(field, list.length, entries.length)) return []
  const added = entries.map((entry) => ({ ...entry, key: randomId('new') }) as Entry<Field>)
  setList(field, [...list, ...added])
  return added.map(({ key }) => key)
}

/** Adds an empty question and answer; its key, or null when the list is full. */
export const addFaq = (): string | null => addEntries('faqs', [{ question: '', answer: '' }])[0] ?? null

/** Adds an empty qualification question; its key, or null when the list is full. */
export const addQuestion = (): string | null => addEntries('questions', [{ question_text: '' }])[0] ?? null

/** Types into an entry. */
export function changeEntry<Field extends ListField>(
  field: Field,
  key: string,
  change: Partial<Typed<Field>>,
): void {
  setList(field, editEntry<Entry<Field>>(listOf(field), key, change as never))
}

/**
 * Moves an entry to a place, counted from 0 in the list that results. Answers with the undo, which takes it back to
 * its place whatever has been typed since; null when nothing moves.
 */
export function moveTo(field: ListField, key: string, index: number): (() => void) | null {
  const list = listOf(field)
  const from = list.findIndex((entry) => entry.key === key)
  const moved = moveEntry(list, key, index)
  if (moved.findIndex((entry) => entry.key === key) === from) return null
  const owner = $owner.get()
  setList(field, moved)
  return () => {
    if ($owner.get() === owner) setList(field, moveEntry(listOf(field), key, from))
  }
}

/**
 * Removes an entry. Answers with the undo, which puts it back in its place whatever has been typed since; null when
 * it may not be removed.
 */
export function removeFrom<Field extends ListField>(field: Field, key: string): (() => void) | null {
  const list = listOf(field)
  const taken = canRemove(field, list.length) ? removeEntry(list, key) : null
  if (!taken) return null
  const owner = $owner.get()
  setList(field, taken.list)
  return () => {
    if ($owner.get() === owner) setList(field, insertEntry(listOf(field), taken.removed, taken.index))
  }
}

/** Removes entries, such as those of an import that was not meant. */
export function removeAll(field: ListField, keys: readonly string[]): void {
  const gone = new Set(keys)
  setList(
    field,
    listOf(field).filter((entry) => !gone.has(entry.key)),
  )
}

/** What an import has brought; `added` holds the keys of the entries, for {@link removeAll} to undo it. */
export interface FaqImport extends Omit<FaqCsv, 'faqs'> {
  added: readonly string[]
}

/** Adds the questions and answers of a CSV file at the end of the list. */
export function importFaqs(text: string): FaqImport {
  const { faqs, ...rest } = faqsFromCsv(text, listOf('faqs'))
  return { ...rest, added: addEntries('faqs', faqs) }
}

/** The list as it is shown, as a CSV file. */
export const exportFaqs = (): string => faqsToCsv(listOf('faqs'))

/** Adds what the list lacks of the starter pack, as far as it fits; the keys of what was added. */
export function addStarterPack(field: ListField): string[] {
  if (field === 'faqs') {
    const list = listOf('faqs')
    return addEntries('faqs', missingFaqs(list).slice(0, LIMITS.faqs - list.length))
  }
  const list = listOf('questions')
  const texts = missingQuestions(list).slice(0, LIMITS.questions - list.length)
  return addEntries(
    'questions',
    texts.map((question_text) => ({ question_text })),
  )
}
