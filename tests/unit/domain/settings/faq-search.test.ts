import { expect, it } from 'vitest'
import { searchFaqs } from '../../../../src/domain/settings/faq-search.ts'

const FAQS = [
  { key: 'a', question: 'Do you edge?', answer: 'Yes, on every\nvisit.' },
  { key: 'b', question: 'When do you come?', answer: 'On Fridays' },
  { key: 'c', question: '', answer: '' },
]

const found = (text: string) => searchFaqs(FAQS, text).map(({ key }) => key)

it('finds all words in question or answer, in any order and case', () => {
  expect(found('VISIT edge')).toEqual(['a'])
  expect(found('do you')).toEqual(['a', 'b'])
  expect(found('every visit')).toEqual(['a'])
  expect(found('edge fridays')).toEqual([])
})

it('ignores accents and apostrophes', () => {
  const faq = { key: 'd', question: '¿Cortan el césped?', answer: 'It’s our main service.' }
  expect(searchFaqs([faq], "cesped it's")).toEqual([faq])
})

it('finds everything for a blank text', () => expect(found('  ')).toEqual(['a', 'b', 'c']))
