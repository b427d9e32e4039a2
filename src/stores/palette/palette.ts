import { atom, type ReadableAtom } from 'nanostores'

export type PalettePart = 'palette' | 'keys'

const $part = atom<PalettePart | null>(null)

/** The open part: the palette, the list of keys, or null. */
export const $palettePart: ReadableAtom<PalettePart | null> = $part

/** Opens the palette or the list of keys in place of the other; null closes it. */
export function showPalette(part: PalettePart | null): void {
  $part.set(part)
}
