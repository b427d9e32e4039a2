import { atom, type ReadableAtom } from 'nanostores'
import { SETTINGS_SECTIONS, type SectionId } from '../../domain/settings/fields.ts'
import { readJson, writeItem } from '../../platform/storage/storage.ts'
import { $sections, type SectionState } from './progress.ts'

/**
 * The storage key of the sections that the user has folded or unfolded on this device: `{"hours":true}` is unfolded.
 */
const KEY = 'fieldhand.settings-sections'

type Choices = Partial<Record<SectionId, boolean>>

const $open = atom<ReadonlySet<SectionId>>(new Set())
const $entry = atom<string | null>(null)

export const $unfolded: ReadableAtom<ReadonlySet<SectionId>> = $open

/** The key of the list entry that is open for editing; null if none is open. */
export const $openEntry: ReadableAtom<string | null> = $entry

export function openEntry(key: string | null): void {
  $entry.set(key)
}

/**
 * Decides which sections are unfolded: the ones that the user has unfolded on this device, otherwise the first
 * incomplete one, those with unsaved or conflicting fields, and `wanted`. From then on, unfolds a section as soon as it
 * needs attention. Returns the stop function. Call this when the form appears.
 */
export function startFolding(wanted: SectionId | null = null): () => void {
  const choices = readChoices()
  const sections = $sections.get() ?? []
  const incomplete = sections.find(({ missing }) => missing.length > 0)
  const isUnfolded = (section: SectionState) =>
    section.id === wanted ||
    (choices[section.id] ?? (section === incomplete || section.isChanged || section.needsAttention))
  $open.set(new Set(sections.filter(isUnfolded).map(({ id }) => id)))
  $entry.set(null)
  let attended = needingAttention(sections)
  return $sections.listen((next) => {
    const needing = needingAttention(next ?? [])
    for (const id of needing) if (!attended.includes(id)) unfold(id)
    attended = needing
  })
}

const needingAttention = (sections: readonly SectionState[]) =>
  sections.filter(({ needsAttention }) => needsAttention).map(({ id }) => id)

/** Unfolds a section, for example because a link leads to one of its fields. Does not store this on the device. */
export function unfold(id: SectionId): void {
  if (!$open.get().has(id)) $open.set(new Set([...$open.get(), id]))
}

/** Folds or unfolds a section at the user's request, and stores this on the device. */
export function setUnfolded(id: SectionId, isUnfolded: boolean): void {
  if ($open.get().has(id) === isUnfolded) return
  const open = new Set($open.get())
  if (isUnfolded) open.add(id)
  else open.delete(id)
  $open.set(open)
  writeItem(KEY, JSON.stringify({ ...readChoices(), [id]: isUnfolded }))
}

/** Folds or unfolds all sections, and stores this on the device. */
export function setAllUnfolded(isUnfolded: boolean): void {
  const ids = SETTINGS_SECTIONS.map(({ id }) => id)
  $open.set(new Set(isUnfolded ? ids : []))
  writeItem(KEY, JSON.stringify(Object.fromEntries(ids.map((id) => [id, isUnfolded]))))
}

function readChoices(): Choices {
  const stored = (readJson(KEY) ?? {}) as Record<string, unknown>
  const known = SETTINGS_SECTIONS.flatMap(({ id }) => {
    const choice = stored[id]
    return typeof choice === 'boolean' ? [[id, choice] as const] : []
  })
  return Object.fromEntries(known)
}
