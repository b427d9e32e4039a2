import { computed, type ReadableAtom } from 'nanostores'
import { fieldStore } from './fields.ts'

/** Whether the API has private notes, or the draft contains some. */
export const $hasPrivateNotes: ReadableAtom<boolean> = computed(
  fieldStore('private_notes'),
  (notes) => notes !== undefined,
)
