import { describe, expect, it } from 'vitest'
import { shownInboxMessage } from '../../../../src/domain/conversations/shown.ts'
import { isIdle, standingText } from '../../../../src/domain/conversations/standing.ts'

const held = { status: 'agent', needs: null, taken_by: null, taken_by_name: null, taken_at: null }
const taken = { ...held, status: 'person', taken_by: 'user_sam', taken_at: '2026-11-20T15:00:00.000Z' }

describe('who answers', () => {
  it.each([
    [held, 'Agent is answering'],
    [{ ...held, status: 'snoozed' }, 'Agent is answering'],
    [{ ...held, status: 'needs_person', needs: 'emergency' }, 'Needs a person: emergency'],
    [{ ...held, status: 'needs_person', needs: 'other' }, 'Needs a person'],
    [{ ...taken, taken_by_name: 'Sam' }, 'Sam is answering'],
    [taken, 'Another member is answering'],
    [{ ...taken, taken_by: 'user_me', taken_by_name: 'Me' }, 'You are answering'],
    [{ ...held, status: 'closed' }, 'Closed'],
  ])('%j: %s', (conversation, text) => {
    expect(standingText(conversation, 'user_me')).toBe(text)
  })

  it('is the agent again once the member has been idle for the owner’s time', () => {
    expect(isIdle(taken, 30, new Date('2026-11-20T15:29:59.999Z'))).toBe(false)
    expect(isIdle(taken, 30, new Date('2026-11-20T15:30:00.000Z'))).toBe(true)
    expect(isIdle({ ...taken, status: 'closed' }, 30, new Date('2026-11-20T16:00:00.000Z'))).toBe(false)
  })
})

it.each([
  ['incoming', 'visitor', null, 'customer', 'Ada'],
  ['outgoing', 'agent', null, 'agent', 'Agent'],
  ['outgoing', 'person', 'Sam', 'person', 'Sam'],
  ['outgoing', 'person', null, 'person', 'Team'],
  ['note', 'person', 'Sam', 'note', 'Note · Sam'],
  ['note', 'agent', null, 'note', 'Note · Agent'],
])('a message %s by %s (%s) is shown as %s, from %s', (message_type, author, author_name, from, sender) => {
  const message = { id: 'm', position: 0, content: 'Hi', client_id: null, photos: [], created_at: '' }
  expect(shownInboxMessage({ ...message, message_type, author, author_name }, 'Ada')).toMatchObject({
    from,
    sender,
  })
})
