import { atom, computed, map, onMount, type ReadableAtom } from 'nanostores'
import { LIMITS } from '../../contract/limits.ts'
import { SETTINGS_SECTIONS, type SectionId, sectionOf } from '../../domain/settings/fields.ts'
import {
  SCREENED_FIELDS,
  type ScreenedField,
  splitPrivate,
  withoutSentences,
  withSentences,
} from '../../domain/settings/private-notes.ts'
import { $account, type Account } from '../base/session/account.ts'
import { fieldStore } from './fields.ts'
import { later } from './later.ts'
import { $changedFields, $settings, setField } from './state.ts'

/** Whether the API has private notes, or the draft contains some. */
export const $hasPrivateNotes: ReadableAtom<boolean> = computed(
  fieldStore('private_notes'),
  (notes) => notes !== undefined,
)

type Screened<Value> = Readonly<Record<ScreenedField, ReadableAtom<Value>>>

const ofEach = <Value>(storeOf: (field: ScreenedField) => ReadableAtom<Value>): Screened<Value> => ({
  prompt_summary: storeOf('prompt_summary'),
  services_description: storeOf('services_description'),
  pricing_notes: storeOf('pricing_notes'),
})

const NONE: readonly string[] = []

/**
 * The sentences of each field that the agent doesn't get to know, updated after the next paint. Empty if the API has no
 * private notes, and for a text that is too long to be saved.
 */
export const privateSentences: Screened<readonly string[]> = ofEach((field) =>
  computed([later(fieldStore(field)), $hasPrivateNotes], (text, hasNotes) =>
    hasNotes && text && text.length <= LIMITS.longText ? splitPrivate(text).taken : NONE,
  ),
)

function isPrivateIn(id: SectionId): ReadableAtom<boolean> {
  const lists = SCREENED_FIELDS.filter((field) => sectionOf(field) === id).map(
    (field) => privateSentences[field],
  )
  return lists.length === 0
    ? atom(false)
    : computed(lists, (...all) => all.some((sentences) => sentences.length > 0))
}

/** Whether each section has such sentences. */
export const sectionsWithPrivate = Object.fromEntries(
  SETTINGS_SECTIONS.map(({ id }) => [id, isPrivateIn(id)]),
) as Record<SectionId, ReadableAtom<boolean>>

/** A text before and after a move. */
interface Moved<Text> {
  before: Text
  after: string
}

interface Move {
  account: Account | null
  sentences: readonly string[]
  text: Moved<string>
  notes: Moved<string | null>
}

/** The last move from each field that isn't saved. */
const $moves = map<Partial<Record<ScreenedField, Move>>>({})

onMount($moves, () =>
  $changedFields.subscribe((changed) => {
    if (!changed.includes('private_notes')) $moves.set({})
  }),
)

/** The number of sentences that {@link undoMove} would move back to each field. */
export const movedSentences: Screened<number> = ofEach((field) =>
  computed([$moves, $account], ({ [field]: move }, account) =>
    move && move.account === account ? move.sentences.length : 0,
  ),
)

/** Moves the private sentences of a field to the end of the private notes. Both stay unsaved changes. */
export function movePrivate(field: ScreenedField): void {
  const settings = $settings.get()
  const text = settings?.[field] ?? ''
  const { left, taken } = splitPrivate(text)
  if (!settings || settings.private_notes === undefined || taken.length === 0) return
  const before = settings.private_notes
  const after = withSentences(before, taken)
  setField('private_notes', after)
  setField(field, left)
  $moves.setKey(field, {
    account: $account.get(),
    sentences: taken,
    text: { before: text, after: left },
    notes: { before, after },
  })
}

/** Undoes {@link movePrivate} and keeps what was typed since then. */
export function undoMove(field: ScreenedField): void {
  const settings = $settings.get()
  const move = $moves.get()[field]
  if (!settings || !move || move.account !== $account.get()) return
  const { sentences, text, notes } = move
  const now = settings.private_notes ?? ''
  setField(
    field,
    (settings[field] ?? '') === text.after ? text.before : withSentences(settings[field], sentences),
  )
  setField('private_notes', now === notes.after ? notes.before : withoutSentences(now, sentences))
  $moves.setKey(field, undefined)
}
