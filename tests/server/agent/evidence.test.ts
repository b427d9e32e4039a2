import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { respond } from '../../../server/agent/respond.ts'
import { readState } from '../../../server/agent/state.ts'
import { aContext } from './business.ts'

/** Sentences that tell nothing about the visitor's request, one a line. */
const UNRELATED = readFileSync(new URL('unrelated.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(Boolean)

const QUESTIONS = {
  kind: 'What kind of work do you need?',
  size: 'How large is the property?',
  time: 'When would you like the work to be done?',
  budget: 'Do you have a budget in mind?',
  free: 'Do you have any pets?',
}
const TOPICS = ['service', 'name', 'contact', 'phone', 'email', 'address', 'slot'] as const
const OPEN = [
  null,
  ...TOPICS.map((topic) => ({ topic, tries: 1, question: null })),
  ...Object.values(QUESTIONS).map((question) => ({ topic: 'question' as const, tries: 1, question })),
]

it('has 300 sentences', () => expect(UNRELATED.length).toBeGreaterThanOrEqual(300))

it.each(OPEN)('no unrelated sentence fills a field or books a call: %j', (asked) => {
  const context = aContext({ questions: Object.values(QUESTIONS) })
  const filled = UNRELATED.flatMap((sentence) => {
    const { extracted, booking } = respond(context, readState({ asked }), sentence)
    const { service_additional_info: _, ...facts } = extracted
    const found = Object.entries(facts).filter(([, value]) => value !== null)
    return found.length > 0 || booking ? [[sentence, found, booking]] : []
  })
  expect(filled).toEqual([])
})
