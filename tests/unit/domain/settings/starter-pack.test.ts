import * as v from 'valibot'
import { describe, expect, it } from 'vitest'
import { putFaqs, putQuestions } from '../../../../src/contract/knowledge.ts'
import {
  missingFaqs,
  missingQuestions,
  STARTER_FAQS,
  STARTER_QUESTIONS,
} from '../../../../src/domain/settings/starter-pack.ts'

describe('the starter pack', () => {
  it('contains ten FAQs and nine questions that the server accepts', () => {
    expect(STARTER_FAQS).toHaveLength(10)
    expect(STARTER_QUESTIONS).toHaveLength(9)
    const faqs = STARTER_FAQS.map((faq, order_index) => ({ ...faq, order_index }))
    expect(putFaqs.body && v.is(putFaqs.body, faqs)).toBe(true)
    const questions = STARTER_QUESTIONS.map((question_text, order_index) => ({ question_text, order_index }))
    expect(putQuestions.body && v.is(putQuestions.body, questions)).toBe(true)
  })

  it('adds nothing twice', () => {
    expect(missingFaqs([])).toEqual(STARTER_FAQS)
    expect(missingFaqs(STARTER_FAQS)).toEqual([])
    expect(missingFaqs([{ question: ' how MUCH does lawn mowing cost? ', answer: '' }])).toHaveLength(9)
    expect(missingQuestions([{ question_text: 'About how large is your lawn?' }])).toHaveLength(8)
  })
})
