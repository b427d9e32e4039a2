import { expect, test } from 'vitest'
import { respond } from '../../../server/agent/respond.ts'
import { readState } from '../../../server/agent/state.ts'
import { aContext } from './business.ts'

const traceOf = (message: string) =>
  respond(aContext({}), readState({ asked: { topic: 'service', tries: 1, question: null } }), message).trace

test('names the source of an answer', () => {
  expect(traceOf('are you insured?')?.sources).toEqual([
    {
      question: 'are you insured?',
      id: 'faq.1',
      text: 'Are you licensed and insured? Yes, licensed and insured in Texas.',
    },
  ])
  expect(traceOf('when are you open')?.sources).toMatchObject([{ id: 'hours' }])
  expect(traceOf('what is your phone number?')?.sources).toMatchObject([{ id: 'contact' }])
})

test('quotes the words that a fact was read from', () => {
  const { facts } = traceOf("I'm Jane Doe, 512-555-0188") ?? {}
  expect(facts).toContainEqual({ field: 'name', value: 'Jane Doe', quote: 'Jane Doe' })
  expect(facts).toContainEqual({
    field: 'phone',
    value: '(512) 555-0188',
    quote: "I'm Jane Doe, 512-555-0188",
  })
})

test('tells what the message most likely means, and a danger', () => {
  expect(traceOf('are you insured?')?.intents[0]?.name).toBe('ask_insured')
  expect(traceOf('i smell gas in the house')?.danger).toBeTruthy()
  expect(traceOf('are you insured?')?.danger).toBeNull()
})
