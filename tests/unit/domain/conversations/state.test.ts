import { expect, it } from 'vitest'
import {
  inOrderOfNeed,
  standingText,
  stateOf,
  waitingText,
} from '../../../../src/domain/conversations/state.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

it.each([
  [{ status: 'agent' }, 'agent', 'Agent is answering'],
  [{ status: 'needs_person', needs: 'emergency' }, 'urgent', 'Emergency'],
  [{ status: 'needs_person', needs: 'complaint' }, 'urgent', 'Complaint'],
  [{ status: 'needs_person', needs: 'asked' }, 'waiting', 'Asked for a person'],
  [{ status: 'needs_person', needs: 'unanswered' }, 'quiet', 'Unanswered question'],
  [{ status: 'needs_person', needs: 'a later reason' }, 'waiting', 'Needs a person'],
  [{ status: 'needs_person', needs: null }, 'waiting', 'Needs a person'],
  [{ status: 'person', taken_by: 'me', taken_by_name: 'Olivia' }, 'person', 'You are answering'],
  [{ status: 'person', taken_by: 'sam', taken_by_name: 'Sam' }, 'person', 'Sam is answering'],
  [{ status: 'person', taken_by: null }, 'person', 'Another member is answering'],
  [{ status: 'closed', needs: 'emergency' }, 'closed', 'Closed'],
  [{ status: 'a later state' }, 'agent', 'Agent is answering'],
])('%j is %s: %s', (fields, tone, text) => {
  expect(stateOf(buildConversation(fields), 'me')).toEqual({ tone, text })
})

it.each([
  [{ status: 'needs_person', needs: 'emergency' }, 'Needs a person: emergency'],
  [{ status: 'needs_person', needs: 'unanswered' }, 'Needs a person: unanswered question'],
  [{ status: 'needs_person', needs: 'asked' }, 'Asked for a person'],
  [{ status: 'needs_person', needs: 'a later reason' }, 'Needs a person'],
  [{ status: 'person', taken_by: 'sam', taken_by_name: 'Sam' }, 'Sam is answering'],
  [{ status: 'closed' }, 'Closed'],
])('%j in one line: %s', (fields, text) => {
  expect(standingText(buildConversation(fields), 'me')).toBe(text)
})

it('before the user is known, nobody is "you"', () => {
  expect(stateOf(buildConversation({ status: 'person', taken_by: null }), null).text).toBe(
    'Another member is answering',
  )
})

it('emergencies come first, then complaints; of equals, the one that waits longest', () => {
  const at = (id: string, needs: string | null, minute: number, status = 'needs_person') =>
    buildConversation({ id, status, needs, last_message_at: `2026-06-01T12:0${minute}:00.000Z` })
  const conversations = [
    at('asked', 'asked', 1),
    at('unanswered', 'unanswered', 0),
    at('closed', 'emergency', 0, 'closed'),
    at('late', 'emergency', 5),
    at('complaint', 'complaint', 2),
    at('unknown', 'a later reason', 3),
    at('early', 'emergency', 4),
  ]
  expect(inOrderOfNeed(conversations).map(({ id }) => id)).toEqual([
    'early',
    'late',
    'complaint',
    'asked',
    'unknown',
    'unanswered',
  ])
})

it.each([
  [1, '1 visitor is waiting for you'],
  [2, '2 visitors are waiting for you'],
  [99, '99 visitors are waiting for you'],
  [100, '99+ visitors are waiting for you'],
])('%i waiting', (count, text) => expect(waitingText(count, 100)).toBe(text))
