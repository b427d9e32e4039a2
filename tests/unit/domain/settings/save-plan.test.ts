import { describe, expect, it } from 'vitest'
import { byFieldOrder } from '../../../../src/domain/settings/fields.ts'
import { fieldErrors, partOf, savePlan } from '../../../../src/domain/settings/save-plan.ts'
import type { Changes } from '../../../../src/domain/settings/settings.ts'

const changes: Changes = {
  phone: { base: null, mine: ' 555 ' },
  agent_name: { base: 'Ann', mine: '  ' },
  pricing_notes: { base: null, mine: ' kept ' },
  service_area_zipcodes: { base: ['1'], mine: [] },
  use_emojis: { base: false, mine: true },
  faqs: {
    base: [],
    mine: [
      { key: 'blank', question: ' ', answer: '' },
      { key: 'half', question: 'Q', answer: '' },
      { key: 'whole', question: 'Q2', answer: 'A2' },
    ],
  },
  questions: {
    base: [],
    mine: [
      { key: 'q', question_text: 'How big?' },
      { key: 'r', question_text: '' },
    ],
  },
}

describe('a save', () => {
  it('sends only what has changed', () => {
    expect(savePlan({})).toEqual({ profile: null, faqs: null, questions: null })
    expect(savePlan({ phone: { base: null, mine: '1' } })).toEqual({
      profile: { phone: '1' },
      faqs: null,
      questions: null,
    })
  })

  it('sends blank texts as null, trims addresses, and drops blank entries', () => {
    const plan = savePlan(changes)
    expect(plan.profile).toEqual({
      phone: '555',
      agent_name: null,
      pricing_notes: ' kept ',
      service_area_zipcodes: [],
      use_emojis: true,
    })
    expect(plan.faqs?.body).toEqual([
      { question: 'Q', answer: '', order_index: 0 },
      { question: 'Q2', answer: 'A2', order_index: 1 },
    ])
    expect(plan.questions?.body).toEqual([{ question_text: 'How big?', order_index: 0 }])
  })

  it('sends values that the console filled in, unless the owner typed there', () => {
    expect(savePlan({}, { escalation_email: 'me@x.test' }).profile).toEqual({ escalation_email: 'me@x.test' })
    const typed: Changes = { escalation_email: { base: 'me@x.test', mine: '' } }
    expect(savePlan(typed, { escalation_email: 'me@x.test' }).profile).toEqual({ escalation_email: null })
  })

  it('assigns each field to its part', () => {
    expect(['phone', 'faqs', 'questions'].map((field) => partOf(field as 'phone'))).toEqual([
      'profile',
      'faqs',
      'questions',
    ])
  })
})

describe('an error response', () => {
  const plan = savePlan(changes)
  const issue = (path: string) => ({ path, message: `about ${path}` })

  it.each([
    ['profile', [issue('phone')], [{ field: 'phone', entry: null, at: '' }]],
    ['profile', [issue('service_area_zipcodes.12')], [{ field: 'service_area_zipcodes', at: '12' }]],
    ['profile', { message: 'no', details: [issue('phone')] }, [{ field: 'phone' }]],
    ['faqs', [issue('0.answer')], [{ field: 'faqs', entry: 'half', at: 'answer' }]],
    ['faqs', [issue('1.question')], [{ field: 'faqs', entry: 'whole', at: 'question' }]],
    ['questions', [issue('0.question_text')], [{ field: 'questions', entry: 'q', at: 'question_text' }]],
  ] as const)('of the %s is shown at its field: %j', (part, details, expected) => {
    expect(fieldErrors(part, plan, details)).toMatchObject(expected)
  })

  it.each([
    ['profile', [issue('')]],
    ['profile', [issue('email')]],
    ['profile', [issue('constructor')]],
    ['faqs', [issue('')]],
    ['faqs', [issue('9.answer')]],
    ['faqs', [issue('x')]],
    ['profile', null],
    ['profile', 'text'],
    ['profile', { details: 'text' }],
    ['profile', [null, 1, { path: 1, message: 'x' }, { path: 'phone' }]],
  ] as const)('of the %s without known fields is ignored: %j', (part, details) => {
    expect(fieldErrors(part, plan, details)).toEqual([])
  })

  it('follows the order of the screen', () => {
    const errors = fieldErrors('profile', plan, [issue('pricing_notes'), issue('use_emojis'), issue('phone')])
    expect(errors.toSorted(byFieldOrder).map(({ field }) => field)).toEqual([
      'phone',
      'use_emojis',
      'pricing_notes',
    ])
  })
})
