import { expect, it } from 'vitest'
import { promiseOf } from '../../../server/agent/model/answer.ts'

it.each([
  "I'll pass that on to the team.",
  'I have passed your question along.',
  "I'll forward this to the owner.",
  'The team will get back to you on that.',
  'Our team will tell you the price.',
  'Someone from the team will call you.',
  'Someone will be in touch shortly.',
  'A team member will contact you.',
  "We'll follow up with you.",
  "They'll let you know.",
  'I will let the owner know.',
  "I've noted your question.",
  "I'll ask the team.",
  "I'll have someone reach out.",
  "I'll make sure the owner sees this.",
])('%j is a promise of the team, so a person is needed', (text) => expect(promiseOf(text)).toBe('unanswered'))

it.each([
  'Our team has ten years of experience.',
  'The team works Monday to Friday.',
  'You can call us at 614-555-0100.',
  'Mowing is $45 a visit.',
  'What is your name?',
  'Would you like us to mow weekly?',
  'We are fully insured in Ohio.',
])('%j promises nothing', (text) => expect(promiseOf(text)).toBeNull())
