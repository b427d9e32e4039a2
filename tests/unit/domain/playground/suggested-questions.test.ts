import { describe, expect, it } from 'vitest'
import { suggestedQuestions } from '../../../../src/domain/playground/suggested-questions.ts'

describe('the suggested questions', () => {
  it('cover the services in order, then general questions', () => {
    expect(suggestedQuestions(['Irrigation Systems', 'HOA contracts'])).toEqual([
      'How much would irrigation systems cost?',
      'Can I get a free estimate for HOA contracts?',
      'Which areas do you serve?',
      'When are you open?',
      'Can I book a free estimate call?',
    ])
  })

  it('are at most six', () => {
    const questions = suggestedQuestions(Array.from({ length: 100 }, (_, index) => `Service ${index}`))
    expect(questions).toHaveLength(6)
    expect(questions[3]).toBe('How much would Service 3 cost?')
  })

  it('exist without services and skip blank ones', () => {
    expect(suggestedQuestions([' '])).toEqual(suggestedQuestions([]))
    expect(suggestedQuestions([])).toHaveLength(3)
  })
})
