import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  $faqKeys,
  $missingFaqs,
  $settings,
  $shownProfile,
  addFaq,
  changeEntry,
  faqStore,
  foundFaqs,
  moveTo,
  removeFrom,
  setField,
} from '../../../../src/stores/settings/settings.ts'
import { sharedServer } from '../../../support/server.ts'
import { settingsScene } from '../../../support/settings-scene.ts'

const server = await sharedServer()
let scene: ReturnType<typeof settingsScene>

beforeEach(async () => {
  scene = settingsScene(server)
  await scene.open()
})
afterEach(() => scene.leave())

const faqs = () => $settings.get()?.faqs ?? []

it('a key in an answer changes only its question', () => {
  const [first, second] = $faqKeys.get()
  const changed: string[] = []
  const watch = (name: string, store: { listen: (changed: () => void) => () => void }) =>
    store.listen(() => changed.push(name))
  const stops = [
    watch('keys', $faqKeys),
    watch('first', faqStore(first ?? '')),
    watch('second', faqStore(second ?? '')),
    watch('preview', $shownProfile),
    watch('found', foundFaqs('')),
  ]
  vi.useFakeTimers()
  changeEntry('faqs', second ?? '', { answer: 'Twice a year' })
  vi.advanceTimersByTime(1_000)
  expect(changed).toEqual(['second'])
  setField('welcome_heading', 'How')
  setField('welcome_heading', 'Howdy')
  expect(changed).toEqual(['second'])
  // The preview follows once the user pauses.
  vi.advanceTimersByTime(1_000)
  expect(changed).toEqual(['second', 'preview'])
  vi.useRealTimers()
  for (const stop of stops) stop()
})

it('keys follow what is added, moved, and removed', () => {
  const keys: (readonly string[])[] = []
  const stop = $faqKeys.subscribe((now) => keys.push(now))
  const added = addFaq() ?? ''
  expect(keys.at(-1)).toEqual([added, ...(keys[0] ?? [])])
  expect(faqStore(added).get()).toMatchObject({ question: '', answer: '' })
  moveTo('faqs', added, 1)
  expect(keys.at(-1)?.[1]).toBe(added)
  removeFrom('faqs', added)
  expect(keys.at(-1)).toEqual(keys[0])
  expect(faqStore(added).get()).toBeUndefined()
  stop()
})

it('the search follows what is typed', () => {
  const $found = foundFaqs('  PERIWINKLE ')
  const found: number[] = []
  const stop = $found.subscribe((keys) => found.push(keys.length))
  const missing = $missingFaqs.get()
  const key = addFaq() ?? ''
  changeEntry('faqs', key, { answer: 'Periwinkle grows here' })
  expect(found).toEqual([0, 1])
  expect($found.get()).toEqual([key])
  expect($missingFaqs.get()).toBe(missing)
  expect(faqs()).toHaveLength($faqKeys.get().length)
  stop()
})
