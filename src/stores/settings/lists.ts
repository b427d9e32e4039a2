import { LIMITS } from '../../contract/limits.ts'
import { editEntry, insertEntry, moveEntry, removeEntry } from '../../domain/common/entry-list.ts'
import { type FaqCsv, faqsFromCsv, faqsToCsv } from '../../domain/settings/faq-csv.ts'
import type { FaqEntry, QuestionEntry } from '../../domain/settings/settings.ts'
import { missingFaqs, missingQuestions } from '../../domain/settings/starter-pack.ts'
import { randomId } from '../../platform/random-id.ts'
import { $account } from '../base/session/account.ts'
import { $settings, setField } from './state.ts'

type ListField = 'faqs' | 'questions'
type Entry<Field extends ListField> = Field extends 'faqs' ? FaqEntry : QuestionEntry
type Typed<Field extends ListField> = Omit<Entry<Field>, 'key'>

const listOf = <Field extends ListField>(field: Field) =>
  ($settings.get()?.[field] ?? []) as readonly Entry<Field>[]

const setList = <Field extends ListField>(field: Field, list: readonly Entry<Field>[]) =>
  setField(field, list as never)

/** Returns whether the list has room for `more` entries within the contract's limit. */
export function canAdd(field: ListField, length: number, more = 1): boolean {
  return length + more <= LIMITS[field]
}

/** Returns whether an entry can be removed (section 5). The last qualification question cannot. */
export function canRemove(field: ListField, length: number): boolean {
  return field === 'faqs' ? length > 0 : length > 1
}

/**
 * Adds entries at the end or at the start and returns their keys. If they would exceed the contract's limit, adds
 * nothing and returns an empty array.
 */
function addEntries<Field extends ListField>(
  field: Field,
  entries: readonly Typed<Field>[],
  place: 'end' | 'start' = 'end',
): string[] {
  const list = listOf(field)
  if (!$settings.get() || !canAdd(field, list.length, entries.length)) return []
  const added = entries.map((entry) => ({ ...entry, key: randomId('new') }) as Entry<Field>)
  setList(field, place === 'end' ? [...list, ...added] : [...added, ...list])
  return added.map(({ key }) => key)
}

/** Adds a question and answer at the start, empty by default. Returns its key, or null if the list is full. */
export const addFaq = (question = '', answer = ''): string | null =>
  addEntries('faqs', [{ question, answer }], 'start')[0] ?? null

/** Adds an empty qualification question at the end. Returns its key, or null if the list is full. */
export const addQuestion = (): string | null => addEntries('questions', [{ question_text: '' }])[0] ?? null

export function changeEntry<Field extends ListField>(
  field: Field,
  key: string,
  change: Partial<Typed<Field>>,
): void {
  setList(field, editEntry<Entry<Field>>(listOf(field), key, change as never))
}

/**
 * Moves an entry to an index of the resulting list. Returns an undo function that moves it back and keeps later input;
 * null if nothing moves.
 */
export function moveTo(field: ListField, key: string, index: number): (() => void) | null {
  const list = listOf(field)
  const from = list.findIndex((entry) => entry.key === key)
  const moved = moveEntry(list, key, index)
  if (moved.findIndex((entry) => entry.key === key) === from) return null
  const account = $account.get()
  setList(field, moved)
  return () => {
    if ($account.get() === account) setList(field, moveEntry(listOf(field), key, from))
  }
}

/**
 * Removes an entry. Returns an undo function that restores it and keeps later input; null if it cannot be removed.
 */
export function removeFrom<Field extends ListField>(field: Field, key: string): (() => void) | null {
  const list = listOf(field)
  const taken = canRemove(field, list.length) ? removeEntry(list, key) : null
  if (!taken) return null
  const account = $account.get()
  setList(field, taken.list)
  return () => {
    if ($account.get() === account) setList(field, insertEntry(listOf(field), taken.removed, taken.index))
  }
}

/** Removes entries, for example to undo an import. */
export function removeAll(field: ListField, keys: readonly string[]): void {
  const gone = new Set(keys)
  setList(
    field,
    listOf(field).filter((entry) => !gone.has(entry.key)),
  )
}

/** The result of an import; `added` contains the keys of the entries, so that {@link removeAll} can undo it. */
export interface FaqImport extends Omit<FaqCsv, 'faqs'> {
  added: readonly string[]
}

/** Appends the questions and answers of a CSV file. */
export function importFaqs(text: string): FaqImport {
  const { faqs, ...rest } = faqsFromCsv(text, listOf('faqs'))
  return { ...rest, added: addEntries('faqs', faqs) }
}

export const exportFaqs = (): string => faqsToCsv(listOf('faqs'))

/** Adds the missing entries of the starter pack, as far as the list has room. Returns their keys. */
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
