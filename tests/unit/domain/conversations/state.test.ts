import { expect, it } from 'vitest'
import {
  inOrderOfNeed,
  standingText,
  stateOf,
  waitingText,
} from '../../../../src/domain/conversations/state.ts'
import { buildConversation } from '../../../support/build-conversation.ts'

/** Just after the last message. */
const NOW = new Date('2026-06-01T12:01:00.000Z')

it.each([
  [{ status: 'agent' }, 'agent', 'Agent is answering'],
  [{ status: 'needs_person', needs: 'emergency' }, 'urgent', 'Emergency'],
  [{ status: 'needs_person', needs: 'complaint' }, 'urgent', 'Complaint'],
  [{ status: 'needs_person', needs: 'asked' }, 'waiting', 'Asked for a person'],
  [{ status: 'needs_person', needs: 'unanswered' }, 'quiet', 'Unanswered question'],
  [{ status: 'needs_person', needs: 'a later reason' }, 'waiting', 'Needs a person'],
  [{ status: 'needs_person', needs: 'opt_out' }, 'waiting', 'Asked not to be contacted'],
  [{ status: 'needs_person', needs: 'deletion' }, 'waiting', 'Asked for deletion of data'],
  [{ status: 'needs_person', needs: null }, 'waiting', 'Needs a person'],
  [{ status: 'person', taken_by: 'me', taken_by_name: 'Olivia' }, 'person', 'You are answering'],
  [{ status: 'person', taken_by: 'sam', taken_by_name: 'Sam' }, 'person', 'Sam is answering'],
  [{ status: 'person', taken_by: null }, 'person', 'Another member is answering'],
  [{ status: 'closed', needs: 'emergency' }, 'closed', 'Closed'],
  [{ status: 'a later state' }, 'agent', 'Agent is answering'],
])('%j is %s: %s', (fields, tone, text) => {
  expect(stateOf(buildConversation(fields), 'me', NOW)).toEqual({ tone, text })
})

it.each([
  ['12:00:00', 'agent', 'Agent is answering'],
  ['12:09:59', 'agent', 'Agent is answering'],
  ['12:10:00', 'closed', 'Ended 10 minutes ago'],
  ['14:30:00', 'closed', 'Ended 2 hours ago'],
])('at %s, a chat with the agent whose last message is of 12:00 is %s: %s', (time, tone, text) => {
  const now = new Date(`2026-06-01T${time}.000Z`)
  expect(stateOf(buildConversation(), 'me', now)).toEqual({ tone, text })
})

it('does not end while the visitor is at the chat', () => {
  const now = new Date('2026-06-01T14:30:00.000Z')
  expect(stateOf(buildConversation(), 'me', now, true).text).toBe('Agent is answering')
})

it('only a chat with the agent ends by itself', () => {
  const later = new Date('2026-06-02T12:00:00.000Z')
  for (const status of ['needs_person', 'person', 'closed'])
    expect(stateOf(buildConversation({ status }), 'me', later).text).not.toContain('Ended')
})

it.each([
  [{ status: 'needs_person', needs: 'emergency' }, 'Needs a person: emergency'],
  [{ status: 'needs_person', needs: 'unanswered' }, 'Needs a person: unanswered question'],
  [{ status: 'needs_person', needs: 'asked' }, 'Asked for a person'],
  [{ status: 'needs_person', needs: 'a later reason' }, 'Needs a person'],
  [{ status: 'person', taken_by: 'sam', taken_by_name: 'Sam' }, 'Sam is answering'],
  [{ status: 'closed' }, 'Closed'],
])('%j in one line: %s', (fields, text) => {
  expect(standingText(stateOf(buildConversation(fields), 'me', NOW))).toBe(text)
})

it('before the user is known, nobody is "you"', () => {
  expect(stateOf(buildConversation({ status: 'person', taken_by: null }), null, NOW).text).toBe(
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

it('who waits longest counts from when a person was needed, not from the last message; a test waits for nobody', () => {
  const since = (id: string, minute: number, fields = {}) =>
    buildConversation({
      id,
      status: 'needs_person',
      needs: 'asked',
      waiting_since: `2026-06-01T12:0${minute}:00.000Z`,
      last_message_at: '2026-06-01T12:30:00.000Z',
      ...fields,
    })
  const wroteAgain = since('wrote again', 1, { last_message_at: '2026-06-01T12:40:00.000Z' })
  const ordered = inOrderOfNeed([since('later', 2), wroteAgain, since('test', 0, { is_test: true })])
  expect(ordered.map(({ id }) => id)).toEqual(['wrote again', 'later'])
})

it.each([
  [1, '1 visitor is waiting for you'],
  [2, '2 visitors are waiting for you'],
  [99, '99 visitors are waiting for you'],
  [100, '99+ visitors are waiting for you'],
])('%i waiting', (count, text) => expect(waitingText(count, 100)).toBe(text))
