import { describe, expect, it } from 'vitest'
import { faultOf } from '../../../server/agent/model/guards.ts'
import { readState } from '../../../server/agent/state.ts'
import { aContext, FRIDAY_MORNING } from './business.ts'

const NOTES = 'Steve leads our crew. We were top-rated in Austin.'
const SAID = [
  'I am Jane Doe. Is Bob coming? Other companies are cheaper. Text 737-555-0144 or jane@doe.test.',
]
const fault = (text: string, summary: string | null = null, visitor: readonly string[] = SAID) =>
  faultOf(text, {
    business: aContext({ summary }).business,
    now: FRIDAY_MORNING,
    state: readState({ known: { name: 'Jane Doe' } }),
    scripted: ['What is your name?'],
    visitor,
    team: ['This is Rosa, I wrote you an email.'],
    instructions: '',
  })

describe('who comes or calls', () => {
  it.each([
    'Bob will come by for a look.',
    "Great, Mike'll call you about it.",
    'Our technician Luis knows sprinklers well.',
    'Please ask for Steve.',
    'Dr. Watson can visit you.',
    'Steve Miller is on his way.',
  ])('must not be invented: %s', (text) => {
    expect(fault(text)).toBe('a person whom the business has not named')
  })

  it.each([
    'Someone will call you.',
    'We will come to your place. They can help with that.',
    'I can help with that. It will help the lawn.',
    'Ava can help you here.',
    'The team will contact you.',
    'What can we help you with? Who will come?',
    'Aeration will help the lawn.',
    'Rosa will help you.',
  ])('can be the team, or whom it names: %s', (text) => {
    expect(fault(text)).toBeNull()
  })

  it("can be whom the owner's settings name", () => {
    expect(fault('Steve will come by for a look.', NOTES)).toBeNull()
  })
})

describe('other businesses', () => {
  it.each([
    'We are better than TruGreen.',
    'Our competitors are slow.',
    'We work faster than most other companies.',
    'We are the best in town.',
    'You get five-star service.',
  ])('are not spoken about: %s', (text) => {
    expect(fault(text)).toBe('a claim about other businesses')
  })

  it.each(["I can't compare us with other companies.", 'I know only this business, not its competitors.'])(
    'may be refused: %s',
    (text) => {
      expect(fault(text)).toBeNull()
    },
  )

  it("may be compared as the owner's settings do", () => {
    expect(fault('We were top-rated in Austin.', NOTES)).toBeNull()
  })
})

describe('links and numbers', () => {
  it.each([
    ['Write to hello@green.test or call (512) 555-0100.', null],
    ['We will text (737) 555-0144 or write to jane@doe.test.', null],
    ['Write to hello@blue.test.', 'a link'],
    ['Call 512-555-0199.', 'a number'],
  ])('come from the business or the visitor: %s', (text, expected) => {
    expect(fault(text)).toBe(expected)
  })

  it("of the business need no reading of the visitor's words", () => {
    const unread = new Proxy(
      {},
      {
        get() {
          throw new Error('The visitor is read')
        },
      },
    ) as string
    expect(fault('Write to hello@green.test or call (512) 555-0100.', null, [unread])).toBeNull()
  })
})
