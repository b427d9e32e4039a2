import { describe, expect, it } from 'vitest'
import { findAnswer } from '../../../server/agent/faq.ts'
import { aContext } from './business.ts'

const { faqs } = aContext().business

describe('findAnswer', () => {
  it.each([
    ['Are you insured?', 'Are you licensed and insured?'],
    ['are you guys licensed', 'Are you licensed and insured?'],
    ['how much does mowing cost', 'How much does a mowing visit cost?'],
    ['is the estimate free?', 'Do you offer free estimates?'],
    ['which area do you serve', 'What areas do you serve?'],
  ])('%j is answered by %j', (text, question) => {
    expect(findAnswer(faqs, text)?.question).toBe(question)
  })

  it.each(['What is your refund policy?', 'do you take credit cards', 'hello', '', '???', '🌱'])(
    'does not guess for %j',
    (text) => {
      expect(findAnswer(faqs, text)).toBeNull()
    },
  )

  it('has no answer without entries', () => {
    expect(findAnswer([], 'Are you insured?')).toBeNull()
  })
})
