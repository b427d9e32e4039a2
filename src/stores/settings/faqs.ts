import { computed, type ReadableAtom } from 'nanostores'
import { searchFaqs } from '../../domain/settings/faq-search.ts'
import type { FaqEntry } from '../../domain/settings/settings.ts'
import { missingFaqs } from '../../domain/settings/starter-pack.ts'
import { fieldStore } from './fields.ts'
import { later } from './later.ts'

const $faqs = fieldStore('faqs')

/** The list, updated after the next paint. */
const $shownFaqs = later($faqs)

const keysOf = (faqs: readonly FaqEntry[]) => faqs.map(({ key }) => key)

/** Returns a function that returns the previous list as long as the keys are the same. */
function stable(): (keys: readonly string[]) => readonly string[] {
  let before: readonly string[] = []
  return (keys) => {
    const isSame = keys.length === before.length && keys.every((key, at) => key === before[at])
    if (!isSame) before = keys
    return before
  }
}

const sameKeys = stable()

/** The keys of the questions, in order. The list stays the same object while the user types a question or answer. */
export const $faqKeys: ReadableAtom<readonly string[]> = computed($faqs, (faqs) => sameKeys(keysOf(faqs)))

const $byKey = computed($faqs, (faqs) => new Map(faqs.map((entry) => [entry.key, entry])))

/** Returns the store of one question; undefined once it is removed. */
export const faqStore = (key: string): ReadableAtom<FaqEntry | undefined> =>
  computed($byKey, (byKey) => byKey.get(key))

/** Returns a store of the keys of the questions that contain the words of a text, updated after the next paint. */
export function foundFaqs(text: string): ReadableAtom<readonly string[]> {
  const same = stable()
  return computed($shownFaqs, (faqs) => same(keysOf(searchFaqs(faqs, text))))
}

/** The number of starter pack questions that are not in the list, updated after the next paint. */
export const $missingFaqs: ReadableAtom<number> = computed($shownFaqs, (faqs) => missingFaqs(faqs).length)
