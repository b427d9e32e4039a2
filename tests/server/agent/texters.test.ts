import { describe, expect, it } from 'vitest'
import { converse, last, said } from './conversation.ts'

const REACHABLE = ['Need mowing', 'Bob Tran', '512-555-0147']
const TIMES = [...REACHABLE, '12 Elm St, Austin']

describe('people who text', () => {
  it('are quoted in their own words', () => {
    const { known } = last(
      converse(['can yall come look at my yard tues?', 'r u insured? n whats ur price']),
    ).state
    expect(known).toMatchObject({ service_needs: 'come look at my yard tues?' })
    expect(known.service_additional_info).toBe(
      'In their words: can yall come look at my yard tues?\nAsked: n whats ur price',
    )
  })

  it.each([
    [
      ['need sod', '2760 Wellesley Dr', 'upper arlington', '43221'],
      '2760 Wellesley Dr, upper arlington, 43221',
    ],
    [[...REACHABLE, '567 Riverview', 'Dr, Columbus, 43202'], '567 Riverview Dr, Columbus, 43202'],
    [[...REACHABLE, '567 Riverview', 'Dr'], '567 Riverview Dr'],
    [['need sod', 'upper arlington'], 'upper arlington'],
    [['you skipped my yard', 'its karen at 73 elm'], '73 elm'],
    [['you skipped my yard', 'name is Patel 88 Longview'], '88 Longview'],
  ])('send their address in parts: %j', (messages, address) => {
    expect(last(converse(messages)).state.known.address).toBe(address)
  })

  it.each([
    [['you skipped my yard', 'its karen at 73 elm'], 'Karen'],
    [['need sod', 'upper arlington', 'Joan Pruitt'], 'Joan Pruitt'],
    [['need sod', '12 Elm St', 'Austin'], 'Austin'],
    [['need sod', '2760 Wellesley Dr', 'upper arlington'], null],
    [['need sod', '1/3 acre flat'], null],
  ])('say who they are: %j', (messages, name) => {
    expect(last(converse(messages)).state.known.name).toBe(name)
  })

  it.each(['what times u got', 'which times do you have again?'])('see the times again: %j', (question) => {
    expect(said(converse([...TIMES, question]))).toContain('• Fri, Nov 20, 11:00 AM')
  })

  it('keep the time that they have chosen when they give their name or say thanks', () => {
    const chosen = ['book me a call about mowing. 512-555-0147', 'the 2nd one']
    const question = 'shall I book the call'
    expect(said(converse([...chosen, 'Tyler Boggs']))).toContain(question)
    const turns = converse([...chosen, 'Tyler Boggs', 'thx'])
    expect(said(turns)).toContain(question)
    expect(last(converse([...chosen, 'Tyler Boggs', 'thx', 'yes'])).booking).toMatchObject({ kind: 'book' })
  })

  it.each(['whats weekly mowing run', 'whats biweekly run me'])('ask for a price: %j', (question) => {
    expect(said(converse([question]))).toContain('The team will give you a price')
  })

  it.each(['cancel just this friday', 'we have you for weekly. skip me this thursday'])(
    'change their regular visits: %j',
    (message) => {
      const turn = last(converse([message]))
      expect(turn.replies[0]).toContain('passed that on to the team')
      expect(turn.needs).toBe('asked')
    },
  )

  it('hear that the agent is no person, also when they ask again', () => {
    expect(said(converse(['no seriously is this a real person']))).toContain('not a person')
    expect(said(converse(['r u a bot', 'no seriously is this a real person']))).toContain(
      "Yes, I'm automated.",
    )
  })

  it.each([
    ['a danger', [...TIMES, 'my kid got cut by ur mower']],
    ['what may be one', [...TIMES, 'the crew nicked my dog']],
    ['what follows one', [...TIMES, 'my kid got cut by ur mower', 'hes bleeding']],
  ])('are offered nothing after %s', (_, messages) => {
    const turn = last(converse(messages))
    expect(turn.replies.join(' ')).toContain('911')
    expect(turn.replies.join(' ')).not.toMatch(/welcome|call you with a quote|times|details first/)
    expect(turn.quickReplies).toEqual([])
    expect(['emergency', 'danger']).toContain(turn.needs)
  })
})
