import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { respond } from '../../../server/agent/respond.ts'
import { begin } from '../../../server/agent/turn.ts'
import { tables } from '../../../server/places/tables.ts'
import { LIMITS } from '../../../src/contract/limits.ts'
import { repetitions } from '../../support/thorough.ts'
import { aContext } from './business.ts'

const context = aContext({ questions: ['What is your budget?', 'Any pets?'] })

const words = fc.constantFrom(
  'no', 'yes', 'mow', 'lawn', "I'm", 'Jane', 'my', 'name', 'is', '512-555-0147', 'a@b.test', '12', 'Elm', 'St',
  'Austin,', 'TX', '$500', '2k', 'half', 'an', 'acre', 'next', 'week', 'Monday', 'after', '5pm', '?', 'actually',
  'skip', 'why', 'do', 'you', 'ask', '<b>', '\0', '\ud800', '🌱', '\u202e', 'insured', 'thanks',
) // biome-ignore format: a list of words reads better in lines
const message = fc.oneof(
  fc.array(words, { maxLength: 12 }).map((each) => each.join(' ')),
  fc.string({ unit: 'binary', maxLength: 200 }),
)

const triggers = fc.constantFrom(
  'Are you insured?',
  'How much is mowing?',
  'When can you start?',
  'let me talk to a person',
  'your crew ruined my lawn',
  'this is an emergency',
  'I smell gas',
  'Hola, necesito cortar el césped',
  '¿Hablan español?',
  'stop messaging me',
  'delete my data',
  'Do you build swimming pools?',
  '12 Elm St, Portland, OR 97201',
  'one more thing about the invoice',
)

/** What the agent promises of the team, except a call to a visitor whose details are in a lead. */
const TEAM_PROMISE =
  /\b(?:asked the team|team will)\b|\bpass(?:ed)? (?:it|that|your \w+)\b.*\bon\b|person (?:from the team|will)|marked|(?:noted|added that) for the team|(?<!así |d)el equipo(?! lee)/i

// Their first use takes longer.
beforeAll(() => void tables())

describe('respond', () => {
  it('says that a person is needed whenever it promises something of the team', () => {
    const area = { ...context.business.area, type: 'cities', cities: ['Austin'] }
    const local = { ...context, business: { ...context.business, area } }
    let promises = 0
    fc.assert(
      fc.property(fc.array(fc.oneof(triggers, message), { maxLength: 15 }), (messages) => {
        let { state } = begin(local)
        for (const each of messages) {
          const { needs, replies, state: next } = respond(local, state, each)
          state = next
          if (!replies.some((reply) => TEAM_PROMISE.test(reply))) continue
          promises += 1
          expect([needs, replies]).not.toEqual([null, replies])
        }
      }),
      { numRuns: repetitions(100, 1_000) },
    )
    expect(promises).toBeGreaterThan(80)
  })

  it('never throws, always replies, and limits its replies and state', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 25 }), (messages) => {
        let { state } = begin(context)
        for (const each of messages) {
          const turn = respond(context, state, each)
          state = turn.state
          expect(turn.replies.length).toBeGreaterThan(0)
          for (const reply of turn.replies) {
            expect(reply.trim()).not.toBe('')
            expect(reply.length).toBeLessThan(3 * LIMITS.message)
          }
          const { service_additional_info, ...facts } = turn.extracted
          expect(service_additional_info?.length ?? 0).toBeLessThan(LIMITS.longText)
          for (const fact of Object.values(facts)) expect(fact?.length ?? 0).toBeLessThanOrEqual(LIMITS.line)
        }
        expect(JSON.stringify(state).length).toBeLessThan(40_000)
      }),
      { numRuns: repetitions(100, 1_000) },
    )
  })

  const repeated = (part: string) =>
    part.repeat(Math.ceil(LIMITS.message / part.length)).slice(0, LIMITS.message)
  it.each([
    'a',
    '1',
    '-',
    '.',
    '@',
    'a@',
    'a.',
    'a@a.',
    '(',
    '(1) 2-3.4 ',
    '1-',
    '+1',
    '$1,',
    '$',
    '1 a ',
    'a b ',
    'my name is ',
    "I'm A ",
    ', ',
    ' ',
    '\n',
    '🌱',
    '12 Elm ',
    '1 st ',
    'monday and ',
    'between 1 ',
    'half of an ',
    'no ',
    'I want a ',
  ])('answers 4,000 characters of %j, for any topic', (part) => {
    const text = repeated(part)
    for (const topic of ['service', 'name', 'contact', 'address', 'question'] as const) {
      const { state } = begin(context)
      const question = topic === 'question' ? 'What is your budget?' : null
      const turn = respond(context, { ...state, asked: { topic, tries: 1, question } }, text)
      expect(turn.replies.length).toBeGreaterThan(0)
    }
  })
})
